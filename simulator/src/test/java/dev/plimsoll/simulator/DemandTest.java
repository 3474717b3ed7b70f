package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DemandTest {

    /// All there is at noon, nothing at one, and so on.
    private static final Curve SAWTOOTH =
            new Curve(IntStream.range(0, 24).map(hour -> (hour + 1) % 2 * 1000).boxed().toList());

    @Test
    void aDeploymentFollowsItsCurveAndKeepsForFiveMinutesWhatItNeedsNoMore() {
        var web = deployment(60, 0);
        var world = Village.of(group("blue", 1), web).checkedWorld(NOON, 1);

        var wanted = new int[65];
        for (int minute = 0; minute < wanted.length; minute++) {
            world.advanceTo(NOON.plus(Duration.ofMinutes(minute)));
            wanted[minute] = world.wanted(web);
        }

        assertThat(wanted).startsWith(60, 60, 60, 60, 60, 59, 58, 57).endsWith(5, 4, 3, 2, 3, 4);
    }

    @Test
    void aDeploymentStraysFromItsCurveByItsNoise() {
        Seeds.forOneIn(
                20,
                random -> {
                    var web =
                            new Workload.Deployment(
                                    "web",
                                    shape(1, Owner.REPLICA_SET),
                                    new Workload.Load(Curve.flat(), 1_000, 10),
                                    0);
                    var world =
                            Village.of(group("blue", 1), web).checkedWorld(NOON, random.nextLong());

                    var wanted = new ArrayList<Integer>();
                    for (int minute = 0; minute < 60; minute++) {
                        world.advanceTo(NOON.plus(Duration.ofMinutes(minute)));
                        wanted.add(world.wanted(web));
                    }

                    assertThat(wanted).allMatch(replicas -> replicas >= 890 && replicas <= 1_100);
                    assertThat(wanted.stream().distinct()).hasSizeGreaterThan(5);
                });
    }

    @Test
    void whenADeploymentShrinksPodsThatWaitGoFirstThenTheNewest() {
        var web = deployment(10, 0);
        var world = Village.of(group("blue", 1), web).checkedWorld(NOON, 1);
        world.advanceTo(NOON.plusSeconds(1));
        int waiting = world.waiting().size();

        world.advanceTo(NOON.plus(Duration.ofMinutes(30)));

        assertThat(waiting).isEqualTo(1);
        assertThat(world.waiting()).isEmpty();
        assertThat(Village.shapeFits(world.observe().nodes().getFirst()))
                .containsExactly("web-1*6");
        assertThat(world.summary().pods().started()).isEqualTo(9);
    }

    @Test
    void jobsComeInTheirNumbersAndBurstsInTheFirstMinute() {
        Seeds.forOneIn(
                20,
                random -> {
                    var world = world(random, new Workload.Arrivals(10, 8));

                    world.advanceTo(NOON.plusSeconds(59));
                    int first = come(world);
                    world.advanceTo(NOON.plus(Duration.ofHours(1)).minusSeconds(1));

                    assertThat(first).isBetween(4, 8 + 20);
                    assertThat(come(world)).isBetween(4, 8 + 20);
                });
    }

    @Test
    void aStartWithinAnHourMissesWhatCameBefore() {
        var world =
                Village.of(group("blue", 1), jobs(new Workload.Arrivals(0, 50)))
                        .checkedWorld(NOON.plusSeconds(60), 1);

        world.advanceTo(NOON.plus(Duration.ofMinutes(59)));

        assertThat(come(world)).isZero();
    }

    @Test
    void aJobIsDoneWhenItHasRun() {
        var world = world(new SplittableRandom(1), new Workload.Arrivals(0, 4));
        world.advanceTo(NOON.plusSeconds(61));
        int running = pods(world.observe().nodes().getFirst().pods());

        world.advanceTo(NOON.plusSeconds(61 + 600));

        assertThat(running).isGreaterThanOrEqualTo(3);
        assertThat(world.observe().nodes().getFirst().isEmpty()).isTrue();
        assertThat(world.summary().pods().started()).isEqualTo(running - 1);
    }

    private static Workload deployment(int peak, int swing) {
        return new Workload.Deployment(
                "web", shape(1, Owner.REPLICA_SET), new Workload.Load(SAWTOOTH, peak, swing), 0);
    }

    private static Workload jobs(Workload.Arrivals arrivals) {
        var minutes = new Workload.Span(Duration.ofMinutes(5), Duration.ofMinutes(10));
        return new Workload.Jobs("mail", shape(1, Owner.JOB), Curve.flat(), arrivals, minutes);
    }

    private static EmbeddedCluster world(SplittableRandom random, Workload.Arrivals arrivals) {
        return Village.of(group("blue", 1), jobs(arrivals)).checkedWorld(NOON, random.nextLong());
    }

    /// How many pods came so far.
    private static int come(EmbeddedCluster world) {
        return Math.toIntExact(world.summary().pods().started()) + world.waiting().size();
    }

    private static int pods(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }
}
