package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.EndState.Finish;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// The end to which decisions lead when each is carried out and demand stays as it is.
class OutlookTest {

    private static final Duration DAY = Duration.ofDays(1);

    private static final String ZONE = "topology.kubernetes.io/zone";

    /// The rules that say what a replacement saves in all.
    private static final List<Rule> REPLACEMENTS =
            List.of(
                    RemovalRules.REPLACEMENT_FOUND,
                    RemovalRules.REPLACE,
                    RemovalRules.REPLACE_BY_NONE);

    private Policy policy = Policy.DEFAULT.withHorizon(DAY);
    private List<Pods> pending = List.of();
    private final List<Budget> budgets = new ArrayList<>();

    /// A cluster without a past: no timer has begun.
    @Test
    void removesNodesThatAreUnneededForTenMinutes() {
        var answer = answer(List.of(on("a", "2"), on("b", "1"), on("c", "0")));

        assertThat(answer.decision().plan().steps())
                .containsExactly(
                        drain("c"),
                        new Step.RemoveNode("c", "small", 2),
                        drain("b"),
                        new Step.EvictPods("b", 1),
                        new Step.RemoveNode("b", "small", 1));
        assertThat(sentences(answer))
                .containsExactly(
                        "no pod is pending",
                        "small shrinks from 3 to 1 node after 10 min unneeded: c, b; 1 pod fits"
                                + " on other nodes; $0.40/h less",
                        "1 node is used above 50%, e.g. a");
        var end = answer.details().end();
        assertThat(end.removed()).isEqualTo(2);
        assertThat(end.cost().removed()).isEqualTo(Money.dollars(new BigDecimal("0.4")));
        assertThat(end.cost().after()).isEqualTo(Money.dollars(new BigDecimal("0.2")));
        assertThat(end.course().finish()).isEqualTo(Finish.SETTLED);
        assertThat(end.course().after()).isEqualTo(Duration.ofMinutes(10));
        assertThat(end.nodes()).extracting(Node::name).containsExactly("a");
        assertThat(end.nodes().getFirst().pods()).hasSize(2);
    }

    @Test
    void decidesOnceWithoutAHorizon() {
        policy = Policy.DEFAULT;
        var nodes = List.of(on("a", "2"), on("b", "1"));

        var answer = answer(nodes);

        assertThat(answer.decision().plan().steps()).isEmpty();
        assertThat(sentences(answer)).contains("1 node is unneeded for less than 10 min, e.g. b");
        assertThat(answer.details().end().course().finish()).isEqualTo(Finish.PURCHASE);
        assertThat(answer.details().end().removed()).isZero();
    }

