package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.groups.NodesByState;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.sizing.Past.CoolDown;
import dev.plimsoll.sizing.Policy.Daemons;
import dev.plimsoll.sizing.Policy.Finish;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Whose;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a question comes to before anything is decided: whose pods, which nodes, what a new node
/// would bring, what is asked for and what is offered.
final class SizingFacts {

    private static final String DEFAULT_GROUP = "default";

    final Seen seen;
    final Policy policy;
    final Past past;
    final Instant now;
    final NodesByState byState;

    /// Declared, else the provider's, else the last seen; the group's labels included.
    final Template template;

    /// What DaemonSets take of a new node, their slots included.
    final Resources daemons;

    /// What a new node brings for the group's pods; empty while nobody knows.
    final Resources each;

    /// The group's pods that wait and that some node could hold.
    final List<Pods> waiting = new ArrayList<>();

    /// The group's pods that wait and that no node can hold.
    final List<Pods> unholdable = new ArrayList<>();

    SizingFacts(Question<Seen, Policy, Past> question) {
        seen = question.seen();
        policy = question.policy();
        past = adopt(question);
        now = question.now();
        byState =
                NodesByState.at(
                        now,
                        seen.nodes(),
                        seen.group().target(),
                        past.missing(),
                        policy.growth().provisionTimeout());
        template = template();
        daemons = daemonsOfNew();
        each = template.isKnown() ? each() : Resources.NONE;
        for (var pods : seen.pending()) {
            if (ownsWaiting(pods.shape())) {
                (isHoldable(pods.shape()) ? waiting : unholdable).add(pods);
            }
        }
    }

    /// What is remembered; an ask that the provider did not take is forgotten, and so is the try of
    /// the starved pods it was for.
    private static Past adopt(Question<Seen, Policy, Past> question) {
        var past = question.past();
        int target = question.seen().group().target();
        if (question.last().stream().noneMatch(outcome -> isRefusedAsk(outcome, target))) {
            return past;
        }
        var asked = past.coolDown().until().minus(question.policy().growth().coolDown());
        var starving =
                past.starving().stream()
                        .flatMap(entry ->
                                entry.wasAskedAt(asked)
                                        ? entry.undone().stream()
                                        : Stream.of(entry))
                        .toList();
        return new Past(CoolDown.OVER, past.missing(), past.template(), past.daemons(), starving);
    }

    /// Of an ask that nobody knows of, the size that the provider keeps tells.
    private static boolean isRefusedAsk(Outcome outcome, int target) {
        if (!(outcome.step() instanceof Step.ResizeGroup(_, int from, int nodes)) || nodes < from) {
            return false;
        }
        return switch (outcome) {
            case Outcome.Failed _, Outcome.Stale _ -> true;
            case Outcome.Unknown _ -> target <= from;
            case Outcome.Done _ -> false;
        };
    }

    /// Active nodes, and what the reading counts among them.
    int nodes() {
        return isSource() ? byState.active() : byState.coming();
    }

    String name() {
        return seen.group().name();
    }

    boolean isSource() {
        return policy.reading() == Reading.SOURCE;
    }

    /// What counts when the group asks whether to grow.
    Use growing() {
        var sizes = new ArrayList<Resources>();
        byState.ready().forEach(node -> sizes.add(size(node)));
        byState.starting().forEach(node -> sizes.add(size(node)));
        if (isSource()) {
            byState.stuck().forEach(node -> sizes.add(size(node)));
            return Use.of(demand(Finish.NONE), sizes, each);
        }
        return Use.of(demand(policy.counting().finishOnDraining()), sizes, each)
                .plus(each, byState.arriving());
    }

    /// What counts when the group asks whether to shrink.
    Use shrinking() {
        if (isSource()) {
            return growing();
        }
        return Use.of(demand(Finish.NONE), byState.ready().stream().map(this::size).toList(), each);
    }

    /// What a node offers the group's pods.
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

    /// The template as a node that nothing runs on but its DaemonSets: whether or not they count
    /// for the use, a pod must fit beside them.
    Node newNode() {
        return template.node("a new node").withAllocatable(template.allocatable().less(daemons));
    }

