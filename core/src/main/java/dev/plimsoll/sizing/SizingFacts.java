package dev.plimsoll.sizing;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.groups.GroupPods;
import dev.plimsoll.groups.NextNode;
import dev.plimsoll.groups.NodesByState;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy.Daemons;
import dev.plimsoll.sizing.Policy.Finish;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Whose;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The facts of a question that every rule uses: the group's pods, its nodes by state, the capacity
/// of a new node, and the utilisation.
final class SizingFacts {

    private static final List<String> ABOUT_LABELS =
            List.of("node-selector", "node-affinity", "volume-affinity", "volume-zone");

    final Seen seen;
    final Policy policy;
    final Past past;
    final Instant now;
    final Clock clock;
    final NodesByState byState;

    final NextNode next;

    /// The kinds of nodes that a group of several zones or instance types can get.
    final Variants variants;

    /// The template of the next node, with the labels of the group; of several kinds, what all of
    /// them have.
    final Template template;

    /// The requests of the pods that belong to the next node, with their pod slots.
    final Resources daemons;

    /// The capacity of a new node for the group's pods; empty if unknown.
    final Resources each;

    /// The group's pending pods that an empty node can hold.
    final List<Pods> pending = new ArrayList<>();

    /// The group's pending pods that no node can hold, even when empty.
    final List<Pods> unholdable = new ArrayList<>();

    /// The peaks of the demand, with that of now.
    final Peaks peaks;

    SizingFacts(Question<Seen, Policy, Past> question) {
        seen = question.seen();
        policy = question.policy();
        past = withoutRefused(question);
        now = question.now();
        clock = past.group().timers().clock();
        byState =
                NodesByState.at(
                        now,
                        seen.nodes(),
                        seen.group().target(),
                        past.group().missing(),
                        policy.growth().provisionTimeout(),
                        clock);
        next = NextNode.of(seen.group().template(), seen.nodes(), byState.ready(), past.group());
        variants = Variants.of(seen.group(), seen.nodes(), byState.ready(), past.group());
        template = variants.isOne() ? template() : variants.any();
        daemons = next.daemonRequests();
        each = template.isKnown() ? each() : Resources.NONE;
        for (var pods : seen.pending()) {
            if (isPlaced(pods.shape()) && ownsPending(pods.shape())) {
                (isHoldable(pods.shape()) ? pending : unholdable).add(pods);
            }
        }
        peaks =
                new Peaks(policy.shrink().stabilise(), past.peaks())
                        .at(now, () -> ofReady().demand());
    }

    /// The past without the cool-down of an order that the provider refused.
    private static Past withoutRefused(Question<Seen, Policy, Past> question) {
        var past = question.past();
        int target = question.seen().group().target();
        boolean isRefused =
                question.last().stream().anyMatch(outcome -> isRefusedOrder(outcome, target));
        return isRefused ? past.with(past.group().with(CoolDown.OVER)) : past;
    }

    /// Whether the provider refused the order. If the outcome is unknown, its target shows it.
    private static boolean isRefusedOrder(Outcome outcome, int target) {
        if (!(outcome.step() instanceof Step.ResizeGroup(_, int from, _, _))) {
            return false;
        }
        return switch (outcome) {
            case Outcome.Failed _, Outcome.Stale _ -> true;
            case Outcome.Unknown _ -> target <= from;
            case Outcome.Done _ -> false;
        };
    }

    /// A threshold as a fact, in percent.
    static Fact threshold(Percent percent) {
        return Fact.percent(
                "threshold",
                BigInteger.valueOf(percent.hundredths()),
                BigInteger.valueOf(Percent.of(100).hundredths()));
    }

    /// Active nodes, and machines that arrive in time.
    int nodes() {
        return byState.coming();
    }

    /// The nodes over which [#growing] is computed: Ready and starting nodes and arriving machines.
    int counted() {
        return byState.ready().size() + byState.starting().size() + byState.arriving();
    }

    /// A count of nodes, and how many of them are machines that have not joined yet.
    List<Fact> count(int nodes) {
        int arriving = byState.arriving();
        var count = Fact.fact("nodes", nodes);
        return arriving == 0 ? List.of(count) : List.of(count, Fact.fact("arriving", arriving));
    }

    /// Pending pods that select neither this group nor another. Where a group takes every pod that
    /// fits, there is no such pod.
    List<Pods> withoutGroup() {
        if (policy.counting().pods() == Whose.FITTING) {
            return List.of();
        }
        return seen.pending().stream()
                .filter(pods -> !pods.shape().owner().staysWithNode())
                .filter(pods -> !selects(pods.shape(), seen.group().labels()))
                .filter(pods -> !selectsOther(pods.shape()))
                .toList();
    }

