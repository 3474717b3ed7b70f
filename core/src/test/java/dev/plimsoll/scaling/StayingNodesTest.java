package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Why nodes stay: the whole sentence of every rule, each in a cluster of its own.
class StayingNodesTest {

    private static final Duration TEN = Duration.ofMinutes(10);

    /// `rule | sentence`
    private static final String SENTENCES =
            """
            unneeded | 1 node is unneeded for less than 10 min, e.g. b; so far for 4 min
            node-utilised | 1 node is used above 50%, e.g. b
            pod-without-owner | nothing would replace shop/lone of b; 1 more node has such a pod
            system-pod | kube-system/dns of b is a pod of kube-system without a disruption budget
            pod-not-safe-to-evict | shop/web of b must not be evicted, by its annotation
            pod-on-completion | shop/web of b is evicted only when it has ended, by its annotation
            pod-with-local-storage | shop/web of b has a volume on the node
            budget-exhausted | disruption budget shop/web does not allow to evict shop/p of a; 2 more nodes have such a pod
            fits-nowhere-else | shop/db of b fits on no other node; a: insufficient cpu: requests 4, 2 available; 1 more of 2 nodes refuses it alike
            control-plane-node | 1 node runs the control plane: m
            group-fixed | 1 node belongs to a group whose size is not changed: x
            not-in-service | 1 node is cordoned, starting, leaving or not Ready: c
            group-grows | 2 nodes belong to groups that grow, e.g. a, b
            group-settling | 2 nodes belong to groups that grew less than 10 min ago, e.g. a, b
            group-settling-room | 2 nodes belong to groups that grew for room to keep free less than 2 min ago, e.g. a, b
            group-at-minimum | 2 nodes are needed for the minimum of their groups, e.g. a, b
            room-needs-node | 1 node is the last of its group: without it placeholders would get another size and find no place, e.g. free
            node-protected | 1 node is protected by an annotation, e.g. b
            pods-coming | 1 node is needed for pods that are pending or move, e.g. b
            removals-paused | 2 nodes belong to groups that pause after a removal that failed, e.g. a, b
            tried-lately | 1 node was taken back less than 30 min ago, e.g. b
            being-replaced | 1 node belongs to a replacement that runs, e.g. l1
            consolidation-off | 2 nodes run pods, and consolidation is off, e.g. a, b
            scale-down-off | 2 nodes stay because scale-down is off, e.g. a, b
            stays-in-unhealthy-cluster | 5 nodes stay because too many nodes are not Ready, e.g. a, b, c
            drain-limit | 3 more unneeded nodes are drained later: at most 2 nodes drain at a time
            disruption-window | 3 more unneeded nodes of small are drained later: at most 2 of 5 may be disrupted at a time now, and 2 are
            """;

    private Policy policy;
    private List<Pods> pending;
    private List<Budget> budgets;
    private SortedMap<String, Instant> unneeded;
    private SortedMap<String, Instant> takenBack;
    private SortedMap<String, Instant> grownForRoom;
    private List<Replacement> replacements;
    private Timers timers;

    @BeforeEach
    void nothingHappenedBefore() {
        policy = Policy.DEFAULT;
        pending = List.of();
        budgets = new ArrayList<>();
        unneeded = new TreeMap<>();
        takenBack = new TreeMap<>();
        grownForRoom = new TreeMap<>();
        replacements = List.of();
        timers = Timers.NONE;
    }

    @Test
    void everyRuleHasATrueSentence() {
        var rules = new ArrayList<String>();
        for (var row : SENTENCES.lines().toList()) {
            int bar = row.indexOf(" | ");
            var rule = row.substring(0, bar);
            nothingHappenedBefore();
            rules.add(rule);
            assertThat(sentences(answer(nodes(rule)), rule))
                    .as(rule)
                    .containsExactly(row.substring(bar + 3));
        }
        assertThat(rules)
                .containsExactlyElementsOf(RemovalRules.STAYS.stream().map(Rule::code).toList());
    }

    @Test
    void namesTheTimeOfTheNodeThatHasBeenUnneededForTheLongest() {
        unneeded.put("b", NOW.minusSeconds(119));
        unneeded.put("c", NOW.minus(Duration.ofMinutes(9)));
        var nodes = List.of(full("a", "2"), full("b", "500m"), full("c", "500m"));

        assertThat(sentences(answer(nodes), "unneeded"))
                .containsExactly(
                        "2 nodes are unneeded for less than 10 min, e.g. c, b; the longest for 9"
                                + " min");
        assertThat(of(nodes, "b")).containsExactly("b is unneeded for 1 min of 10 min");
    }

