package dev.plimsoll.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodsDayTest {

    private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");
    private static final int MANY = 40;

    @Test
    void withMachinesToSpareNoPodWaits() {
        for (long seed = 1; seed <= Seeds.few(1, 5); seed++) {
            var world = plentiful().checkedWorld(MIDNIGHT, seed);

            world.advanceTo(MIDNIGHT.plus(Duration.ofDays(1)));

            var all = world.podWaits().getLast();
            assertThat(all.pods()).isBetween(1_300L, 2_300L);
            assertThat(all.delayed()).isZero();
            assertThat(all.mean()).isLessThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void isBusyInTheEveningAndQuietAtNight() {
        var world = plentiful().world(MIDNIGHT, 1);

        var night = coresAt(world, 5);
        var evening = coresAt(world, 20);

        assertThat(night).isBetween(40L, 80L);
        assertThat(evening).isBetween(120L, 190L);
    }

    /// The scheduler of the embedded cluster follows the constraints of pods.
    @Test
    void podsAreInTheirZonesAndThoseOfTheCacheApart() {
        var world = plentiful().world(MIDNIGHT, 1);

        world.advanceTo(MIDNIGHT.plus(Duration.ofHours(20)));

        int zonal = 0;
        int caches = 0;
        for (var node : world.observe().nodes()) {
            for (var pods : node.pods()) {
                var zone = pods.shape().nodeSelector();
                zonal += zone.isEmpty() ? 0 : pods.count();
                assertThat(node.labels().hasAll(zone)).isTrue();
                if (!pods.shape().constraints().isAny()) {
                    assertThat(pods.count()).isEqualTo(1);
                    caches++;
                }
            }
        }
        assertThat(zonal).isEqualTo(6);
        assertThat(caches).isBetween(7, 9);
    }

    @Test
    void hasZonesMarkedPodsAndPodsThatMustNotBeEvicted() {
        var scenario = PodsDay.scenario();

        var shapes = scenario.workloads().stream().map(Workload::shape).toList();

        assertThat(scenario.groups())
                .extracting(group -> group.name(), group -> group.labels().get(WellKnown.ZONE))
                .containsExactly(
                        tuple("compute-a", "a"),
                        tuple("general-a", "a"),
                        tuple("general-b", "b"),
                        tuple("general-c", "c"));
        assertThat(shapes)
                .filteredOn(shape -> shape.reserve().equals(new Reserve.Placeholders(1)))
                .hasSize(1);
        assertThat(shapes)
                .filteredOn(shape -> shape.disruption().consent() == Shape.Consent.FORBIDDEN)
                .hasSize(2);
        assertThat(shapes).filteredOn(shape -> !shape.nodeSelector().isEmpty()).hasSize(2);
    }

    /// Without machines to spare, a row of waiting counts them.
    @Test
    void podsThatFindNoRoomAreDelayed() {
        var world = PodsDay.scenario().world(MIDNIGHT, 1);
        world.advanceTo(MIDNIGHT.plusSeconds(300));
        var before = world.podWaits();
        world.act(new Plan(List.of(new Step.ResizeGroup("general-a", 4, 40))));
        world.advanceTo(MIDNIGHT.plusSeconds(900));

        assertThat(before).extracting(PodWaits::namespace).containsExactly("jobs", "shop", "");
        var all = before.getLast();
        assertThat(all.delayed()).isPositive();
        assertThat(all.delayed())
                .isEqualTo(before.get(0).delayed() + before.get(1).delayed())
                .isEqualTo(all.counts().waiting());
        assertThat(world.podWaits().getLast().counts().waiting())
                .isLessThan(all.counts().waiting());
    }

    private static Scenario plentiful() {
        var day = PodsDay.scenario();
        var groups = day.groups().stream().map(group -> group.with(MANY)).toList();
        return new Scenario(groups, day.workloads(), day.daemon());
    }

    private static long coresAt(EmbeddedCluster world, int hour) {
        world.advanceTo(MIDNIGHT.plus(Duration.ofHours(hour)).minusSeconds(1));
        return world.observe().nodes().stream()
                        .map(Node::asked)
                        .mapToLong(asked -> asked.asked(Resources.CPU))
                        .sum()
                / 1_000;
    }
}