    /// The next turn of a loop continues with the first decision, not with the last.
    @Test
    void remembersTheFirstDecision() {
        var nodes = List.of(on("a", "2"), on("b", "1"));
        var ahead = answer(nodes);
        policy = Policy.DEFAULT;

        assertThat(ahead.decision().remember()).isEqualTo(answer(nodes).decision().remember());
        assertThat(ahead.decision().wakeAt()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
    }

    @Test
    void saysThatMoreMayChangeAfterTheHorizon() {
        policy = Policy.DEFAULT.withHorizon(Duration.ofMinutes(9));

        var answer = answer(List.of(on("a", "2"), on("b", "1")));

        assertThat(answer.decision().plan().steps()).isEmpty();
        assertThat(answer.details().end().course().finish()).isEqualTo(Finish.TIME_IS_UP);
        assertThat(sentences(answer)).contains("1 node is unneeded for less than 10 min, e.g. b");
    }

    /// More nodes than may drain at a time.
    @Test
    void doesNotWaitForTheDrainsOfOthers() {
        var nodes = new ArrayList<>(List.of(on("a", "2100m")));
        for (int i = 10; i < 23; i++) {
            nodes.add(on("n" + i, "10m"));
        }

        var end = answer(nodes).details().end();

        assertThat(end.removed()).isEqualTo(13);
        assertThat(end.course().after()).isEqualTo(Duration.ofMinutes(10));
    }

    /// The new node is bought first, and the one that nobody needs goes later.
    @Test
    void addsNodesBeforeItRemovesOthers() {
        pending = List.of(pods(3, "web", "3", "1Gi"));
        var nodes = List.of(on("a", "2500m"), large("b", "100m"));

        var answer = answer(nodes);

        assertThat(answer.decision().plan().steps().getFirst())
                .isInstanceOf(Step.ResizeGroup.class);
        assertThat(answer.details().end().left()).isZero();
        assertThat(answer.details().end().nodes()).allMatch(node -> !node.isEmpty());
        decidesNothingMore(answer);
    }

    /// The budget allows one eviction at a time: nodes with one pod go one after the other, and a
    /// node with two stays.
    @Test
    void drainsNodesOneAfterTheOtherWhereABudgetAsksForIt() {
        var web = pods(1, "web", "100m", "1Gi");
        budgets.add(budget(1));
        var nodes = new ArrayList<>(List.of(on("a", "2100m")));
        for (int i = 0; i < 4; i++) {
            nodes.add(node("n" + i, "pool=small", "4", "16Gi", web));
        }
        nodes.add(node("two", "pool=small", "4", "16Gi", web.times(2)));

        var answer = answer(nodes);

        assertThat(answer.details().end().removed()).isEqualTo(4);
        assertThat(sentences(answer))
                .contains("disruption budget shop/all does not allow to evict shop/web of two");
    }

    /// An ordered machine joins, a starting node becomes Ready, terminating pods end.
    @Test
    void letsHappenWhatIsOnItsWay() {
        pending = List.of(pods(1, "web", "3", "1Gi"));
        var draining =
                on("b", "0")
                        .with(new NodeState.Draining(NOW, DrainCause.LOW_UTILISATION))
                        .with(List.of(terminating("old")));
        var cluster = cluster(List.of(on("a", "2500m"), draining));
        cluster =
                cluster.withGroups(
                        cluster.groups().with("small", group("small", 9, "0.2").with(3)));

        var answer = answer(cluster);

        var end = answer.details().end();
        assertThat(end.nodes()).extracting(Node::name).containsExactly("a", "small-arriving-1");
        assertThat(end.left()).isZero();
        assertThat(end.course().finish()).isEqualTo(Finish.SETTLED);
    }

    /// The limit of the cluster has room for another group once a node is gone.
    @Test
    void placesPodsForWhichARemovedNodeMakesRoom() {
        policy = policy.with(List.of(new Ceiling.Nodes(3)));
        pending = List.of(pods(1, "big", "7", "1Gi"));
        var nodes = List.of(on("a", "2500m"), on("b", "100m"), large("c", "5"));

        var end = answer(nodes).details().end();

        assertThat(end.left()).isZero();
        assertThat(end.removed()).isEqualTo(1);
        assertThat(end.added()).isEqualTo(1);
    }

    /// A node of 16 cpu makes way for one of 8: the decisions are those of `ReplacementTest`.
    @Test
    void saysWhatIsAddedForAReplacementAndWhatGoes() {
        policy = Replacing.mode(Mode.REPLACE).withHorizon(DAY);

        var answer = Outlook.answer(replacing(), _ -> {});

        assertThat(sentences(answer))
                .containsSubsequence(
                        "1 node such as l0 makes way for 1 cheaper one: that saves $0.40 an hour,"
                                + " 50%",
                        "small grows from 0 to 1 node to replace 1 node: l0",
                        "large shrinks from 1 to 0 nodes because other nodes take the pods at a"
                                + " lower cost: l0; 9 pods move; $0.80/h less");
        assertThat(sentences(answer)).noneMatch(text -> text.contains("0 min unneeded"));
        var gone = answer.details().end().course().gone().get("l0");
        assertThat(Objects.requireNonNull(gone).cause()).isEqualTo(EndState.Cause.REPLACED);
        theStepsAddUpToTheCost(answer);
    }

    /// No node may be disrupted at any time. On a real cluster the node stays, and nothing is
    /// bought.
    @Test
    void takesWindowsAsOpenAndNamesThem() {
        var shut = new DisruptionWindow(Percent.of(0), new DisruptionWindow.Times.Always());
        policy = Replacing.mode(Mode.REPLACE).withHorizon(DAY);
        policy = policy.with(policy.scaleDown().with(List.of(shut)));

        var answer = Outlook.answer(replacing(), _ -> {});

        assertThat(answer.details().end().cost().after())
                .isEqualTo(Money.dollars(new BigDecimal("0.4")));
        assertThat(sentences(answer))
                .containsOnlyOnce(
                        "the plan does not wait for the disruption limit of the policy: at most 0%"
                                + " of a group at any time");
    }

    private Question<Cluster, Policy, Past> replacing() {
        var old = node("l0", "pool=large", "16", "64Gi", pods(9, "web", "600m", "1Gi"));
        var groups =
                List.of(
                        Village.emptyGroup(
                                "small", node("new", "pool=small", "8", "32Gi"), 9, "0.4"),
                        group("large", 9, "0.8"));
        var cluster = Cluster.of(List.of(old), List.of(), groups);
        return new Question<>(cluster, policy, Past.NONE, List.of(), NOW, 0);
    }

    @Test
    void neverRemovesTheControlPlane() {
        var master = node("m", "pool=small,node-role.kubernetes.io/control-plane=x", "4", "16Gi");

        var answer = answer(List.of(master, on("a", "0")));

        assertThat(answer.details().end().nodes()).extracting(Node::name).containsExactly("m");
        assertThat(sentences(answer)).contains("1 node runs the control plane: m");
    }

    /// Whatever the nodes, pods, budgets and limits: the end is reached, no state comes twice, pods
    /// are neither lost nor made, and the end decides nothing more. A replacement may buy a node
    /// like an empty one that went before it.
    @Test
    void endsOnConstantDemand() {
        Seeds.forAtLeast(
                600,
                random -> {
                    var cluster = any(random);

                    var answer = answer(cluster);

                    var end = answer.details().end();
                    assertThat(end.course().finish()).as("%s", cluster).isEqualTo(Finish.SETTLED);
                    assertThat(podsOf(end)).isEqualTo(cluster.podCount());
                    if (policy.scaleDown().consolidation().mode() != Mode.REPLACE) {
                        noStateComesTwice(cluster, answer);
                    }
                    theStepsAddUpToTheCost(answer);
                    evictsOnlyWhatMayGo(cluster, answer);
                    end.nodes().forEach(OutlookTest::holdsItsPods);
                    decidesNothingMore(answer);
                    return end.removed() > 0;
                });
    }

    private Cluster any(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        for (int i = random.nextInt(1, 12); i > 0; i--) {
            nodes.add(
                    random.nextInt(4) == 0
                            ? large("l" + i)
                            : node("n" + i, "pool=small", "4", "16Gi"));
        }
        boolean isZonal = random.nextInt(3) == 0;
        nodes.replaceAll(node -> node.with(some(random, 3)));
        if (isZonal) {
            nodes.replaceAll(
                    node -> node.withLabels(node.labels().with(ZONE, "z" + random.nextInt(3))));
        }
        pending = some(random, 2);
        policy =
                anyPolicy(random)
                        .withHorizon(DAY)
                        .with(random.nextInt(3) == 0 ? List.of(new Ceiling.Nodes(10)) : List.of());
        budgets.clear();
        if (random.nextBoolean()) {
            budgets.add(budget(random.nextInt(3)));
        }
        return cluster(nodes);
    }

    /// With and without room to keep free and replacements.
    private static Policy anyPolicy(RandomGenerator random) {
        var some = random.nextInt(3) == 0 ? Replacing.mode(Mode.REPLACE) : Policy.DEFAULT;
        return random.nextInt(3) == 0
                ? some.with(new KeptFree.Room(slack(random.nextInt(1, 6) * 5)))
                : some;
    }

    private static SlackPolicy slack(int percent) {
        var defaults = SlackPolicy.DEFAULT;
        return new SlackPolicy(
                defaults.reading(),
                new Rate(Percent.of(percent), Basis.CAPACITY),
                defaults.pieces(),
                defaults.biggest(),
                defaults.resources());
    }

    /// A budget of all pods.
    private static Budget budget(int allowed) {
        return new Budget(new ObjectName("shop", "all"), List.of(), allowed);
    }

    private static Pods terminating(String name) {
        var pods = pods(1, name, "1", "1Gi");
        return pods.as(pods.shape().in(Shape.Stage.TERMINATING));
    }

    private static List<Pods> some(RandomGenerator random, int most) {
        var some = new ArrayList<Pods>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            var cpu = 100 * random.nextInt(1, 14) + "m";
            var owner = random.nextInt(12) == 0 ? Owner.NOBODY : Owner.REPLICA_SET;
            some.add(pods(1, "w" + i + cpu, cpu, "1Gi", owner));
        }
        return some;
    }

