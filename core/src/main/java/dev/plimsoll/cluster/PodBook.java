package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reported pods: by name, and by node and shape.
///
/// It keeps the name, node and labels of each pod, equal values once. A shape has only the labels
/// that selectors use in its namespace.
final class PodBook {

    /// The place of pods without a node.
    static final String PENDING = "";

    private static final String SYSTEM = "kube-system";

    /// How many labels and shapes of removed pods are kept.
    private static final int SPARE = 2_000;

    /// @param bare the shape without labels
    /// @param time when a pending pod or one of `kube-system` was created, or a terminating one
    ///   should have ended; [Instant#EPOCH] for other running pods
    private record Entry(
            String name, String node, Labels labels, Shape bare, Shape shape, Instant time) {

        private boolean isOf(Pod pod) {
            return node.equals(pod.node())
                    && labels.equals(pod.labels())
                    && bare.equals(pod.shape())
                    && time.equals(time(pod));
        }

        private Siblings siblings() {
            return Siblings.of(bare, labels);
        }

        private static Instant time(Pod pod) {
            boolean isEnding = !pod.ends().equals(Instant.EPOCH);
            return pod.node().isEmpty() || (isSystem(pod.shape()) && !isEnding)
                    ? pod.created()
                    : pod.ends();
        }

        /// A node waits for such pods until they are old enough to be evicted.
        private static boolean isSystem(Shape shape) {
            return shape.namespace().equals(SYSTEM) && !shape.owner().staysWithNode();
        }
    }

    /// Pods of one shape on one node, or among the pending pods.
    private static final class Lot {

        private final TreeSet<String> names = new TreeSet<>();
        private final TreeMap<Instant, Integer> times = new TreeMap<>();

        private void add(Entry entry) {
            names.add(entry.name);
            times.merge(entry.time, 1, Integer::sum);
        }

        private void remove(Entry entry) {
            names.remove(entry.name);
            times.computeIfPresent(entry.time, (_, pods) -> pods == 1 ? null : pods - 1);
        }

        private Pods pods(Shape shape) {
            var age = new Pods.Age(times.firstKey(), times.lastKey());
            return new Pods(
                    shape,
                    names.size(),
                    names.first(),
                    age.equals(Pods.Age.UNKNOWN) ? Pods.Age.UNKNOWN : age);
        }
    }

    private final AskedLabels asked;

    /// Pods by namespace, then by name.
    private final Map<String, Map<String, Entry>> pods = new LinkedHashMap<>();

    private final Map<String, TreeMap<Shape, Lot>> places = new LinkedHashMap<>();
    private final Map<Shape, Shape> shapes = new LinkedHashMap<>();
    private final Map<Labels, Labels> labels = new LinkedHashMap<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private @Nullable Set<ObjectName> listed;
    private int size;

    PodBook(AskedLabels asked) {
        this.asked = asked;
    }

    void put(Pod pod) {
        if (listed != null) {
            listed.add(pod.key());
        }
        var namespace = pod.shape().namespace();
        var own = pods.computeIfAbsent(namespace, _ -> new LinkedHashMap<>());
        var old = own.get(pod.name());
        if (old != null && old.isOf(pod)) {
            return;
        }
        asked.need(namespace);
        var kept = labels.computeIfAbsent(pod.labels(), all -> all);
        var entry =
                new Entry(
                        pod.name(),
                        pod.node(),
                        kept,
                        intern(pod.shape()),
                        labelled(pod.shape(), kept, asked.keys(namespace)),
                        Entry.time(pod));
        own.put(pod.name(), entry);
        asked.count(namespace, entry.bare.constraints(), 1);
        if (old == null) {
            size++;
        } else {
            asked.count(namespace, old.bare.constraints(), -1);
            leave(old);
        }
        enter(entry);
    }

    void remove(ObjectName pod) {
        var own = pods.get(pod.namespace());
        var old = own == null ? null : own.remove(pod.name());
        if (old != null) {
            size--;
            asked.count(pod.namespace(), old.bare.constraints(), -1);
            leave(old);
        }
    }

    void confirm(ObjectName name) {
        if (listed != null) {
            listed.add(name);
        }
    }

    void beginList() {
        listed = new LinkedHashSet<>();
    }

    /// The pods that were not reported since the list began.
    List<ObjectName> endList() {
        var gone = new ArrayList<ObjectName>();
        if (listed != null) {
            for (var own : pods.entrySet()) {
                for (var name : own.getValue().keySet()) {
                    var pod = new ObjectName(own.getKey(), name);
                    if (!listed.contains(pod)) {
                        gone.add(pod);
                    }
                }
            }
        }
        listed = null;
        return gone;
    }