    /// Ninety seconds are less than two minutes.
    @Test
    void countsTimesOfLessThanAMinuteInSeconds() {
        policy = policy.with(policy(Duration.ofSeconds(90), 10));
        unneeded.put("b", NOW.minusSeconds(80));
        var nodes = List.of(full("a", "2"), full("b", "500m"));

        assertThat(sentences(answer(nodes), "unneeded"))
                .containsExactly(
                        "1 node is unneeded for less than 2 min, e.g. b; so far for 1 min");
        assertThat(of(nodes, "b")).containsExactly("b is unneeded for 80 s of 90 s");
    }

    /// One node lacks cpu, and two have another label.
    @Test
    void namesTheRuleByWhichMostNodesRefuseAPod() {
        var zonal = zonal(pods(1, "db", "1", "1Gi"), "b");
        var nodes = new ArrayList<Node>();
        nodes.add(node("a1", "pool=small,zone=b", "4", "16Gi", pods(1, "p", "3500m", "1Gi")));
        nodes.add(node("a2", "pool=small,zone=c", "4", "16Gi", pods(1, "p", "3", "1Gi")));
        nodes.add(node("a3", "pool=small,zone=a", "4", "16Gi", pods(1, "p", "3", "1Gi")));
        nodes.add(node("n", "pool=small,zone=b", "4", "16Gi", zonal));

        var sentence =
                "shop/db of n fits on no other node; a2: the node does not match node selector"
                        + " zone=b; 1 more of 3 nodes refuses it alike";
        assertThat(sentences(answer(nodes), "fits-nowhere-else")).containsExactly(sentence);
        assertThat(of(nodes, "n")).containsExactly(sentence);
    }

    /// Alone each of the pods fits: the first takes the place of the second.
    @Test
    void saysThatPodsThatMoveTakeTheRoom() {
        var two = pods(2, "web", "900m", "1Gi");
        var nodes = List.of(full("a", "3"), node("b", "pool=small", "4", "16Gi", two));

        var sentence =
                "shop/web of b fits on no other node beside 1 pod that moves; a: insufficient cpu:"
                        + " requests 900m, 100m available";
        assertThat(sentences(answer(nodes), "fits-nowhere-else")).containsExactly(sentence);
        assertThat(of(nodes, "b")).containsExactly(sentence);
    }

    @Test
    void aPodFitsOnNoOtherNodeIfThereIsNone() {
        var nodes = List.of(full("a", "1"));

        assertThat(sentences(answer(nodes), "fits-nowhere-else"))
                .containsExactly("shop/p of a fits on no other node");
    }

    /// Decisions about one value share the results.
    @Test
    void saysTheSameAboutTheSameClusterLater() {
        var cluster = cluster(nodes("fits-nowhere-else"));
        var first = answer(cluster, NOW);

        assertThat(sentences(answer(cluster, NOW.plusSeconds(10)), "fits-nowhere-else"))
                .isEqualTo(sentences(first, "fits-nowhere-else"))
                .hasSize(1);
    }

    /// The nodes of the case of a rule, after what happened before.
    private List<Node> nodes(String rule) {
        var plain = pods(1, "web", "1", "1Gi");
        return switch (rule) {
            case "unneeded" -> {
                unneeded.put("b", NOW.minusSeconds(299));
                yield List.of(full("a", "2"), full("b", "1"));
            }
            case "node-utilised" -> List.of(full("a", "1"), full("b", "2100m"), full("c", "2"));
            case "pod-without-owner" -> {
                var lone = pods(1, "lone", "1", "1Gi", Owner.NOBODY);
                yield List.of(full("a", "2"), with("b", lone), with("c", lone));
            }
            case "system-pod" -> List.of(full("a", "2"), with("b", system(plain)));
            case "pod-not-safe-to-evict" ->
                    List.of(
                            full("a", "2"),
                            with("b", with(plain, new Disruption(Consent.FORBIDDEN, false))));
            case "pod-on-completion" ->
                    List.of(
                            full("a", "2"),
                            with("b", with(plain, new Disruption(Consent.ON_COMPLETION, false))));
            case "pod-with-local-storage" ->
                    List.of(
                            full("a", "2"),
                            with("b", with(plain, new Disruption(Consent.UNSAID, true))));
            case "budget-exhausted" -> {
                budgets.add(new Budget(new ObjectName("shop", "web"), List.of(), 0));
                yield List.of(full("a", "1"), full("b", "1"), full("c", "1"));
            }
            case "fits-nowhere-else" -> {
                var db = node("b", "pool=small", "9", "16Gi", pods(1, "db", "4", "1Gi"));
                yield List.of(full("a", "2"), db, full("c", "2"));
            }
            default -> ofNodes(rule);
        };
    }

