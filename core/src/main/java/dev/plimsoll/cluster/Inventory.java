package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Collects the objects of a cluster: takes objects as they are reported, in any order and any
/// number of times, and returns them as a [Cluster].
///
/// It keeps the name, node and labels of each pod, equal values once. When the selectors change,
/// the labels of all shapes are chosen again.
///
/// **Invariant:** after any sequence of reports the cluster equals one built from the remaining
/// objects, and shares every unchanged node with its predecessor: `InventoryTest`.
public final class Inventory {

    /// @param bare the shape without labels
    private record Entry(String name, String node, Labels labels, Shape bare, Shape shape) {}

    /// The names of the pods on one node, or of the pending pods, by shape.
    private static final class Place {

        private final TreeMap<Shape, TreeSet<String>> names = new TreeMap<>();

        private List<Pods> pods() {
            var pods = new ArrayList<Pods>(names.size());
            names.forEach((shape, all) -> pods.add(new Pods(shape, all.size(), all.first())));
            return pods;
        }
    }

    private static final String WAITING = "";

    /// How many labels and shapes of removed pods an inventory keeps.
    private static final int SPARE = 2_000;

    private final Map<String, Entry> pods = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final TreeMap<String, Node> nodes = new TreeMap<>();
    private final TreeMap<String, Group> groups = new TreeMap<>();
    private final TreeMap<String, Budget> budgets = new TreeMap<>();
    private final Map<Shape, Shape> shapes = new LinkedHashMap<>();
    private final Map<Labels, Labels> labels = new LinkedHashMap<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private final Map<PodConstraints, Integer> companies = new LinkedHashMap<>();
    private SortedSet<String> askedKeys = new TreeSet<>();
    private boolean selectorsChanged;
    private boolean partsChanged;
    private Cluster cluster = Cluster.EMPTY;

    public void put(Pod pod) {
        var kept = labels.computeIfAbsent(pod.labels(), all -> all);
        var entry =
                new Entry(
                        pod.name(),
                        pod.node(),
                        kept,
                        intern(pod.shape()),
                        labelled(pod.shape(), kept));
        var old = pods.put(pod.key(), entry);
        if (entry.equals(old)) {
            return;
        }
        count(entry.bare().constraints(), 1);
        if (old != null) {
            count(old.bare().constraints(), -1);
            leave(old);
        }
        enter(entry);
    }

    public void removePod(String namespace, String name) {
        var old = pods.remove(namespace + "/" + name);
        if (old != null) {
            count(old.bare().constraints(), -1);
            leave(old);
        }
    }

    /// @param node its pods are ignored; they are reported one by one
    public void put(Node node) {
        var bare = node.pods().isEmpty() ? node : node.with(List.of());
        if (!bare.equals(nodes.put(node.name(), bare))) {
            touched.add(node.name());
        }
    }

    public void removeNode(String name) {
        if (nodes.remove(name) != null) {
            touched.add(name);
        }
    }

    public void put(Group group) {
        partsChanged |= !group.equals(groups.put(group.name(), group));
    }

    public void put(Budget budget) {
        var key = budget.namespace() + "/" + budget.name();
        if (!budget.equals(budgets.put(key, budget))) {
            partsChanged = true;
            selectorsChanged = true;
        }
    }

    public void removeBudget(String namespace, String name) {
        if (budgets.remove(namespace + "/" + name) != null) {
            partsChanged = true;
            selectorsChanged = true;
        }
    }

    public int podCount() {
        return pods.size();
    }

    /// How many labels and shapes are kept, including those of removed pods.
    int keptCount() {
        return labels.size() + shapes.size();
    }

    /// The number of different shapes of pods.
    public int shapeCount() {
        settleLabels();
        var seen = new LinkedHashSet<Shape>();
        places.values().forEach(place -> seen.addAll(place.names.keySet()));
        return seen.size();
    }

    /// The shape of a reported pod.
    public Shape shape(String namespace, String name) {
        settleLabels();
        var pod = pods.get(namespace + "/" + name);
        if (pod == null) {
            throw new IllegalArgumentException("no pod " + namespace + "/" + name);
        }
        return pod.shape();
    }

    /// The names of the pods on a node, in order: needed to evict them.
    public List<String> podsOn(String node) {
        var keys = new TreeSet<String>();
        var place = places.get(node);
        if (place != null) {
            place.names.forEach(
                    (shape, all) -> all.forEach(name -> keys.add(shape.namespace() + "/" + name)));
        }
        return List.copyOf(keys);
    }

