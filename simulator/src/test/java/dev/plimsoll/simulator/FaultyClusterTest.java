package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static dev.plimsoll.simulator.Village.group;
import static dev.plimsoll.simulator.Village.in;
import static dev.plimsoll.simulator.Village.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.simulator.Controller.Taken;
import dev.plimsoll.simulator.Faults.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Sizing loops on a simulated cluster whose requests fail, lose their answers, come late or twice,
/// and whose observations lag.
class FaultyClusterTest {

    private static final Faults MANY = new Faults(10, 10, 10, 10, 50, 4);
    private static final Instant EVENING = NOON.plus(Duration.ofHours(4));

    private record History(Cluster cluster, Summary summary, List<Taken> taken) {}

    /// A checked world throws if an invariant is broken: a pod is lost, or a target is outside the
    /// limits of the provider. A controller throws if a group has more machines than its policy
    /// allows.
    @Test
    void invariantsAndLimitsHoldWhateverFaultsHappen() {
        var faults = new EnumMap<Kind, Long>(Kind.class);
        var outcomes = new TreeMap<String, Long>();
        var fullTurns = new AtomicLong();

        Seeds.forOneIn(
                50,
                random -> {
                    var world = Village.busy().checkedWorld(NOON, random.nextLong());
                    var controller =
                            new Controller(Village.busy(), world, any(random), random.nextLong());
                    while (world.now().isBefore(EVENING)) {
                        controller.runTo(world.now().plusSeconds(random.nextInt(3_600)));
                        controller.restart();
                    }

                    controller
                            .faulty()
                            .counts()
                            .forEach((kind, count) -> faults.merge(kind, count, Long::sum));
                    controller.taken().forEach(taken -> outcomes.merge(name(taken), 1L, Long::sum));
                    fullTurns.addAndGet(controller.fullTurns());
                });

        assertThat(faults.keySet()).containsExactly(Kind.values());
        assertThat(faults.values()).allMatch(count -> count > 20);
        assertThat(fullTurns).hasValueGreaterThan(30);
        assertThat(outcomes)
                .containsKeys(
                        "DrainNode Done",
                        "DrainNode Stale",
                        "EvictPods Done",
                        "GiveUp Done",
                        "RemoveNode Done",
                        "RemoveNode Stale",
                        "ResizeGroup Done",
                        "ResizeGroup Stale",
                        "UndrainNode Done");
    }

    /// From then on the demand is constant too.
    @Test
    void theClusterSettlesWhenTheFaultsEnd() {
        Seeds.forOneIn(
                80,
                random -> {
                    var world = calming().checkedWorld(NOON, random.nextLong());
                    var controller =
                            new Controller(calming(), world, any(random), random.nextLong());
                    controller.runTo(EVENING);
                    int before = controller.taken().size();

                    controller.use(Faults.NONE);
                    controller.runTo(EVENING.plus(Duration.ofHours(2)));
                    int settled = controller.taken().size();
                    controller.runTo(EVENING.plus(Duration.ofHours(4)));

                    assertThat(before).isPositive();
                    assertThat(controller.taken().subList(settled, controller.taken().size()))
                            .isEmpty();
                    assertThat(world.observe().pending()).isEmpty();
                });
    }

    @Test
    void equalSeedsGiveEqualHistories() {
        Seeds.forOneIn(
                400,
                random -> {
                    long seed = random.nextLong();

                    assertThat(history(seed, seed)).isEqualTo(history(seed, seed));
                    assertThat(history(seed, seed).taken())
                            .isNotEqualTo(history(seed, seed + 1).taken());
                });
    }

    @Test
    void aClusterThatTakesTheSameStepsAtTheSameTimesIsEqual() {
        Seeds.forOneIn(
                200,
                random -> {
                    long seed = random.nextLong();
                    var history = history(seed, random.nextLong());

                    var all = continued(seed, history.taken(), _ -> true);
                    var notStale =
                            continued(
                                    seed,
                                    history.taken(),
                                    taken -> !(taken.outcome() instanceof Outcome.Stale));

                    assertThat(history.taken()).hasSizeGreaterThan(10);
                    assertThat(all.observe()).isEqualTo(history.cluster());
                    assertThat(all.summary()).isEqualTo(history.summary());
                    assertThat(notStale.observe()).isEqualTo(history.cluster());
                    assertThat(notStale.summary()).isEqualTo(history.summary());
                });
    }

    @Test
    void aClusterThatWasBuiltAgainGoesOnLikeTheFirst() {
        Seeds.forOneIn(
                400,
                random -> {
                    long seed = random.nextLong();
                    var first = Village.busy().checkedWorld(NOON, seed);
                    var controller = new Controller(Village.busy(), first, Faults.NONE, 1);
                    controller.runTo(EVENING);
                    var again = continued(seed, List.copyOf(controller.taken()), _ -> true);

                    var later = EVENING.plus(Duration.ofHours(2));
                    new Controller(Village.busy(), first, MANY, 1).runTo(later);
                    new Controller(Village.busy(), again, MANY, 1).runTo(later);

                    assertThat(again.observe()).isEqualTo(first.observe());
                    assertThat(again.summary()).isEqualTo(first.summary());
                });
    }

    private static History history(long seed, long faults) {
        var world = Village.busy().checkedWorld(NOON, seed);
        var controller = new Controller(Village.busy(), world, MANY, faults);
        controller.runTo(EVENING);
        return new History(world.observe(), world.summary(), List.copyOf(controller.taken()));
    }

    /// A new cluster that takes recorded steps and is as old as the recorded one.
    private static EmbeddedCluster continued(
            long seed, List<Taken> recorded, Predicate<Taken> which) {
        var world = Village.busy().checkedWorld(NOON, seed);
        for (var taken : recorded.stream().filter(which).toList()) {
            world.advanceTo(taken.at());
            assertThat(world.act(Plan.of(taken.step()))).containsExactly(taken.outcome());
        }
        world.advanceTo(EVENING);
        return world;
    }

    private static Faults any(SplittableRandom random) {
        return new Faults(
                random.nextInt(25),
                random.nextInt(25),
                random.nextInt(25),
                random.nextInt(25),
                random.nextInt(101),
                random.nextInt(1, 6));
    }

    /// Two groups whose load swings by the hour until 16:00 and is constant from then on.
    private static Scenario calming() {
        var curve =
                new Curve(
                        IntStream.range(0, 24)
                                .map(hour -> hour < 16 ? 200 + hour % 2 * 800 : 600)
                                .boxed()
                                .toList());
        return new Scenario(
                List.of(group("blue", 2), group("red", 1)),
                List.of(
                        deployment("blue", 700, new Workload.Load(curve, 20, 0)),
                        deployment("red", 1_500, new Workload.Load(curve, 8, 0))),
                Village.daemon());
    }

    private static Workload deployment(String pool, long cpuMillis, Workload.Load load) {
        var shape = shape(cpuMillis, Owner.REPLICA_SET, in(pool), 0);
        return new Workload.Deployment("web-" + pool, shape, load, 1);
    }

    private static String name(Taken taken) {
        return taken.step().getClass().getSimpleName()
                + " "
                + taken.outcome().getClass().getSimpleName();
    }
}
