package dev.plimsoll.sizing;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy.Finish;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The rules told a second time, slowly and straight from the page, for questions that are plain: a
/// declared template, no pod that belongs to its node, nothing remembered of what is owed.
final class Naive {

    private final Question<Seen, Policy, Past> question;
    private final Seen seen;
    private final Policy policy;
    private final Template next;
    private final Resources each;

    Naive(Question<Seen, Policy, Past> question) {
        this.question = question;
        this.seen = question.seen();
        this.policy = question.policy();
        this.next = next();
        this.each = next.allocatable();
    }

    static boolean isPlain(Question<Seen, Policy, Past> question) {
        var policy = question.policy();
        boolean hasDaemons =
                question.seen().nodes().stream()
                        .flatMap(node -> node.pods().stream())
                        .anyMatch(pods -> pods.shape().owner().staysWithNode());
        return question.seen().group().name().equals("blue")
                && question.seen().group().template().isKnown()
                && !hasDaemons
                && question.past().group().daemons().isEmpty()
                && question.past().group().missing().isEmpty()
                && policy.growth().provisionTimeout().isPositive();
    }

    /// The newest Ready node, else the one that is remembered, else the declared template.
    private Template next() {
        var remembered = question.past().group().template();
        return ready().stream()
                .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                .map(Node::inService)
                .map(node -> new Template(node.allocatable(), node.labels(), node.taints()))
                .orElse(remembered.isKnown() ? remembered : seen.group().template());
    }

    List<Node> ready() {
        return seen.nodes().stream()
                .filter(Node::isActive)
                .filter(node -> node.ready() && !node.isStarting())
                .toList();
    }

    List<Node> starting() {
        return seen.nodes().stream()
                .filter(Node::isActive)
                .filter(node -> !node.ready() || node.isStarting())
                .filter(node ->
                        question.now()
                                .isBefore(node.created().plus(policy.growth().provisionTimeout())))
                .toList();
    }

    List<Node> draining() {
        return seen.nodes().stream()
                .filter(node -> node.state() instanceof NodeState.Draining)
                .toList();
    }

    int active() {
        return (int) seen.nodes().stream().filter(Node::isActive).count();
    }

    int arriving() {
        return Math.max(0, seen.group().target() - seen.nodes().size());
    }

    /// Newest first.
    List<Node> healthyDraining() {
        return draining().stream()
                .filter(node -> node.ready() && !node.isStarting())
                .filter(node ->
                        node.state() instanceof NodeState.Draining(_, var why)
                                && (why == DrainCause.LOW_UTILISATION || why == DrainCause.UNKNOWN))
                .sorted(
                        Comparator.comparingLong((Node node) -> node.created().getEpochSecond())
                                .reversed()
                                .thenComparing(Node::name))
                .toList();
    }

    /// In the order of the plan.
    List<Node> undrainedBy(Plan plan) {
        return plan.steps().stream()
                .flatMap(step ->
                        step instanceof Step.UndrainNode(var name)
                                ? Stream.of(node(name))
                                : Stream.empty())
                .toList();
    }

    /// The nodes that are drained for the utilisation.
    List<Node> drainedBy(Plan plan) {
        return plan.steps().stream()
                .flatMap(step ->
                        step instanceof Step.DrainNode(var name, var why)
                                        && why == DrainCause.LOW_UTILISATION
                                ? Stream.of(node(name))
                                : Stream.empty())
                .toList();
    }

    /// How many nodes beyond those that are there or on their way in time.
    int boughtBy(Plan plan) {
        for (var step : plan.steps()) {
            if (step instanceof Step.ResizeGroup(_, _, int nodes, _)) {
                return nodes - seen.nodes().size() - arriving();
            }
        }
        return 0;
    }

    /// Some resource that a new node offers is above the line of growing.
    boolean isAbove(List<Node> back, int bought) {
        var sizes = new ArrayList<Resources>();
        ready().forEach(node -> sizes.add(node.allocatable()));
        starting().forEach(node -> sizes.add(node.allocatable()));
        back.forEach(node -> sizes.add(node.allocatable()));
        for (int i = 0; i < arriving() + bought; i++) {
            sizes.add(each);
        }
        var demand = demand(policy.counting().finishOnDraining());
        return names(sizes).stream()
                .filter(name -> each.offered(name) > 0)
                .anyMatch(name -> compare(policy.growth().above(), demand, sizes, name) > 0);
    }

    /// All resources of these nodes are below the line.
    boolean isBelow(Percent line, List<Node> nodes) {
        var sizes = nodes.stream().map(Node::allocatable).toList();
        var demand = demand(Finish.NONE);
        return names(sizes).stream()
                .filter(name -> isAsked(demand, name) || sum(sizes, name).signum() > 0)
                .allMatch(name -> compare(line, demand, sizes, name) < 0);
    }

    /// No resource of these nodes is above the line.
    boolean isWithin(Percent line, List<Node> nodes) {
        var sizes = nodes.stream().map(Node::allocatable).toList();
        var demand = demand(Finish.NONE);
        return names(sizes).stream().allMatch(name -> compare(line, demand, sizes, name) <= 0);
    }