    /// Pending pods of the group that select another group as well.
    List<Pods> pendingOfTwoGroups() {
        return pending.stream().filter(pods -> selectsOther(pods.shape())).toList();
    }

    private boolean selectsOther(Shape shape) {
        return seen.others().stream().anyMatch(labels -> selects(shape, labels));
    }

    String name() {
        return seen.group().name();
    }

    boolean isSource() {
        return policy.reading() == Reading.SOURCE;
    }

    /// The utilisation that growth looks at: with starting nodes and arriving machines.
    Utilisation growing() {
        var sizes = new ArrayList<Resources>();
        byState.ready().forEach(node -> sizes.add(size(node)));
        byState.starting().forEach(node -> sizes.add(size(node)));
        if (isSource()) {
            byState.stuck().forEach(node -> sizes.add(size(node)));
            return Utilisation.of(demand(Finish.NONE), sizes, each);
        }
        return Utilisation.of(demand(policy.counting().finishOnDraining()), sizes, each)
                .plus(each, byState.arriving());
    }

    /// The utilisation that shrinking looks at: of Ready nodes only, by the peak of the demand.
    Utilisation shrinking() {
        return ofReady().atLeast(peaks.highest());
    }

    /// The utilisation of Ready nodes by the demand of now.
    Utilisation ofReady() {
        return Utilisation.of(
                demand(Finish.NONE), byState.ready().stream().map(this::size).toList(), each);
    }

    /// The time in which the demand had its peak, if the policy looks back and an earlier turn saw
    /// the demand.
    List<Fact> window() {
        var window = policy.shrink().stabilise();
        return window.isZero() || past.peaks().isEmpty()
                ? List.of()
                : List.of(Fact.fact("window", text(window)));
    }

    private static String text(Duration window) {
        return window.toMinutes() > 0 ? window.toMinutes() + " min" : window.toSeconds() + " s";
    }

    /// The capacity of a node for the group's pods.
    Resources size(Node node) {
        return policy.counting().daemonSets() == Daemons.IGNORE
                ? node.allocatable()
                : node.allocatable().less(node.daemons());
    }

    private Resources each() {
        return policy.counting().daemonSets() == Daemons.IGNORE
                ? template.allocatable()
                : template.allocatable().less(daemons);
    }

    /// The group's pods that can move, on nodes that leave or were marked for removal, and on nodes
    /// that drain whatever the utilisation.
    List<Pods> displaced() {
        var displaced = new ArrayList<Pods>();
        for (var node : seen.nodes()) {
            boolean goes =
                    switch (node.state()) {
                        case NodeState.Leaving _, NodeState.Forced _ -> true;
                        case NodeState.Draining(_, var why) -> !mayUndrain(why);
                        case NodeState.Active _,
                                NodeState.Paused _,
                                NodeState.Cordoned _,
                                NodeState.Closed _ ->
                                false;
                    };
            if (goes) {
                movers(node).stream()
                        .filter(pods -> ownsRunning(pods.shape()) && !finishes(pods.shape()))
                        .forEach(displaced::add);
            }
        }
        return displaced;
    }

    /// Since when the node is Ready, or is not.
    Instant readySince(Node node) {
        return clock.counted(node.readySince());
    }

    /// Nodes whose removal someone else requested.
    List<Node> forced() {
        return seen.nodes().stream()
                .filter(node -> node.state() instanceof NodeState.Forced)
                .toList();
    }

    /// What the next turn has to know of grace periods.
    ///
    /// @param waiting draining nodes whose pods had no other place in this turn: their hard grace
    ///   period ends now
    List<Past.Grace> rememberedGraces(Collection<String> waiting) {
        var graces = new ArrayList<Past.Grace>();
        for (var node : seen.nodes()) {
            if (waiting.contains(node.name())) {
                graces.add(new Past.Grace(node.name(), now.minus(policy.graces().hard())));
            } else if (node.state() instanceof NodeState.Forced) {
                graces.add(new Past.Grace(node.name(), graceSince(node)));
            } else if (node.state() instanceof NodeState.Draining) {
                grace(node).ifPresent(graces::add);
            }
        }
        return graces;
    }

    private Optional<Past.Grace> grace(Node node) {
        return past.graces().stream().filter(one -> one.node().equals(node.name())).findFirst();
    }

    /// Since when a draining node drains, or a node is seen whose removal was requested.
    Instant leavesSince(Node node) {
        return node.state() instanceof NodeState.Draining(var since, _)
                ? clock.counted(since)
                : graceSince(node);
    }

