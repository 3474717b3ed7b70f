package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Budget.Unready;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Nomination;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/// Adds Kubernetes objects to an inventory, and removes them.
///
/// An object with a mistake is reported and not changed; reading continues with the next one.
public final class ObjectReader implements ObjectReceiver {

    private final Inventory inventory;
    private final Mistakes mistakes;
    private final IntConsumer progress;
    private final TreeMap<String, Integer> counts = new TreeMap<>();
    private final TreeMap<String, Integer> passedOver = new TreeMap<>();
    private final TreeMap<String, Limits> pools = new TreeMap<>();
    private final TreeMap<ObjectName, String> messages = new TreeMap<>();
    private int unknownClaims;
    private int put;
    private boolean isComplete;
    private Instant latest = Instant.EPOCH;

    public ObjectReader(Inventory inventory, Mistakes mistakes) {
        this(inventory, mistakes, _ -> {});
    }

    /// @param progress receives the number of objects so far
    public ObjectReader(Inventory inventory, Mistakes mistakes, IntConsumer progress) {
        this.inventory = inventory;
        this.mistakes = mistakes;
        this.progress = progress;
    }

    /// The latest time that a node or a pod shows: about the time of a dump.
    public Instant latest() {
        return latest;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /// The number of objects read, by the names of their kinds.
    public Map<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /// The number of objects of kinds that are not used, by the names of their kinds.
    SortedMap<String, Integer> passedOver() {
        return new TreeMap<>(passedOver);
    }

    /// The limits of Karpenter's node pools, by name.
    SortedMap<String, Limits> pools() {
        return new TreeMap<>(pools);
    }

    /// What the scheduler says about pending pods that it could not place.
    SortedMap<ObjectName, String> messages() {
        return new TreeMap<>(messages);
    }

    /// The number of Karpenter's claims whose machine is not known yet.
    int unknownClaims() {
        return unknownClaims;
    }

    @Override
    public void complete() {
        isComplete = true;
    }

    /// A list was read that has every object of its cluster.
    boolean isComplete() {
        return isComplete;
    }

    /// Adds or replaces the object. A finished pod is removed.
    public void put(Value.Mapping object) {
        put(object, Type.UNKNOWN);
    }

    @Override
    public void put(Value.Mapping object, Type ofList) {
        progress.accept(++put);
        var type = Type.of(object).orElse(ofList);
        var kind = ObjectKind.of(object, type);
        if (kind == ObjectKind.OTHER) {
            counts.merge(type.toString(), 1, Integer::sum);
            passedOver.merge(type.toString(), 1, Integer::sum);
            return;
        }
        read(kind, object);
    }

    /// Takes a change that the API server reports.
    public void take(Change change) {
        switch (change) {
            case Change.Put(var kind, var object) -> {
                progress.accept(++put);
                read(kind, object);
            }
            case Change.Deleted(var kind, var object) -> remove(kind, name(object, kind));
            case Change.Unchanged(var kind, var name) -> {
                progress.accept(++put);
                kind.part().ifPresent(part -> inventory.confirm(part, name));
            }
            case Change.ListBegins(var kind) -> kind.part().ifPresent(inventory::beginList);
            case Change.ListEnds(var kind) -> kind.part().ifPresent(inventory::endList);
        }
    }

    private void read(ObjectKind kind, Value.Mapping object) {
        counts.merge(kind.toString(), 1, Integer::sum);
        var own = new Mistakes();
        var name = name(object, kind);
        var at = Cursor.root(object, kind + " " + name, own);
        if (name.name().isEmpty()) {
            at.get("metadata").mistake("name is missing; add it");
        }
        try {
            var putting = prepared(kind, at, name);
            if (own.isEmpty()) {
                putting.run();
            }
        } catch (ArithmeticException tooMuch) {
            at.mistake("the sum of the amounts is too large; check them");
        }
        mistakes.addAll(own.list());
    }

    /// Puts a pod that asks for a place: it runs nowhere, and one of its name that runs is gone.
    ///
    /// @param path the keys that lead to it in a document
    /// @return the pod as it was written, with the node that it names
    public Pod asking(Value value, String path) {
        var at = Cursor.within(value, path, mistakes);
        if (!at.isThere()) {
            at.mistake("the pod is missing; add a Pod as kubectl prints it");
        }
        var metadata = at.get("metadata");
        var name = metadata.get("name").text();
        var whole =
                new ObjectName(
                        namespace(metadata.get("namespace").text()), name.isEmpty() ? "pod" : name);
        var pod = PodReader.pod(at, whole);
        inventory.put(pod.on(""));
        inventory.removeNomination(pod.key());
        return pod;
    }

    /// Removes the object.
    @Override
    public void delete(Value.Mapping object) {
        var kind = Type.of(object).kind();
        remove(kind, name(object, kind));
    }

    /// Reads the object and returns the action that adds it.
    private Runnable prepared(ObjectKind kind, Cursor at, ObjectName name) {
        return switch (kind) {
            case POD -> pod(at, name);
            case NODE -> {
                var node = NodeReader.node(at, name);
                latest = later(latest, later(node.created(), NodeReader.heartbeat(at)));
                yield () -> inventory.put(node);
            }
            case BUDGET -> budget(at, name);
            case NAMESPACE -> {
                var labels = at.get("metadata").get("labels").labels();
                yield () -> inventory.putNamespace(name.name(), labels);
            }
            case CLAIM -> {
                var claim = StorageReader.claim(at, name);
                yield () -> inventory.put(claim);
            }
            case VOLUME -> {
                var volume = StorageReader.volume(at, name);
                yield () -> inventory.put(volume);
            }
            case VOLUME_CLASS -> {
                var volumeClass = StorageReader.volumeClass(at, name);
                yield () -> inventory.put(volumeClass);
            }
            case DRIVER -> {
                var driver = StorageReader.driver(at, name);
                yield () -> inventory.put(driver);
            }
            case NODE_DRIVERS -> {
                var drivers = StorageReader.nodeDrivers(at, name);
                yield () -> inventory.put(drivers);
            }
            case ATTACHMENT -> {
                var attachment = StorageReader.attachment(at, name);
                yield () -> inventory.put(attachment);
            }
            case CAPACITY -> {
                var capacity = StorageReader.capacity(at, name);
                yield () -> inventory.put(capacity);
            }
            case NODE_POOL -> {
                var limits = NodeReader.limits(at);
                yield () -> pools.put(name.name(), limits);
            }
            case NODE_CLAIM -> claim(at, name);
            case CAPACITY_BUFFER -> buffer(at, name);
            case RESOURCE_QUOTA -> {
                var quota = QuotaReader.quota(at, name);
                yield () -> inventory.put(quota);
            }
            case POD_TEMPLATE, DEPLOYMENT, REPLICA_SET -> workload(kind, at, name);
            case STATEFUL_SET, JOB, REPLICATION_CONTROLLER -> workload(kind, at, name);
            case OTHER -> () -> {};
        };
    }

    /// A machine that Karpenter ordered is a node that is not Ready, until its node has joined.
    private Runnable claim(Cursor at, ObjectName name) {
        var joined = at.get("status").get("nodeName").text();
        if (joined.equals(name.name())) {
            return () -> {};
        }
        if (!joined.isEmpty() || at.get("metadata").get("deletionTimestamp").isThere()) {
            return () -> remove(ObjectKind.NODE_CLAIM, name);
        }
        if (!at.get("status").get("allocatable").isThere()) {
            return () -> unknownClaims++;
        }
        var node = NodeReader.node(at, name).withReady(false);
        return () -> inventory.put(node);
    }

    private Runnable buffer(Cursor at, ObjectName name) {
        if (!WorkloadReader.isActive(at)) {
            return () -> inventory.removeBuffer(name);
        }
        var buffer = WorkloadReader.buffer(at, name);
        return () -> inventory.put(buffer);
    }

    private Runnable workload(ObjectKind kind, Cursor at, ObjectName name) {
        var workload = WorkloadReader.workload(kind, at, name);
        return () -> inventory.put(workload);
    }

    private Runnable pod(Cursor at, ObjectName name) {
        if (PodReader.isFinished(at)) {
            return () -> remove(ObjectKind.POD, name);
        }
        var pod = PodReader.pod(at, name);
        latest = later(latest, pod.created());
        var nominated = at.get("status").get("nominatedNodeName").text();
        var message = pod.node().isEmpty() ? SchedulerMessage.of(at) : Optional.<String>empty();
        return () -> {
            inventory.put(pod);
            message.ifPresentOrElse(
                    text -> messages.put(pod.key(), text), () -> messages.remove(pod.key()));
            if (pod.node().isEmpty() && !nominated.isEmpty()) {
                var nomination = new Nomination(nominated, pod.shape().priority());
                inventory.nominate(pod.key(), nomination);
            } else {
                inventory.removeNomination(pod.key());
            }
        };
    }

    private Runnable budget(Cursor at, ObjectName name) {
        var selector = at.get("spec").get("selector");
        if (coversNothing(at, selector)) {
            return () -> remove(ObjectKind.BUDGET, name);
        }
        var status = at.get("status");
        boolean isAlways =
                at.get("spec").get("unhealthyPodEvictionPolicy").text().equals("AlwaysAllow");
        var budget =
                new Budget(
                        name,
                        Specs.selector(selector),
                        Math.max(0, status.get("disruptionsAllowed").whole()),
                        Math.max(0, status.get("currentHealthy").whole()),
                        Math.max(0, status.get("desiredHealthy").whole()),
                        isAlways ? Unready.ALWAYS_ALLOW : Unready.IF_HEALTHY_BUDGET);
        return () -> inventory.put(budget);
    }

    /// No selector selects nothing. An empty one selects everything, but in the old version of the
    /// kind nothing.
    private static boolean coversNothing(Cursor budget, Cursor selector) {
        if (!selector.isThere()) {
            return true;
        }
        return budget.get("apiVersion").text().equals("policy/v1beta1")
                && Specs.selector(selector).isEmpty();
    }

    private void remove(ObjectKind kind, ObjectName name) {
        switch (kind) {
            case POD -> {
                inventory.removePod(name);
                messages.remove(name);
            }
            case NODE -> inventory.removeNode(name.name());
            case BUDGET -> inventory.removeBudget(name);
            case NAMESPACE -> inventory.removeNamespace(name.name());
            case CLAIM -> inventory.removeClaim(name);
            case VOLUME -> inventory.removeVolume(name.name());
            case VOLUME_CLASS -> inventory.removeClass(name.name());
            case DRIVER -> inventory.removeDriver(name.name());
            case NODE_DRIVERS -> inventory.removeNodeDrivers(name.name());
            case ATTACHMENT -> inventory.removeAttachment(name.name());
            case CAPACITY -> inventory.removeCapacity(name);
            case NODE_POOL -> pools.remove(name.name());
            case NODE_CLAIM -> inventory.removeNode(name.name());
            case CAPACITY_BUFFER -> inventory.removeBuffer(name);
            case RESOURCE_QUOTA -> inventory.removeResourceQuota(name);
            case POD_TEMPLATE, DEPLOYMENT, REPLICA_SET, STATEFUL_SET, JOB, REPLICATION_CONTROLLER ->
                    inventory.removeWorkload(new KindName(kind.toString(), name));
            case OTHER -> {}
        }
    }

    static ObjectName name(Value.Mapping object, ObjectKind kind) {
        if (!(object.get("metadata") instanceof Value.Mapping metadata)) {
            return new ObjectName("", "");
        }
        var name = Type.text(metadata, "name");
        if (kind.scope() == ObjectKind.Scope.CLUSTER) {
            return new ObjectName("", name);
        }
        return new ObjectName(namespace(Type.text(metadata, "namespace")), name);
    }

    private static String namespace(String written) {
        return written.isEmpty() ? "default" : written;
    }
}