    /// There is a way to put all that must leave on the nodes that stay.
    boolean findsPlace(List<Node> leaving) {
        var staying = new ArrayList<>(ready());
        staying.removeAll(leaving);
        var movers = new ArrayList<Shape>();
        for (var pods : leaving.stream().flatMap(node -> node.pods().stream()).toList()) {
            if (!pods.shape().owner().staysWithNode()) {
                for (int i = 0; i < pods.count(); i++) {
                    movers.add(pods.shape());
                }
            }
        }
        movers.sort(
                Comparator.comparing((Shape shape) -> shape.requests().toString())
                        .thenComparing(Shape::id));
        return place(movers, 0, staying, new int[] {20_000});
    }

    /// Tries every way in turn. Answers yes after too many tries.
    private static boolean place(List<Shape> movers, int next, List<Node> nodes, int[] tries) {
        if (next == movers.size() || tries[0]-- <= 0) {
            return true;
        }
        var shape = movers.get(next);
        for (int i = 0; i < nodes.size(); i++) {
            var node = nodes.get(i);
            if (Fit.on(node, shape).fits()) {
                nodes.set(i, with(node, shape));
                if (place(movers, next + 1, nodes, tries)) {
                    return true;
                }
                nodes.set(i, node);
            }
        }
        return false;
    }

    private static Node with(Node node, Shape shape) {
        var pods = new ArrayList<>(node.pods());
        for (int i = 0; i < pods.size(); i++) {
            if (pods.get(i).shape().equals(shape)) {
                pods.set(i, new Pods(shape, pods.get(i).count() + 1, "pod"));
                return node.with(pods);
            }
        }
        pods.add(new Pods(shape, 1, "pod"));
        return node.with(pods);
    }

    private Map<String, BigInteger> demand(Finish finish) {
        var demand = new TreeMap<String, BigInteger>();
        for (var node : seen.nodes()) {
            boolean finishes = finish == Finish.JOBS && node.state() instanceof NodeState.Draining;
            node.pods().stream()
                    .filter(pods -> !pods.shape().owner().staysWithNode())
                    .filter(pods -> !(finishes && pods.shape().owner() == Owner.JOB))
                    .forEach(pods -> add(demand, pods));
        }
        seen.pending().stream()
                .filter(pods -> !pods.shape().owner().staysWithNode())
                .filter(pods -> isHoldable(pods.shape()))
                .forEach(pods -> add(demand, pods));
        return demand;
    }

    private boolean isHoldable(Shape shape) {
        var labels = next.labels().toMap();
        labels.putAll(seen.group().labels().toMap());
        var fresh = new Template(each, Labels.of(labels), next.taints()).node("new");
        return Fit.onEmpty(fresh, shape).fits()
                || seen.nodes().stream()
                        .filter(node ->
                                node.isActive() || node.state() instanceof NodeState.Draining)
                        .map(node -> node.inService().with(staying(node)))
                        .anyMatch(node -> Fit.on(node, shape).fits());
    }

    private static List<Pods> staying(Node node) {
        return node.pods().stream().filter(pods -> pods.shape().owner().staysWithNode()).toList();
    }

    private static void add(Map<String, BigInteger> demand, Pods pods) {
        for (var name : pods.shape().requests().names()) {
            var asked =
                    BigInteger.valueOf(pods.shape().requests().asked(name))
                            .multiply(BigInteger.valueOf(pods.count()));
            demand.merge(name, asked, BigInteger::add);
        }
    }

    private NavigableSet<String> names(List<Resources> sizes) {
        var names = new TreeSet<>(List.of(Resources.CPU, Resources.MEMORY));
        names.addAll(each.names());
        sizes.forEach(size -> names.addAll(size.names()));
        names.remove(Resources.PODS);
        names.remove(Resources.STORAGE);
        names.removeIf(
                name -> sizes.stream().anyMatch(size -> size.offered(name) == Long.MAX_VALUE));
        return names;
    }

    /// Some pod of the group asks for cpu or memory, where that has a limit.
    boolean asks() {
        var sizes = new ArrayList<>(seen.nodes().stream().map(Node::allocatable).toList());
        sizes.add(each);
        var demand = demand(policy.counting().finishOnDraining());
        return Stream.of(Resources.CPU, Resources.MEMORY)
                .filter(names(sizes)::contains)
                .anyMatch(name -> isAsked(demand, name));
    }

    private static boolean isAsked(Map<String, BigInteger> demand, String name) {
        return demand.getOrDefault(name, BigInteger.ZERO).signum() > 0;
    }

    private static int compare(
            Percent line, Map<String, BigInteger> demand, List<Resources> sizes, String name) {
        var asked = demand.getOrDefault(name, BigInteger.ZERO).multiply(BigInteger.valueOf(10_000));
        var share = sum(sizes, name).multiply(BigInteger.valueOf(line.hundredths()));
        return asked.compareTo(share);
    }

    private static BigInteger sum(List<Resources> sizes, String name) {
        return sizes.stream()
                .map(size -> BigInteger.valueOf(size.offered(name)))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private Node node(String name) {
        return seen.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
