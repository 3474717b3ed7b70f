package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Suggestion;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.scaling.GroupVerdicts;
import dev.plimsoll.scaling.PendingPods;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.ScalingFacts;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What fits where, and why not: one pod on every node and in every group, or one group and every
/// pending shape.
public final class FitPage {

    /// The rows that a table shows where a page can be unfolded.
    private static final int MOST_VISIBLE = 20;

    private final Inventory inventory;
    private final Proposal proposal;
    private final ScalingFacts facts;
    private final Placement placement;

    public FitPage(Inventory inventory, Proposal proposal) {
        this.inventory = inventory;
        this.proposal = proposal;
        this.facts = proposal.facts();
        this.placement = new Placement(inventory, proposal);
    }

    /// @param node where the pod runs; empty if it is pending
    private record Found(ObjectName pod, String node) {}

    /// @param pod its name, with or without the namespace
    public Page pod(String pod) {
        var found = find(pod);
        var own = inventory.shape(found.pod());
        var shape = PendingPods.planned(own, facts.cluster().storage());
        var verdicts = onNodes(found, own, shape);
        var others = without(facts.nodes(), found, own);
        var groups = inGroups(shape, found.pod().name(), others);
        var requests = shape.requests();
        var head =
                List.of(
                        found.pod() + state(found, own),
                        "requests " + (requests.isEmpty() ? "nothing" : requests));
        boolean isPending = found.node().isEmpty() && own.stage() == Shape.Stage.STAYING;
        return new Page(
                head,
                List.of(
                        Section.of("existing nodes", nodeTable(verdicts))
                                .asDetailAbove(MOST_VISIBLE),
                        Section.of("new nodes", groupTable(shape, groups, others))
                                .asDetailAbove(MOST_VISIBLE)),
                isPending
                        ? new PlacementReason(proposal, placement)
                                .sentences(
                                        found.pod().toString(),
                                        shape,
                                        taking(verdicts),
                                        taking(groups))
                        : List.of());
    }

    /// The verdicts of existing nodes, in their order.
    private List<Verdict> onNodes(Found found, Shape own, Shape shape) {
        var nodes = facts.nodes();
        var nodeFit = NodeFit.of(nodes, facts.cluster());
        if (!found.node().isEmpty()) {
            nodeFit.take(own, index(nodes, found.node()));
        }
        return IntStream.range(0, nodes.size())
                .mapToObj(node -> nodeFit.verdict(shape, node))
                .toList();
    }

    /// The verdicts of groups by their names.
    private SortedMap<String, Verdict> inGroups(Shape shape, String pod, List<Node> others) {
        var one = List.of(new Pods(shape, 1, pod));
        return GroupVerdicts.before(facts, others).verdicts(one).getFirst();
    }

    private static List<Integer> taking(List<Verdict> verdicts) {
        return IntStream.range(0, verdicts.size())
                .filter(node -> verdicts.get(node).fits())
                .boxed()
                .toList();
    }

    private static List<String> taking(SortedMap<String, Verdict> verdicts) {
        return verdicts.keySet().stream()
                .filter(group -> Objects.requireNonNull(verdicts.get(group)).fits())
                .toList();
    }

    private Table nodeTable(List<Verdict> verdicts) {
        var table = Table.with("node", "group", "zone", "fits", "rule", "why");
        for (int i = 0; i < verdicts.size(); i++) {
            var node = facts.nodes().get(i).name();
            var place = placement.place(node);
            table.row(row(verdicts.get(i), node, place.group(), place.zone()));
        }
        return table.build();
    }

    /// A row a group, and below it a row a variant if their verdicts differ.
    private Table groupTable(Shape shape, SortedMap<String, Verdict> verdicts, List<Node> others) {
        var table = Table.with("group", "variant", "fits", "rule", "why");
        for (var group : facts.groups()) {
            var name = group.name();
            table.row(row(Objects.requireNonNull(verdicts.get(name)), name, ""));
            var byOffer = byOffer(group, shape, others);
            if (byOffer.stream().map(verdict -> row(verdict).subList(0, 2)).distinct().count()
                    > 1) {
                for (int i = 0; i < byOffer.size(); i++) {
                    var variant = PlanPage.variant(group.offers().get(i).key());
                    table.row(row(byOffer.get(i), name, variant));
                }
            }
        }
        return table.build();
    }