    /// Requests of the group's unfinished pods, wherever they run.
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
        waiting.forEach(pods -> add(demand, pods));
        return demand;
    }

    private static void add(Map<String, BigInteger> demand, Pods pods) {
        var requests = pods.shape().requests();
        for (var name : requests.names()) {
            var asked = BigInteger.valueOf(requests.asked(name));
            demand.merge(name, asked.multiply(BigInteger.valueOf(pods.count())), BigInteger::add);
        }
    }

    private boolean ownsRunning(Shape shape) {
        return !shape.owner().staysWithNode()
                && (policy.counting().pods() == Whose.FITTING || selects(shape, seen.group().labels()));
    }

    private boolean ownsWaiting(Shape shape) {
        if (shape.owner().staysWithNode()) {
            return false;
        }
        if (selects(shape, seen.group().labels())) {
            return true;
        }
        return policy.counting().pods() == Whose.FITTING
                && seen.others().stream().noneMatch(labels -> selects(shape, labels))
                && template.isKnown()
                && Fit.onEmpty(newNode(), shape).fits();
    }

    private boolean selects(Shape shape, Labels labels) {
        if (labels.isEmpty()) {
            return labels.equals(seen.group().labels());
        }
        if (name().equals(DEFAULT_GROUP) && labels.equals(seen.group().labels())) {
            return shape.nodeSelector().isEmpty() && shape.affinity() instanceof Affinity.Anywhere;
        }
        return labels.toMap().entrySet().stream()
                .allMatch(label -> names(shape, label.getKey(), label.getValue()));
    }

    /// The pod's selector, or a term of its affinity, names the label.
    private static boolean names(Shape shape, String key, String value) {
        if (shape.nodeSelector().has(key, value)) {
            return true;
        }
        return switch (shape.affinity()) {
            case Affinity.Anywhere _ -> false;
            case Affinity.AnyOf(var terms) ->
                    terms.stream()
                            .flatMap(term -> term.labels().stream())
                            .anyMatch(requirement -> isIn(requirement, key, value));
        };
    }

    private static boolean isIn(Requirement requirement, String key, String value) {
        return requirement.operator() == Operator.IN
                && requirement.key().equals(key)
                && requirement.values().contains(value);
    }

    /// Some node of the group that takes pods or may do so again, or a new one, could hold it if
    /// nothing ran there but what belongs to the node. The source does not ask, and where a new one
    /// is not known nothing is ruled out.
    private boolean isHoldable(Shape shape) {
        if (isSource() || !template.isKnown() || Fit.onEmpty(newNode(), shape).fits()) {
            return true;
        }
        return seen.nodes().stream()
                .filter(node -> node.isActive() || node.state() instanceof NodeState.Draining)
                .anyMatch(node -> Fit.on(emptied(node), shape).fits());
    }

    private static Node emptied(Node node) {
        var staying =
                node.pods().stream().filter(pods -> pods.shape().owner().staysWithNode()).toList();
        return node.inService().with(staying);
    }

    private Template template() {
        var declared = seen.group().template();
        var known = declared.isKnown() ? declared : lastSeen();
        if (!known.isKnown()) {
            return known;
        }
        var labels = known.labels().toMap();
        labels.putAll(seen.group().labels().toMap());
        return new Template(known.allocatable(), Labels.of(labels), known.taints());
    }

    /// The newest Ready node, or what is remembered of one.
    Template lastSeen() {
        return byState.ready().stream()
                .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                .map(SizingFacts::like)
                .orElse(past.template());
    }

    private static Template like(Node node) {
        var labels = node.labels().toMap();
        labels.remove(Node.HOSTNAME);
        return new Template(node.allocatable(), Labels.of(labels), node.taints());
    }

    /// Of every DaemonSet shape that a new node admits as many as a node of the group has; what is
    /// remembered where there is none.
    private Resources daemonsOfNew() {
        if (byState.ready().isEmpty()) {
            return past.daemons();
        }
        var most = new TreeMap<Shape, Integer>();
        for (var node : byState.ready()) {
            for (var pods : node.pods()) {
                if (pods.shape().owner() == Owner.DAEMON_SET) {
                    most.merge(pods.shape(), pods.count(), Math::max);
                }
            }
        }
        var fresh = template.node("a new node");
        var taken = Resources.NONE;
        long slots = 0;
        for (var daemon : most.entrySet()) {
            if (Fit.onEmpty(fresh, daemon.getKey()).fits()) {
                taken = taken.plus(daemon.getKey().requests().times(daemon.getValue()));
                slots += daemon.getValue();
            }
        }
        return slots == 0 ? taken : taken.with(Resources.PODS, slots);
    }
}
