package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What the room that is kept free is for: pods that fit in it start without waiting for a machine,
/// and it is bought again. Machines take two to four minutes to boot, and the scheduler spreads.
class SlackRoomTest {

    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final Duration BURST = Duration.ofHours(1);

    /// One large pod, so that a placeholder is a fifth of a node: no smaller than other pods.
    private static final Workload LARGE =
            fixed("large", Village.shape(1_000, Owner.REPLICA_SET), 1);

    /// As many pods arrive at once as there are placeholders of their size.
    @Test
    void podsThatFitInTheRoomStartAtOnceAndTheRoomIsBoughtAgain() {
        Seeds.forAtLeast(
                30,
                25,
                random -> {
                    int before = random.nextInt(2, 25);
                    long cpuMillis = 100L * random.nextInt(2, 7);
                    int percent = random.nextInt(10, 35);
                    long seed = random.nextLong();
                    int burst = room(new Loop(rising(cpuMillis, before, before), percent, seed));

                    var with = new Loop(rising(cpuMillis, before, before + burst), percent, seed);
                    with.run(Duration.ofHours(2));
                    var without = new Loop(rising(cpuMillis, before, before + burst), 0, seed);
                    without.run(Duration.ofHours(2));

                    assertThat(with.delayedAfterBurst).isZero();
                    assertThat(with.standard()).isGreaterThanOrEqualTo(burst);
                    assertThat(with.world.observe().pending()).isEmpty();
                    return without.delayedAfterBurst > 0;
                });
    }

    /// More pods than that wait for a machine.
    @Test
    void podsBeyondTheRoomWait() {
        var loop = new Loop(rising(600, 12, 40), 20, 1);

        loop.run(Duration.ofHours(2));

        assertThat(loop.delayedAfterBurst).isBetween(1L, 28L);
        assertThat(loop.world.observe().pending()).isEmpty();
    }

    /// R8 of the source: the placeholder of a marked pod leaves a node on which such a pod starts.
    @Test
    void anAntiAffineMarkedPodStartsAtOnceAndItsPlaceholderKeepsAValidPlace() {
        var fill = fixed("web", Village.shape(600, Owner.REPLICA_SET), 12);
        var apart = fixed("cache", apart(), 2);
        var loop = new Loop(scenario(List.of(LARGE, fill, apart), "cache", 3), 20, 1);
        loop.run(BURST);
        var before = marked(loop);

        loop.run(Duration.ofHours(1));

        assertThat(loop.delayedAfterBurst).isZero();
        var after = marked(loop);
        assertThat(before.isHeld()).isTrue();
        assertThat(after.isHeld()).isTrue();
        assertThat(nodesOf(loop, "cache")).hasSize(3).doesNotContain(after.node());
        assertThat(nodesOf(loop, "cache")).contains(before.node());
    }

    private static List<String> nodesOf(Loop loop, String app) {
        return loop.world.observe().nodes().stream()
                .filter(node ->
                        node.pods().stream()
                                .anyMatch(pods -> pods.shape().labels().has(Replica.APP, app)))
                .map(node -> node.name())
                .toList();
    }

    private static Placeholder marked(Loop loop) {
        return loop.placeholders().stream()
                .filter(one -> one.shape().requests().equals(apart().requests()))
                .findFirst()
                .orElseThrow();
    }

    /// The number of standard placeholders with a place at the time of the burst.
    private static int room(Loop loop) {
        loop.run(BURST);
        return loop.standard();
    }

    private static Scenario rising(long cpuMillis, int before, int after) {
        var shape = Village.shape(cpuMillis, Owner.REPLICA_SET);
        return scenario(List.of(LARGE, fixed("web", shape, before)), "web", after);
    }

    private static Scenario scenario(List<Workload> workloads, String rises, int after) {
        return new Scenario(
                "",
                List.of(group("blue", 4_000)),
                workloads,
                Village.daemon(),
                List.of(new Incident.Scaling(BURST.plusSeconds(5), rises, after)));
    }

    private static Workload fixed(String name, Shape shape, int replicas) {
        return new Workload.Fixed(name, shape, replicas, replicas);
    }

    private static Shape apart() {
        var own = new Selector.AllOf(List.of(Requirement.in(Replica.APP, "cache")));
        var shape = Village.shape(700, Owner.REPLICA_SET);
        var term =
                new PodTerm(
                        List.of(shape.namespace()), Selector.nothing(), own, WellKnown.HOSTNAME);
        return shape.with(Labels.of(Replica.APP, "cache"))
                .with(
                        new Shape.Placement(
                                Labels.NONE,
                                new Affinity.Anywhere(),
                                List.of(),
                                new PodConstraints(List.of(), List.of(term), List.of()),
                                List.of(),
                                List.of(),
                                List.of()))
                .with(new Reserve.Placeholders(1));
    }

    private static Group group(String name, long cpuMillis) {
        var labels = Labels.of("pool", name);
        var size = ScenarioParts.asks(cpuMillis, 8_192).with(Resources.PODS, 30);
        return new Group(
                name,
                labels,
                2,
                new Limits(0, 40),
                new Template(size, labels, List.of()),
                new Price.Known(new Money(200_000_000), "the scenario"));
    }

    /// The scaling loop and its world.
    private static final class Loop {

        private final EmbeddedCluster world;
        private final Policy policy;
        private Past past = Past.NONE;
        private List<Outcome> last = List.of();
        private Duration passed = Duration.ZERO;
        private long delayedBefore;
        private long delayedAfterBurst;

        /// @param percent of the capacity that is kept free; zero for none
        private Loop(Scenario scenario, int percent, long seed) {
            world = scenario.checkedWorld(NOON, seed);
            var groups = new TreeMap<String, GroupPolicy>();
            for (var group : scenario.groups()) {
                groups.put(
                        group.name(),
                        new GroupPolicy(Manage.PODS, group.provider(), Standing.EXISTS));
            }
            var usual = Policy.DEFAULT.with(groups);
            var rate = new Rate(Percent.of(percent), Basis.CAPACITY);
            policy =
                    percent == 0
                            ? usual
                            : usual.with(new KeptFree.Room(SlackPolicy.DEFAULT.with(rate)));
        }

        private void run(Duration time) {
            var end = passed.plus(time);
            while (passed.compareTo(end) < 0) {
                passed = passed.plus(EVERY);
                world.advanceTo(NOON.plus(passed));
                var decision = answer().decision();
                past = decision.remember();
                last = world.act(decision.plan());
                long delayed = world.podWaits().getLast().delayed();
                if (passed.compareTo(BURST) <= 0) {
                    delayedBefore = delayed;
                } else if (passed.compareTo(BURST.plusMinutes(10)) <= 0) {
                    delayedAfterBurst = delayed - delayedBefore;
                }
            }
        }

        private Answer<Past, Proposal> answer() {
            Cluster seen = world.observe();
            return new Scaling().answer(new Question<>(seen, policy, past, last, world.now(), 0));
        }

        private List<Placeholder> placeholders() {
            return answer().details().placeholders();
        }

        /// Standard placeholders on Ready nodes.
        private int standard() {
            var ready =
                    world.observe().nodes().stream()
                            .filter(node -> node.isReady())
                            .map(node -> node.name())
                            .toList();
            return Math.toIntExact(
                    placeholders().stream()
                            .filter(one -> one.name().startsWith("standard-"))
                            .filter(one -> ready.contains(one.node()))
                            .count());
        }
    }
}