    /// The time from which the grace periods of the node count.
    Instant graceSince(Node node) {
        var remembered = grace(node).map(Past.Grace::since);
        if (!(node.state() instanceof NodeState.Draining)) {
            return remembered.orElse(now);
        }
        var drained = leavesSince(node);
        return remembered.filter(since -> since.isAfter(drained)).orElse(drained);
    }

    private boolean finishes(Shape shape) {
        return policy.counting().finishOnDraining() == Finish.JOBS && shape.owner() == Owner.JOB;
    }

    /// Whether a node that drains for this cause may take pods again.
    static boolean mayUndrain(DrainCause why) {
        return why == DrainCause.LOW_UTILISATION || why == DrainCause.UNKNOWN;
    }

    /// Whether nodes or machines are on their way.
    boolean arrives() {
        return byState.arriving() + byState.starting().size() > 0;
    }

    /// Whether the provider and the cluster allow one more machine.
    boolean hasMachineLeft() {
        return seen.group().target() < seen.group().provider().most()
                && seen.machines() < policy.mostInCluster();
    }

    /// The pods of the node that can move.
    static List<Pods> movers(Node node) {
        return node.pods().stream().filter(pods -> !pods.shape().owner().staysWithNode()).toList();
    }

    /// The target, as far as the maximum of the whole cluster allows it.
    long withinCluster(long machines, Draft draft) {
        int target = seen.group().target();
        int most = policy.mostInCluster();
        long allowed = target + Math.max(0L, (long) most - seen.machines());
        if (machines <= Math.max(allowed, target)) {
            return machines;
        }
        draft.because(
                Rules.CLUSTER_FULL,
                name(),
                Fact.fact("most", most),
                Fact.fact("nodes", seen.machines()));
        return allowed;
    }

    /// The order in which nodes are drained.
    Comparator<Node> drainOrder() {
        return drainRank().thenComparing(Node::created).thenComparing(Node::name);
    }

    /// What decides it first.
    Comparator<Node> drainRank() {
        return switch (policy.shrink().order()) {
            case OLDEST -> Comparator.comparing(Node::created);
            case EMPTIEST -> Comparator.comparingLong(SizingFacts::share);
            case CHEAPEST_TO_MOVE ->
                    Comparator.comparingInt(Node::movers).thenComparingLong(SizingFacts::share);
        };
    }

    private static long share(Node node) {
        return Share.dominant(node.asked(), node.allocatable());
    }

    /// The resources by which pods are compared.
    Resources whole() {
        if (template.isKnown()) {
            return template.allocatable();
        }
        return byState.ready().isEmpty()
                ? Resources.NONE
                : byState.ready().getFirst().allocatable();
    }

    /// Nodes that will be Ready: starting nodes, and machines that were ordered in time.
    ///
    /// @param most of the machines: no more than there are pods to place
    List<Node> arriving(int most) {
        var nodes = new ArrayList<Node>();
        byState.starting().forEach(node -> nodes.add(node.inService()));
        nodes.addAll(machines("arriving-", most, byState.arriving()));
        return nodes;
    }

    /// The next machines, as far as is known what they are.
    ///
    /// @param most of a kind
    List<Node> machines(String name, int most, int machines) {
        var nodes = new ArrayList<Node>();
        if (variants.isOne()) {
            int known = template.isKnown() ? Math.min(most, machines) : 0;
            for (int i = 0; i < known; i++) {
                nodes.add(newNode(name + i));
            }
            return nodes;
        }
        for (var kind : variants.next(machines)) {
            nodes.add(newNode(name + nodes.size(), kind));
        }
        return nodes;
    }

    /// A node of the template with room for its DaemonSet pods set aside: a pod must fit beside
    /// them, whether or not utilisation counts them.
    Node newNode() {
        return newNode("a new node");
    }

    Node newNode(String name) {
        return newNode(name, template);
    }

    Node newNode(String name, Template like) {
        return like.node(name)
                .withLabels(like.labels().with(Node.HOSTNAME, name))
                .withAllocatable(like.allocatable().less(daemons));
    }

    /// Whether a new node holds the pod; of several kinds, whether one of them does.
    Verdict onNewNode(Shape shape) {
        if (variants.isOne()) {
            return Fit.onEmpty(newNode(), shape);
        }
        var verdicts =
                variants.kinds().stream()
                        .map(kind -> Fit.onEmpty(newNode("a new node", kind.template()), shape))
                        .toList();
        return verdicts.stream()
                .filter(verdict -> !(verdict instanceof Verdict.Refused))
                .findFirst()
                .or(() -> verdicts.stream().filter(SizingFacts::isAboutMore).findFirst())
                .orElse(verdicts.getFirst());
    }