    int size() {
        return size;
    }

    /// How many labels and shapes are kept, including those of removed pods.
    int keptCount() {
        return labels.size() + shapes.size();
    }

    int shapeCount() {
        settle();
        var seen = new LinkedHashSet<Shape>();
        places.values().forEach(place -> seen.addAll(place.keySet()));
        return seen.size();
    }

    Shape shape(ObjectName name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no pod " + name));
    }

    Optional<Shape> find(ObjectName name) {
        settle();
        var own = pods.get(name.namespace());
        var pod = own == null ? null : own.get(name.name());
        return pod == null ? Optional.empty() : Optional.of(pod.shape);
    }

    /// By shape, the number of pods with a sibling on one of some nodes, themselves included. A
    /// sibling has an owner of the same kind in the same namespace, and the same labels.
    SortedMap<Shape, Integer> withSiblingsOn(Set<String> nodes) {
        settle();
        var there = new LinkedHashSet<Siblings>();
        entries()
                .filter(entry -> nodes.contains(entry.node) && entry.siblings().areKnown())
                .forEach(entry -> there.add(entry.siblings()));
        var counts = new TreeMap<Shape, Integer>();
        if (!there.isEmpty()) {
            entries()
                    .filter(entry -> there.contains(entry.siblings()))
                    .forEach(entry -> counts.merge(entry.shape, 1, Integer::sum));
        }
        return counts;
    }

    private Stream<Entry> entries() {
        return pods.values().stream().flatMap(own -> own.values().stream());
    }

    /// The names of the pods on a node, or of the pending pods, in order.
    List<ObjectName> on(String node) {
        var names = new TreeSet<ObjectName>();
        places.getOrDefault(node, new TreeMap<>())
                .forEach((shape, lot) ->
                        lot.names.forEach(
                                name -> names.add(new ObjectName(shape.namespace(), name))));
        return List.copyOf(names);
    }

    /// The pods on a node, or the pending pods, by shape.
    List<Pods> byShape(String node) {
        var place = places.get(node);
        if (place == null) {
            return List.of();
        }
        var all = new ArrayList<Pods>(place.size());
        place.forEach((shape, lot) -> all.add(lot.pods(shape)));
        return all;
    }

    /// The nodes whose pods changed since the last call, and [#PENDING].
    Set<String> takeTouched() {
        settle();
        var taken = new LinkedHashSet<>(touched);
        touched.clear();
        if (keptCount() > 3L * size + SPARE) {
            forgetWhatIsGone();
        }
        return taken;
    }

    /// Every Job gives its pods labels of their own; without this they would all be kept.
    private void forgetWhatIsGone() {
        labels.clear();
        shapes.clear();
        for (var own : pods.values()) {
            for (var pod : own.values()) {
                labels.put(pod.labels, pod.labels);
                shapes.put(pod.bare, pod.bare);
                shapes.put(pod.shape, pod.shape);
            }
        }
    }

    /// Chooses the labels of shapes again in the namespaces where selectors changed.
    private void settle() {
        for (var namespace : asked.settle()) {
            var keys = asked.keys(namespace);
            pods.getOrDefault(namespace, new LinkedHashMap<>())
                    .replaceAll((_, old) -> relabelled(old, keys));
        }
    }

    private Entry relabelled(Entry old, SortedSet<String> keys) {
        var shape = labelled(old.bare, old.labels, keys);
        if (shape.equals(old.shape)) {
            return old;
        }
        leave(old);
        var entry = new Entry(old.name, old.node, old.labels, old.bare, shape, old.time);
        enter(entry);
        return entry;
    }

    private void enter(Entry entry) {
        places.computeIfAbsent(entry.node, _ -> new TreeMap<>())
                .computeIfAbsent(entry.shape, _ -> new Lot())
                .add(entry);
        touched.add(entry.node);
    }

    private void leave(Entry entry) {
        var place = places.get(entry.node);
        var lot = place == null ? null : place.get(entry.shape);
        if (place == null || lot == null) {
            throw new IllegalStateException(entry.name + " is not where it was put");
        }
        lot.remove(entry);
        if (lot.names.isEmpty()) {
            place.remove(entry.shape);
        }
        if (place.isEmpty()) {
            places.remove(entry.node);
        }
        touched.add(entry.node);
    }

    private Shape labelled(Shape bare, Labels all, SortedSet<String> keys) {
        return intern(keys.isEmpty() ? bare : bare.with(all.only(keys)));
    }

    private Shape intern(Shape shape) {
        return shapes.computeIfAbsent(shape, only -> only);
    }
}