    private static int podsOf(EndState end) {
        int pods = end.leftPods().stream().mapToInt(Pods::count).sum();
        for (var node : end.nodes()) {
            pods += node.pods().stream().mapToInt(Pods::count).sum();
        }
        return pods;
    }

    /// No cluster is like one before it, whatever its nodes are called.
    private void noStateComesTwice(Cluster cluster, Answer<Past, Proposal> answer) {
        assertThat(answer.decision().plan().steps())
                .noneMatch(step -> step instanceof Step.UndrainNode);
        var states = new ArrayList<String>();
        Outlook.answer(
                new Question<>(cluster, policy, Past.NONE, List.of(), NOW, 0),
                seen -> {
                    var state = state(seen);
                    if (states.isEmpty() || !states.getLast().equals(state)) {
                        assertThat(states).doesNotContain(state);
                        states.add(state);
                    }
                });
    }

    /// Without times and the names of nodes.
    private static String state(Cluster cluster) {
        var nodes =
                cluster.nodes().stream()
                        .map(node ->
                                "%s %s %s"
                                        .formatted(
                                                node.labels().without("kubernetes.io/hostname"),
                                                node.state().getClass().getSimpleName(),
                                                counts(node.pods())))
                        .sorted()
                        .toList();
        var targets = new TreeMap<String, Integer>();
        cluster.groups().forEach((name, group) -> targets.put(name, group.target()));
        return "%s; %s; pending %s".formatted(nodes, targets, counts(cluster.pending()));
    }