    /// Whether the kind of node has the labels that the refused pod requires.
    private static boolean isAboutMore(Verdict verdict) {
        return verdict instanceof Verdict.Refused(var why)
                && !ABOUT_LABELS.contains(why.rule().code());
    }

    /// Requests of the group's unfinished pods, pending ones included.
    private SortedMap<String, BigInteger> demand(Finish finish) {
        var demand = new TreeMap<String, BigInteger>();
        for (var node : seen.nodes()) {
            boolean jobsFinish =
                    finish == Finish.JOBS && node.state() instanceof NodeState.Draining;
            for (var pods : node.pods()) {
                boolean finishes = jobsFinish && pods.shape().owner() == Owner.JOB;
                if (ownsRunning(pods.shape()) && !finishes) {
                    add(demand, pods);
                }
            }
        }
        pending.forEach(pods -> add(demand, pods));
        return demand;
    }

    private static void add(Map<String, BigInteger> demand, Pods pods) {
        var requests = pods.shape().requests();
        for (var name : requests.names()) {
            var requested = BigInteger.valueOf(requests.asked(name));
            demand.merge(
                    name, requested.multiply(BigInteger.valueOf(pods.count())), BigInteger::add);
        }
    }

    private boolean ownsRunning(Shape shape) {
        return !shape.owner().staysWithNode()
                && (policy.counting().pods() == Whose.FITTING
                        || selects(shape, seen.group().labels()));
    }

    /// The requests of the group's pods on the node.
    Resources asked(Node node) {
        var sum = Resources.NONE;
        for (var pods : node.pods()) {
            if (ownsRunning(pods.shape())) {
                sum = sum.plus(pods.shape().requests().times(pods.count()));
            }
        }
        return sum;
    }

    /// Whether kube-scheduler places the pod now. Escalator counts every pending pod.
    private boolean isPlaced(Shape shape) {
        return isSource()
                || shape.stage() == Shape.Stage.STAYING
                || shape.stage() == Shape.Stage.NOMINATED;
    }

    private boolean ownsPending(Shape shape) {
        if (shape.owner().staysWithNode()) {
            return false;
        }
        if (selects(shape, seen.group().labels())) {
            return true;
        }
        return policy.counting().pods() == Whose.FITTING
                && !selectsOther(shape)
                && template.isKnown()
                && onNewNode(shape).fits();
    }

    private boolean selects(Shape shape, Labels labels) {
        if (labels.isEmpty()) {
            return labels.equals(seen.group().labels());
        }
        if (name().equals(GroupPods.DEFAULT_GROUP) && labels.equals(seen.group().labels())) {
            return GroupPods.selectsNothing(shape) && !(isSource() && hasPodAffinity(shape));
        }
        return GroupPods.selects(shape, labels);
    }

    /// Escalator's group `default` takes pods without any affinity.
    private static boolean hasPodAffinity(Shape shape) {
        var constraints = shape.constraints();
        return !constraints.near().isEmpty() || !constraints.apart().isEmpty();
    }

    /// Whether a new node, or an active or draining node of the group, can hold the pod beside the
    /// pods that belong to the node. Always true in Escalator's reading and if the template is
    /// unknown.
    private boolean isHoldable(Shape shape) {
        if (isSource() || !template.isKnown() || onNewNode(shape).fits()) {
            return true;
        }
        return seen.nodes().stream()
                .filter(node -> node.isActive() || node.state() instanceof NodeState.Draining)
                .anyMatch(node -> Fit.on(emptied(node), shape).fits());
    }

    private static Node emptied(Node node) {
        var staying = node.daemonPods();
        return node.inService().with(staying);
    }

    private Template template() {
        if (!next.isKnown()) {
            return Template.UNKNOWN;
        }
        var labels = next.template().labels().toMap();
        labels.putAll(seen.group().labels().toMap());
        return new Template(
                next.template().allocatable(), Labels.of(labels), next.template().taints());
    }

    /// What the next turn remembers of the group.
    GroupPast remembered(CoolDown coolDown, GroupPast.Timers timers) {
        boolean isSeen = !byState.ready().isEmpty();
        return new GroupPast(
                coolDown,
                timers,
                byState.missing(),
                isSeen ? next.template() : past.group().template(),
                isSeen ? daemons : past.group().daemons(),
                isSeen ? next.created() : past.group().created());
    }
}