    /// All reported objects as one value: the same one as before if nothing changed.
    public Cluster cluster() {
        settleLabels();
        if (touched.isEmpty() && !partsChanged) {
            return cluster;
        }
        cluster =
                new Cluster(
                        nodesNow(),
                        touched.contains(WAITING) ? podsIn(WAITING) : cluster.pending(),
                        List.copyOf(groups.values()),
                        List.copyOf(budgets.values()));
        touched.clear();
        partsChanged = false;
        if (keptCount() > 3L * pods.size() + SPARE) {
            forgetWhatIsGone();
        }
        return cluster;
    }

    private List<Node> nodesNow() {
        var now = new ArrayList<Node>(nodes.size());
        var before = cluster.nodes().iterator();
        var old = before.hasNext() ? before.next() : null;
        for (var node : nodes.values()) {
            while (old != null && old.name().compareTo(node.name()) < 0) {
                old = before.hasNext() ? before.next() : null;
            }
            boolean known = old != null && old.name().equals(node.name());
            now.add(now(node, known ? old : null));
        }
        return now;
    }

    /// @param old the node in the cluster before; used again if it did not change
    private Node now(Node bare, @Nullable Node old) {
        if (old != null && !touched.contains(bare.name())) {
            return old;
        }
        var now = bare.with(podsIn(bare.name()));
        return old != null && now.equals(old) ? old : now;
    }

    /// Every Job gives its pods labels of their own; without this they would all be kept.
    private void forgetWhatIsGone() {
        labels.clear();
        shapes.clear();
        for (var pod : pods.values()) {
            labels.put(pod.labels(), pod.labels());
            shapes.put(pod.bare(), pod.bare());
            shapes.put(pod.shape(), pod.shape());
        }
    }

    private List<Pods> podsIn(String place) {
        var there = places.get(place);
        return there == null ? List.of() : there.pods();
    }

    private void enter(Entry entry) {
        places.computeIfAbsent(entry.node(), _ -> new Place())
                .names
                .computeIfAbsent(entry.shape(), _ -> new TreeSet<>())
                .add(entry.name());
        touched.add(entry.node());
    }

    private void leave(Entry entry) {
        var place = places.get(entry.node());
        var names = place == null ? null : place.names.get(entry.shape());
        if (place == null || names == null) {
            throw new IllegalStateException(entry.name() + " is not where it was put");
        }
        names.remove(entry.name());
        if (names.isEmpty()) {
            place.names.remove(entry.shape());
        }
        if (place.names.isEmpty()) {
            places.remove(entry.node());
        }
        touched.add(entry.node());
    }

    private void count(PodConstraints constraints, int more) {
        if (constraints.isAny()) {
            return;
        }
        int pods = companies.merge(constraints, more, Integer::sum);
        if (pods == 0) {
            companies.remove(constraints);
        }
        selectorsChanged |= pods == 0 || (pods == 1 && more == 1);
    }

    /// Updates the labels of shapes to those that selectors use, if these changed.
    private void settleLabels() {
        if (!selectorsChanged) {
            return;
        }
        selectorsChanged = false;
        var keys = new TreeSet<String>();
        for (var budget : budgets.values()) {
            budget.selector().forEach(requirement -> keys.add(requirement.key()));
        }
        companies.keySet().forEach(constraints -> keys.addAll(constraints.askedKeys()));
        if (!keys.equals(askedKeys)) {
            askedKeys = keys;
            chooseLabelsAgain();
        }
    }

    private void chooseLabelsAgain() {
        shapes.clear();
        labels.clear();
        for (var pod : pods.entrySet()) {
            var old = pod.getValue();
            leave(old);
            var kept = labels.computeIfAbsent(old.labels(), all -> all);
            var entry =
                    new Entry(
                            old.name(),
                            old.node(),
                            kept,
                            intern(old.bare()),
                            labelled(old.bare(), kept));
            pod.setValue(entry);
            enter(entry);
        }
    }

    private Shape labelled(Shape bare, Labels all) {
        return intern(askedKeys.isEmpty() ? bare : bare.with(all.only(askedKeys)));
    }

    private Shape intern(Shape shape) {
        return shapes.computeIfAbsent(shape, only -> only);
    }
}
