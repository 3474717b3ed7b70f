package dev.plimsoll.cluster;

import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.Inventory.Kind;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The reported objects that ask for room, and those that describe the pods for which it is.
///
/// A CapacityBuffer may be reported before the object that it names. The pods of a buffer have only
/// the labels that selectors use in its namespace, like all pods; their own selectors count, too.
final class BufferBook {

    /// The kinds of objects that describe pods, by the names of their kinds.
    private static final Map<String, Kind> KINDS = kinds();

    private static Map<String, Kind> kinds() {
        var kinds = new TreeMap<String, Kind>();
        kinds.put("PodTemplate", Kind.POD_TEMPLATE);
        kinds.put("Deployment", Kind.DEPLOYMENT);
        kinds.put("ReplicaSet", Kind.REPLICA_SET);
        kinds.put("StatefulSet", Kind.STATEFUL_SET);
        kinds.put("Job", Kind.JOB);
        kinds.put("ReplicationController", Kind.REPLICATION_CONTROLLER);
        return Collections.unmodifiableSortedMap(kinds);
    }

    /// A buffer with one of its pods, if there is a description.
    private record Described(Buffer bare, Labels labels) {}

    private final AskedLabels asked;
    private final Part<ObjectName, CapacityBuffer> buffers = new Part<>();
    private final Map<Kind, Part<ObjectName, Workload>> workloads = new EnumMap<>(Kind.class);

    /// The workloads with an annotation.
    private final TreeSet<KindName> marked = new TreeSet<>();

    private List<Described> described = List.of();
    private SharedMap<KindName, Buffer> shown = SharedMap.empty();
    private boolean isChanged;

    BufferBook(AskedLabels asked) {
        this.asked = asked;
        KINDS.values().forEach(kind -> workloads.put(kind, new Part<>()));
    }

    void put(CapacityBuffer buffer) {
        isChanged |= buffers.put(buffer.name(), buffer);
    }

    void remove(ObjectName buffer) {
        isChanged |= buffers.remove(buffer) != null;
    }

    void put(Workload workload) {
        var name = workload.name();
        isChanged |= part(kind(name)).put(name.object(), workload);
        if (workload.reserve() instanceof Reserve.Placeholders) {
            marked.add(name);
        } else {
            marked.remove(name);
        }
    }

    void remove(KindName workload) {
        isChanged |= part(kind(workload)).remove(workload.object()) != null;
        marked.remove(workload);
    }

    void confirm(Kind kind, ObjectName name) {
        if (kind == Kind.CAPACITY_BUFFER) {
            buffers.confirm(name);
        } else {
            part(kind).confirm(name);
        }
    }

    void beginList(Kind kind) {
        if (kind == Kind.CAPACITY_BUFFER) {
            buffers.beginList();
        } else {
            part(kind).beginList();
        }
    }

    /// Ends a list: objects that were not reported since it began are removed.
    void endList(Kind kind) {
        if (kind == Kind.CAPACITY_BUFFER) {
            buffers.endList().forEach(this::remove);
            return;
        }
        KINDS.forEach((text, other) -> {
            if (other == kind) {
                part(kind).endList().forEach(name -> remove(new KindName(text, name)));
            }
        });
    }

    private static Kind kind(KindName workload) {
        var kind = KINDS.get(workload.kind());
        if (kind == null) {
            throw new IllegalArgumentException(workload + " describes no pods");
        }
        return kind;
    }

    private Part<ObjectName, Workload> part(Kind kind) {
        var part = workloads.get(kind);
        if (part == null) {
            throw new IllegalArgumentException(kind + " describes no pods");
        }
        return part;
    }

    /// Finds the pods of every buffer, and counts their selectors. Labels are settled afterwards.
    void describe() {
        if (!isChanged) {
            return;
        }
        isChanged = false;
        var before = described;
        var now = new ArrayList<Described>();
        for (var buffer : buffers.map().values()) {
            now.add(described(buffer.key(), buffer.size(), buffer.of(), buffer.created()));
        }
        for (var name : marked) {
            if (find(name).reserve() instanceof Reserve.Placeholders(int count)) {
                now.add(described(name, BufferSize.of(count), name, Instant.EPOCH));
            }
        }
        described = now;
        now.forEach(one -> count(one, 1));
        before.forEach(one -> count(one, -1));
    }

    private Workload find(KindName name) {
        var workload = part(kind(name)).map().get(name.object());
        if (workload == null) {
            throw new IllegalStateException(name + " is not where it was put");
        }
        return workload;
    }

    private Described described(KindName buffer, BufferSize size, KindName of, Instant created) {
        var kind = KINDS.get(of.kind());
        var workload = kind == null ? null : part(kind).map().get(of.object());
        var pattern =
                workload == null ? new Pattern.Missing(why(of, kind)) : pattern(workload, size);
        return new Described(
                new Buffer(buffer, size, pattern, created),
                workload == null ? Labels.NONE : workload.pod().labels());
    }

    /// The replicas are of no interest without a percentage of them.
    private static Pattern pattern(Workload workload, BufferSize size) {
        return new Pattern.Pods(
                workload.pod().shape().with(Labels.NONE).with(Reserve.unmarked()),
                size.percentage() instanceof Count.Known ? workload.replicas() : Count.unknown(),
                workload.priorityClass());
    }

    private static String why(KindName of, @Nullable Kind kind) {
        if (of.kind().isEmpty()) {
            return "it names neither a PodTemplate nor a workload";
        }
        return kind == null
                ? "a " + of.kind() + " is not understood; name one of " + known()
                : "there is no " + of;
    }

    private static String known() {
        return String.join(", ", KINDS.keySet());
    }

    private void count(Described one, int more) {
        if (one.bare.pattern() instanceof Pattern.Pods(var shape, _, _)) {
            asked.need(shape.namespace());
            asked.count(shape.namespace(), shape.constraints(), more);
        }
    }

    /// The namespaces with a CapacityBuffer.
    SortedSet<String> namespaces() {
        var namespaces = new TreeSet<String>();
        buffers.map().keys().forEach(name -> namespaces.add(name.namespace()));
        return namespaces;
    }

    /// The buffers, after [#describe] and after labels are settled: the same map as before if
    /// nothing changed.
    SharedMap<KindName, Buffer> shown() {
        var gone = new TreeSet<>(shown.keys());
        for (var one : described) {
            gone.remove(one.bare.name());
            shown = shown.with(one.bare.name(), labelled(one));
        }
        gone.forEach(name -> shown = shown.without(name));
        return shown;
    }

    private Buffer labelled(Described one) {
        if (!(one.bare.pattern() instanceof Pattern.Pods pods)) {
            return one.bare;
        }
        var keys = asked.keys(pods.shape().namespace());
        return one.bare.with(pods.with(pods.shape().with(one.labels.only(keys))));
    }
}