    private static SortedMap<Long, Integer> counts(Collection<Pods> some) {
        var counts = new TreeMap<Long, Integer>();
        some.forEach(pods ->
                counts.merge(
                        pods.shape().requests().asked(Resources.CPU), pods.count(), Integer::sum));
        return counts;
    }

    /// Nodes that are added and removed again are in both sums.
    private static void theStepsAddUpToTheCost(Answer<Past, Proposal> answer) {
        var sum = Money.NONE;
        for (var reason : answer.decision().reasons()) {
            if (!REPLACEMENTS.contains(reason.rule())) {
                sum = sum.plus(dollars(reason, "added")).less(dollars(reason, "saved"));
            }
        }
        var cost = answer.details().end().cost();
        assertThat(sum).isEqualTo(cost.after().less(cost.now()));
    }

    private static Money dollars(Reason reason, String name) {
        return reason.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(fact -> ((Fact.Dollars) fact).value())
                .reduce(Money.NONE, Money::plus);
    }

    /// The pods of a removed node have an owner, and its budget allows to evict them.
    private void evictsOnlyWhatMayGo(Cluster cluster, Answer<Past, Proposal> answer) {
        for (var step : answer.decision().plan().steps()) {
            if (step instanceof Step.RemoveNode(var name, _, _) && cluster.node(name) != null) {
                var node = Objects.requireNonNull(cluster.node(name));
                assertThat(node.pods()).noneMatch(pods -> pods.shape().owner() == Owner.NOBODY);
                budgets.forEach(
                        budget -> assertThat(node.movers()).isLessThanOrEqualTo(budget.allowed()));
            }
        }
    }

    private static void holdsItsPods(Node node) {
        for (var resource : List.of(Resources.CPU, Resources.MEMORY)) {
            long asked =
                    node.pods().stream()
                            .mapToLong(
                                    pods -> pods.count() * pods.shape().requests().asked(resource))
                            .sum();
            assertThat(asked).isLessThanOrEqualTo(node.allocatable().asked(resource));
        }
    }

    private void decidesNothingMore(Answer<Past, Proposal> answer) {
        var last = answer.details().end().last().facts();
        var again = answer(last.cluster());

        assertThat(again.decision().plan().steps()).as("%s", last.cluster()).isEmpty();
    }

    private Answer<Past, Proposal> answer(List<Node> nodes) {
        return answer(cluster(nodes));
    }

    private Answer<Past, Proposal> answer(Cluster cluster) {
        return new Outlook().answer(new Question<>(cluster, policy, Past.NONE, List.of(), NOW, 0));
    }

    private Cluster cluster(List<Node> nodes) {
        var groups = new ArrayList<Group>();
        for (var name : List.of("small", "large")) {
            var size = nodes.stream().filter(node -> name.equals(node.labels().get("pool")));
            groups.add(
                    group(name, 20, name.equals("small") ? "0.2" : "0.4")
                            .with(Math.toIntExact(size.count())));
        }
        var cluster = Cluster.of(nodes, pending, groups);
        for (var budget : budgets) {
            cluster = cluster.withBudgets(cluster.budgets().with(budget.name(), budget));
        }
        return cluster;
    }

    private static Node on(String name, String cpu) {
        return cpu.equals("0")
                ? node(name, "pool=small", "4", "16Gi")
                : node(name, "pool=small", "4", "16Gi", pods(1, "p" + cpu, cpu, "1Gi"));
    }

    private static Node large(String name) {
        return node(name, "pool=large", "8", "32Gi");
    }

    private static Node large(String name, String cpu) {
        return large(name).with(List.of(pods(1, "p" + cpu, cpu, "1Gi")));
    }

    private static Step drain(String node) {
        return new Step.DrainNode(node, DrainCause.LOW_UTILISATION);
    }

    private static List<String> sentences(Answer<Past, Proposal> answer) {
        return answer.decision().reasons().stream().map(Reason::sentence).toList();
    }
}
