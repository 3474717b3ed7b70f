package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// The scaling loop on the embedded cluster, whose scheduler spreads pods, in closed loops of four
/// hours.
class ScalingLoopTest {

    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final int HOUR = 120;

    /// A turn with steps.
    private record Acted(int turn, List<Step> steps, List<String> rules) {}

    /// One group that is four times as large as it needs to be.
    @Test
    void removesNodesUntilThePodsFillTheRest() {
        var loop =
                new Loop(
                        List.of(group("blue", 8, 0, 12, 4_000)),
                        List.of(fixed("web", 1_000, 6, 2)),
                        1);

        loop.run(4 * HOUR);

        assertThat(loop.nodes()).isEqualTo(2);
        assertThat(loop.world.observe().pending()).isEmpty();
    }

    @Test
    void buysForPendingPodsAndGivesTheNodesBack() {
        var scenario =
                new Scenario(
                        "",
                        List.of(group("blue", 1, 0, 12, 4_000)),
                        List.of(fixed("web", 1_000, 3, 3)),
                        Village.daemon(),
                        List.of(
                                new Incident.Scaling(Duration.ofMinutes(10), "web", 20),
                                new Incident.Scaling(Duration.ofMinutes(60), "web", 3)));
        var loop = new Loop(scenario, 1);

        loop.run(HOUR);
        assertThat(loop.nodes()).isGreaterThanOrEqualTo(6);
        assertThat(loop.world.observe().pending()).isEmpty();
        loop.run(4 * HOUR);

        assertThat(loop.nodes()).isEqualTo(1);
        assertThat(loop.world.observe().pending()).isEmpty();
    }

    /// Whatever the sizes, groups and budgets: with constant demand the loop settles, and removals
    /// that fail become rare.
    @Test
    void settlesOnConstantDemand() {
        Seeds.forAtLeast(
                500,
                2,
                random -> {
                    var loop = any(random);
                    loop.run(4 * HOUR);

                    var late = loop.acted.stream().filter(one -> one.turn() > 3 * HOUR).toList();
                    long failed = loop.count("removal-failed", 4 * HOUR);
                    assertThat(loop.count("removal-failed", HOUR))
                            .isLessThanOrEqualTo(2L * loop.groups);
                    assertThat(failed).isLessThanOrEqualTo(4L * loop.groups);
                    if (failed == 0) {
                        assertThat(late).as(loop.toString()).isEmpty();
                    }
                    loop.isWithinLimits();
                    loop.holdsItsRoom();
                    return loop.acted.stream()
                            .flatMap(one -> one.steps().stream())
                            .anyMatch(step -> step instanceof Step.RemoveNode);
                });
    }

    private static Loop any(RandomGenerator random) {
        var groups = new ArrayList<Group>();
        groups.add(group("blue", random.nextInt(1, 7), random.nextInt(2), 8, 4_000));
        if (random.nextBoolean()) {
            groups.add(
                    group("red", random.nextInt(0, 4), 0, 6, random.nextBoolean() ? 8_000 : 2_000));
        }
        var workloads = new ArrayList<Workload>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            int replicas = random.nextInt(1, 7);
            workloads.add(
                    fixed(
                            "w" + i,
                            100L * random.nextInt(2, 19),
                            replicas,
                            random.nextInt(replicas + 1)));
        }
        var loop = new Loop(groups, workloads, random.nextLong());
        if (random.nextBoolean()) {
            loop.keep(random.nextInt(5, 40));
        }
        return loop;
    }

    private static Workload fixed(String name, long cpuMillis, int replicas, int mayMiss) {
        var shape = Village.shape(cpuMillis, Owner.REPLICA_SET);
        return new Workload.Fixed(name, shape, replicas, mayMiss);
    }

    private static Group group(String name, int nodes, int least, int most, long cpuMillis) {
        var labels = Labels.of("pool", name);
        var size =
                Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(8_192)).with(Resources.PODS, 20);
        return new Group(
                name,
                labels,
                Math.max(least, nodes),
                new Limits(least, most),
                new Template(size, labels, List.of()),
                new Price.Known(new Money(cpuMillis * 50_000L), "the scenario"));
    }

    /// The scaling loop and its world.
    private static final class Loop {

        private final EmbeddedCluster world;
        private Policy policy;
        private final int groups;
        private final Scenario scenario;
        private final List<Acted> acted = new ArrayList<>();
        private Past past = Past.NONE;
        private List<Outcome> last = List.of();
        private int turn;

        private Loop(List<Group> groups, List<Workload> workloads, long seed) {
            this(new Scenario(groups, workloads, Village.daemon()), seed);
        }

        private Loop(Scenario scenario, long seed) {
            this.scenario = scenario;
            this.world = scenario.checkedWorld(NOON, seed);
            this.groups = scenario.groups().size();
            var policies = new TreeMap<String, GroupPolicy>();
            for (var group : scenario.groups()) {
                policies.put(
                        group.name(),
                        new GroupPolicy(Manage.PODS, group.provider(), Standing.EXISTS));
            }
            this.policy = Policy.DEFAULT.with(policies);
        }

        /// Keeps a share of the capacity free.
        private void keep(int percent) {
            var defaults = SlackPolicy.DEFAULT;
            policy =
                    policy.with(
                            new KeptFree.Room(
                                    new SlackPolicy(
                                            defaults.reading(),
                                            new Rate(Percent.of(percent), Basis.CAPACITY),
                                            defaults.pieces(),
                                            defaults.biggest(),
                                            defaults.resources())));
        }

        /// At rest all wanted room is held, or the decision says that no group may grow for it.
        private void holdsItsRoom() {
            if (!(policy.keptFree() instanceof KeptFree.Room)) {
                return;
            }
            var seen = world.observe();
            var answer =
                    new Scaling().answer(new Question<>(seen, policy, past, last, world.now(), 0));
            boolean isMissing =
                    answer.details().placeholders().stream().anyMatch(one -> !one.isHeld());
            var rules = answer.decision().reasons().stream().map(reason -> reason.rule().code());
            if (isMissing) {
                assertThat(rules).as(toString()).contains("room-missing");
            }
        }

        private void run(int turns) {
            for (int i = 0; i < turns; i++) {
                turn++;
                Instant now = NOON.plus(EVERY.multipliedBy(turn));
                world.advanceTo(now);
                Cluster seen = world.observe();
                Decision<Past> decision =
                        new Scaling().decide(new Question<>(seen, policy, past, last, now, 0));
                past = decision.remember();
                last = world.act(decision.plan());
                var rules = decision.reasons().stream().map(reason -> reason.rule().code());
                if (!decision.plan().steps().isEmpty()) {
                    acted.add(new Acted(turn, decision.plan().steps(), rules.toList()));
                }
            }
        }

        private int nodes() {
            return world.observe().nodes().size();
        }

        private long count(String rule, int until) {
            return acted.stream()
                    .filter(one -> one.turn() <= until)
                    .flatMap(one -> one.rules().stream())
                    .filter(rule::equals)
                    .count();
        }

        private void isWithinLimits() {
            for (var group : scenario.groups()) {
                assertThat(world.observe().group(group.name()).target())
                        .isBetween(group.provider().least(), group.provider().most());
            }
        }

        @Override
        public String toString() {
            return scenario.groups() + "\n" + scenario.workloads() + "\n" + acted;
        }
    }
}