    /// The verdicts of the nodes that a group can get; none if it can get one kind only.
    private List<Verdict> byOffer(NodeGroup group, Shape shape, List<Node> others) {
        if (group.offers().size() < 2) {
            return List.of();
        }
        var nodeFit = NodeFit.of(others, facts.cluster());
        group.offers().forEach(offer -> nodeFit.add(offer.node()));
        return IntStream.range(others.size(), nodeFit.size())
                .mapToObj(node -> nodeFit.verdict(shape, node))
                .toList();
    }

    private static String state(Found found, Shape shape) {
        if (!found.node().isEmpty()) {
            return " runs on " + found.node();
        }
        return switch (shape.stage()) {
            case STAYING -> " is pending";
            case GATED -> " is gated: no node is added for it";
            case ELSEWHERE -> " is left to another scheduler: no node is added for it";
            case NOMINATED -> " has a nominated node: no node is added for it";
            case TERMINATING -> " is terminating: no node is added for it";
        };
    }

    public Page group(String name) {
        var group = find(facts.groups(), name);
        var pods = facts.pending().pods();
        var head = name + ": " + PlanPage.counted(group.size(), "node") + next(group);
        if (pods.isEmpty()) {
            return Page.of(List.of(head, "no pod is pending"));
        }
        var table = Table.with("pending pods", "fits", "rule", "why");
        var verdicts = GroupVerdicts.before(facts, facts.nodes()).verdicts(group, pods);
        for (int i = 0; i < pods.size(); i++) {
            var some = pods.get(i);
            table.row(row(verdicts.get(i), some.example() + " × " + some.count()));
        }
        return Page.of(List.of(head), Section.of("", table.build()));
    }

    private static String next(NodeGroup group) {
        return group.offers().isEmpty()
                ? ""
                : "; a new node has allocatable " + group.offers().getFirst().node().allocatable();
    }

    private static List<String> row(Verdict verdict, String... names) {
        var why =
                switch (verdict) {
                    case Verdict.Fits _ -> List.of("yes", "", "");
                    case Verdict.Refused(var reason) ->
                            List.of("no", reason.rule().code(), reason.sentence());
                    case Verdict.Unknown(var reason) ->
                            List.of("?", reason.rule().code(), reason.sentence());
                };
        return Stream.concat(Stream.of(names), why.stream()).toList();
    }

    private static int index(List<Node> nodes, String name) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no node " + name);
    }

    /// The nodes without the pod.
    private static List<Node> without(List<Node> nodes, Found found, Shape shape) {
        return nodes.stream()
                .map(node -> node.name().equals(found.node()) ? less(node, shape) : node)
                .toList();
    }

    private static Node less(Node node, Shape shape) {
        var pods = new ArrayList<Pods>();
        for (var some : node.pods()) {
            int count = some.count() - (some.shape().equals(shape) ? 1 : 0);
            if (count > 0) {
                pods.add(new Pods(some.shape(), count, some.first()));
            }
        }
        return node.with(pods);
    }

    private static NodeGroup find(List<NodeGroup> groups, String name) {
        var names = groups.stream().map(NodeGroup::name).toList();
        return groups.stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown("group", name, names));
    }

    private Found find(String name) {
        var names = new ArrayList<String>();
        for (var pod : inventory.pendingPods()) {
            if (isNamed(pod, name)) {
                return new Found(pod, "");
            }
            names.add(pod.toString());
        }
        for (var node : facts.cluster().nodes()) {
            for (var pod : inventory.podsOn(node.name())) {
                if (isNamed(pod, name)) {
                    return new Found(pod, node.name());
                }
                names.add(pod.toString());
            }
        }
        throw unknown("running or pending pod", name, names);
    }

    private static boolean isNamed(ObjectName pod, String name) {
        return pod.name().equals(name) || pod.toString().equals(name);
    }

    private static BadInput unknown(String kind, String name, List<String> known) {
        var close = Suggestion.closest(name, known).map(found -> "; did you mean '" + found + "'?");
        return new BadInput(
                Place.whole("--explain"),
                "",
                "the cluster has no " + kind + " '" + name + "'" + close.orElse(""));
    }
}
