package dev.plimsoll.formats.page;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.scaling.PendingPods;
import dev.plimsoll.scaling.Proposal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The pods that a plan puts on each node, by name. Pods of one shape are taken in order of their
/// names.
public final class Placement {

    private final Inventory inventory;
    private final Proposal proposal;
    private final Map<String, Place> places;

    public Placement(Inventory inventory, Proposal proposal) {
        this.inventory = inventory;
        this.proposal = proposal;
        this.places = places(proposal);
    }

    public List<Object> tree() {
        var opened = new HashSet<String>();
        proposal.packing().opened().forEach(node -> opened.add(node.node()));
        var trees = new ArrayList<>();
        for (var run : runs()) {
            var tree = new LinkedHashMap<String, Object>();
            tree.put("node", run.node());
            var place = place(run.node());
            tree.put("group", place.group());
            if (!place.zone().isEmpty()) {
                tree.put("zone", place.zone());
            }
            tree.put("new", opened.contains(run.node()));
            tree.put("pods", run.pods());
            trees.add(tree);
        }
        return trees;
    }

    /// The node that a pod is put on; none if it stays unschedulable.
    Optional<String> node(String pod) {
        return runs().stream().filter(run -> run.pods().contains(pod)).map(Run::node).findFirst();
    }

    public Section section() {
        var lines = new ArrayList<Line>();
        runs().forEach(run ->
                lines.add(Line.of(run.node() + ": " + String.join(", ", run.pods()))));
        return Section.of("placement", lines).asDetail();
    }

    /// Pods that are put on a node one after the other.
    private record Run(String node, List<String> pods) {}

    /// In the order in which pods are placed. A node occurs again if pods of other nodes must be
    /// placed before its remaining pods, and once without pods if it stays empty.
    private List<Run> runs() {
        var names = names();
        var runs = new ArrayList<Run>();
        var empty = new LinkedHashSet<String>();
        proposal.packing().opened().forEach(node -> empty.add(node.node()));
        for (var placed : proposal.packingOfPending().placed()) {
            if (runs.isEmpty() || !runs.getLast().node().equals(placed.node())) {
                runs.add(new Run(placed.node(), new ArrayList<>()));
            }
            var own = Objects.requireNonNull(names.get(placed.shape()));
            for (int i = 0; i < placed.count(); i++) {
                runs.getLast().pods().add(own.remove());
            }
            empty.remove(placed.node());
        }
        empty.forEach(node -> runs.add(new Run(node, List.of())));
        return runs;
    }

    private Map<Shape, ArrayDeque<String>> names() {
        var storage = proposal.facts().cluster().storage();
        var names = new LinkedHashMap<Shape, ArrayDeque<String>>();
        for (var pod : inventory.pendingPods()) {
            var shape = PendingPods.planned(inventory.shape(pod), storage);
            names.computeIfAbsent(shape, _ -> new ArrayDeque<>()).add(pod.toString());
        }
        return names;
    }

    /// The group and the zone of a node.
    record Place(String group, String zone) {}

    Place place(String node) {
        return Objects.requireNonNull(places.get(node));
    }

    private static Map<String, Place> places(Proposal proposal) {
        var places = new LinkedHashMap<String, Place>();
        for (var grown : proposal.groups()) {
            var name = grown.group().name();
            grown.members()
                    .forEach(one -> places.put(one.node(), new Place(name, one.key().zone())));
        }
        return places;
    }
}