    private List<Node> ofNodes(String rule) {
        var two = List.of(full("a", "1"), full("b", "1"));
        return switch (rule) {
            case "control-plane-node" -> {
                var role = "pool=large,node-role.kubernetes.io/control-plane=";
                yield List.of(full("a", "1"), node("m", role, "4", "16Gi"));
            }
            case "group-fixed" -> {
                var groups = new TreeMap<String, GroupPolicy>();
                var limits = new Limits(0, 9);
                groups.put("large", new GroupPolicy(Manage.UTILISATION, limits, Standing.EXISTS));
                policy = policy.with(groups);
                yield List.of(full("a", "1"), node("x", "pool=large", "4", "16Gi"));
            }
            case "not-in-service" ->
                    List.of(full("a", "1"), full("c", "1").with(new NodeState.Cordoned()));
            case "node-protected" -> List.of(full("a", "3"), full("b", "1").withNoDelete(true));
            case "pods-coming" -> {
                pending = List.of(pods(1, "web-9", "1", "1Gi"));
                yield List.of(full("a", "4"), full("b", "1"));
            }
            case "tried-lately" -> {
                takenBack.put("b", NOW.minusSeconds(1_799));
                yield two;
            }
            case "consolidation-off" -> {
                policy = policy.with(policy.scaleDown().with(mode(Mode.OFF)));
                yield two;
            }
            default -> ofGroups(rule, two);
        };
    }

    private List<Node> ofGroups(String rule, List<Node> two) {
        switch (rule) {
            case "group-grows" -> pending = List.of(pods(1, "big", "4", "1Gi"));
            case "group-settling" -> timers = timers.grown(NOW.minusSeconds(599));
            case "group-settling-room" -> grownForRoom.put("small", NOW.minusSeconds(119));
            case "group-at-minimum" -> policy = Village.limits("small", 2, 9);
            case "removals-paused" ->
                    timers = timers.withDrains(new BackOff(1, NOW, NOW.plusSeconds(1)));
            default -> {
                return ofTheCluster(rule);
            }
        }
        return two;
    }

    private List<Node> ofTheCluster(String rule) {
        return switch (rule) {
            case "room-needs-node" -> lastOfItsGroup();
            case "being-replaced" -> {
                policy = policy.with(policy.scaleDown().with(mode(Mode.REPLACE)));
                var bought = new TreeMap<String, Integer>();
                bought.put("small", 1);
                var stage = Replacement.Stage.ORDERED;
                var old = new TreeSet<>(List.of("l1"));
                var groups = new TreeSet<>(List.of("large"));
                replacements = List.of(new Replacement(stage, old, groups, bought, NOW, NOW));
                var web = pods(9, "web", "600m", "1Gi");
                yield List.of(node("l1", "pool=large", "16", "64Gi", web));
            }
            case "scale-down-off" -> {
                policy = policy.with(off());
                yield List.of(full("a", "1"), full("b", "1"));
            }
            case "stays-in-unhealthy-cluster" ->
                    List.of(
                            full("a", "1"),
                            full("b", "1").withReady(false),
                            full("c", "1").withReady(false),
                            full("d", "1").withReady(false),
                            full("e", "1").withReady(false));
            case "drain-limit" -> {
                policy = policy.with(policy(TEN, 2));
                yield due();
            }
            case "disruption-window" -> {
                var window = new DisruptionWindow(Percent.of(40), new Times.Always());
                policy = policy.with(policy.scaleDown().with(List.of(window)));
                yield due();
            }
            default -> throw new IllegalArgumentException("no case for rule " + rule);
        };
    }

