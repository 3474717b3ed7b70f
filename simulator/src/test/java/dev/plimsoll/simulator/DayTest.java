package dev.plimsoll.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DayTest {

    private static final Instant MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z");
    private static final int MANY = 100;

    @Test
    void withMachinesToSpareNoPodWaits() {
        for (long seed = 1; seed <= Seeds.few(1, 5); seed++) {
            var world = plentiful().checkedWorld(MIDNIGHT, seed);

            world.advanceTo(MIDNIGHT.plus(Duration.ofDays(1)));

            var second = Duration.ofSeconds(1);
            assertThat(world.summary().waits())
                    .isEqualTo(new Summary.Waits(second, second, second));
            assertThat(world.summary().pods().started()).isBetween(2_500L, 5_000L);
            assertThat(world.summary().cost()).isEqualTo(new Money(53_200_000_000L * 24));
        }
    }

    @Test
    void theShopIsQuietAtNightAndBusyInTheEvening() {
        var world = plentiful().world(MIDNIGHT, 1);

        var cores =
                List.of(3, 10, 13, 20).stream().map(hour -> coresAt(world, "web", hour)).toList();

        assertThat(cores.get(0)).isBetween(25L, 50L);
        assertThat(cores.get(1)).isBetween(100L, 140L);
        assertThat(cores.get(2)).isLessThan(cores.get(1));
        assertThat(cores.get(3)).isBetween(125L, 170L);
    }

    @Test
    void jobsComeInBurstsAtNight() {
        var world = plentiful().world(MIDNIGHT, 1);

        var before = coresAt(world, "batch", 3);
        world.advanceTo(world.now().plusSeconds(120));

        assertThat(cores(world, "batch")).isBetween(before + 50, 250L);
    }

    @Tag("long")
    @Test
    void laterDaysGoOnLikeTheFirst() {
        var world = plentiful().checkedWorld(MIDNIGHT, 1);

        world.advanceTo(MIDNIGHT.plus(Duration.ofDays(3)));

        assertThat(world.summary().pods().started()).isBetween(7_500L, 15_000L);
        assertThat(world.summary().waits().longest()).isEqualTo(Duration.ofSeconds(1));
    }

    private static Scenario plentiful() {
        var day = Day.scenario();
        var groups = day.groups().stream().map(group -> group.with(MANY)).toList();
        return new Scenario(groups, day.workloads(), day.daemon());
    }

    private static long coresAt(EmbeddedCluster world, String group, int hour) {
        world.advanceTo(MIDNIGHT.plus(Duration.ofHours(hour)).minusSeconds(1));
        return cores(world, group);
    }

    private static long cores(EmbeddedCluster world, String group) {
        return world.observe().nodesOf(group).stream()
                        .map(Node::asked)
                        .mapToLong(asked -> asked.asked(Resources.CPU))
                        .sum()
                / 1_000;
    }
}