    /// Placeholders of a fifth of a node of `small`; a fifth of a node of `large` fits nowhere.
    private List<Node> lastOfItsGroup() {
        var defaults = SlackPolicy.DEFAULT;
        policy =
                policy.with(
                        new KeptFree.Room(
                                new SlackPolicy(
                                        defaults.reading(),
                                        new Rate(Percent.of(5), Basis.CAPACITY),
                                        defaults.pieces(),
                                        defaults.biggest(),
                                        defaults.resources())));
        var nodes = new ArrayList<Node>();
        nodes.add(node("free", "pool=small", "2", "8Gi"));
        for (int i = 0; i < 6; i++) {
            var pods = pods(1, "p" + i, "3500m", "14Gi");
            nodes.add(node("n" + i, "pool=large", "4", "16Gi", pods));
        }
        return nodes;
    }

    /// Five nodes that have been unneeded for ten minutes, beside a large one.
    private List<Node> due() {
        var nodes = new ArrayList<Node>();
        nodes.add(node("big", "pool=large", "64", "256Gi", pods(1, "p", "40", "1Gi")));
        for (int i = 1; i <= 5; i++) {
            nodes.add(full("n" + i, "1"));
            unneeded.put("n" + i, NOW.minus(TEN));
        }
        return nodes;
    }

    private static Consolidation mode(Mode mode) {
        return Consolidation.DEFAULT.with(mode);
    }

    private static ScaleDownPolicy policy(Duration unneededFor, int maxDrains) {
        var most = Percent.of(50);
        return new ScaleDownPolicy(
                true, unneededFor, most, maxDrains, TEN, TEN, List.of(), Consolidation.DEFAULT);
    }

    private static ScaleDownPolicy off() {
        return new ScaleDownPolicy(
                false, TEN, Percent.of(50), 10, TEN, TEN, List.of(), Consolidation.DEFAULT);
    }

    private static Node full(String name, String cpu) {
        return with(name, pods(1, "p", cpu, "1Gi"));
    }

    private static Node with(String name, Pods pods) {
        return node(name, "pool=small", "4", "16Gi", pods);
    }

    private static Pods with(Pods pods, Disruption disruption) {
        return pods.as(pods.shape().with(disruption));
    }

    private static Pods system(Pods pods) {
        var requests = pods.shape().requests();
        var anywhere = Placement.ANYWHERE;
        var shape = new Shape("kube-system", Labels.NONE, requests, anywhere, Owner.REPLICA_SET, 0);
        return new Pods(shape, 1, "dns");
    }

    private static Pods zonal(Pods pods, String zone) {
        var selector = Labels.of("zone", zone);
        var shape = pods.shape();
        return pods.as(shape.with(new Placement(selector, new Affinity.Anywhere(), List.of())));
    }

    private Answer<Past, Proposal> answer(List<Node> nodes) {
        return answer(cluster(nodes), NOW);
    }

    private Answer<Past, Proposal> answer(Cluster cluster, Instant now) {
        var groups = new TreeMap<String, GroupPast>();
        groups.put("small", GroupPast.NONE.with(timers));
        var removals = new Removals(unneeded, takenBack, List.of(), replacements);
        var growths = new Growths(List.of(), grownForRoom, new TreeMap<>());
        var past = new Past(groups, removals, SlackPast.NONE, growths);
        return new Scaling().answer(new Question<>(cluster, policy, past, List.of(), now, 0));
    }

    private Cluster cluster(List<Node> nodes) {
        var groups = new ArrayList<Group>();
        for (var name : List.of("small", "large")) {
            var own = nodes.stream().filter(node -> node.labels().has("pool", name)).toList();
            groups.add(
                    own.isEmpty()
                            ? emptyGroup(name, node("new", "pool=" + name, "8", "32Gi"), 9, "0.4")
                            : group(name, 9, "0.2").with(own.size()));
        }
        var cluster = Cluster.of(nodes, pending, groups);
        for (var budget : budgets) {
            cluster = cluster.withBudgets(cluster.budgets().with(budget.name(), budget));
        }
        return cluster;
    }

    private static List<String> sentences(Answer<Past, Proposal> answer, String rule) {
        return answer.decision().reasons().stream()
                .filter(reason -> reason.rule().code().equals(rule))
                .map(Reason::sentence)
                .toList();
    }

    /// Why one node stays, by all rules.
    private List<String> of(List<Node> nodes, String name) {
        return NodeCase.of(answer(nodes).details(), name).orElseThrow().reasons().stream()
                .map(Reason::sentence)
                .toList();
    }
}
