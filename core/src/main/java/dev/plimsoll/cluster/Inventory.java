package dev.plimsoll.cluster;

import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Attachment;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Storage;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Collects the objects of a cluster: takes objects as they are reported, in any order and any
/// number of times, and returns them as a [Cluster].
///
/// **Invariant:** after any sequence of reports the cluster equals one built from the remaining
/// objects, and shares every unchanged part with its predecessor: `InventoryTest`.
public final class Inventory {

    /// The kinds of objects.
    public enum Kind {
        POD,
        NODE,
        GROUP,
        BUDGET,
        NAMESPACE,
        SUBNET,
        CLAIM,
        VOLUME,
        VOLUME_CLASS,
        DRIVER,
        NODE_DRIVERS,
        ATTACHMENT,
        CAPACITY,
        CAPACITY_BUFFER,
        RESOURCE_QUOTA,
        POD_TEMPLATE,
        DEPLOYMENT,
        REPLICA_SET,
        STATEFUL_SET,
        JOB,
        REPLICATION_CONTROLLER
    }

    private final AskedLabels asked = new AskedLabels();
    private final PodBook pods = new PodBook(asked);
    private final Set<String> touchedNodes = new LinkedHashSet<>();

    /// Nodes without their pods.
    private final Part<String, Node> nodes = new Part<>();

    private final Part<String, Group> groups = new Part<>();
    private final Part<ObjectName, Budget> budgets = new Part<>();
    private final Part<String, Labels> namespaces = new Part<>();
    private final Part<ObjectName, Nomination> nominations = new Part<>();
    private final Part<String, Subnet> subnets = new Part<>();
    private final Part<ObjectName, Claim> claims = new Part<>();
    private final Part<String, Volume> volumes = new Part<>();
    private final Part<String, VolumeClass> classes = new Part<>();
    private final Part<String, Driver> drivers = new Part<>();
    private final Part<String, NodeDrivers> nodeDrivers = new Part<>();
    private final Part<String, Attachment> attachments = new Part<>();
    private final Part<ObjectName, Capacity> capacities = new Part<>();
    private final BufferBook buffers = new BufferBook(asked);
    private final QuotaBook quotas = new QuotaBook();
    private Cluster cluster = Cluster.EMPTY;

    /// The nodes of the last cluster.
    private SharedMap<String, Node> shownNodes = SharedMap.empty();

    /// The name of the cluster.
    public void name(String name) {
        if (!name.equals(cluster.name())) {
            cluster = cluster.withName(name);
        }
    }

    public void put(Pod pod) {
        pods.put(pod);
    }

    public void removePod(ObjectName name) {
        pods.remove(name);
        nominations.remove(name);
    }

    /// A node is nominated for a pending pod.
    public void nominate(ObjectName pod, Nomination nomination) {
        nominations.put(pod, nomination);
    }

    public void removeNomination(ObjectName pod) {
        nominations.remove(pod);
    }

    /// @param node its pods are ignored; they are reported one by one
    public void put(Node node) {
        var bare = node.pods().isEmpty() ? node : node.with(List.of());
        if (nodes.put(node.name(), bare)) {
            touchedNodes.add(node.name());
        }
    }

    public void removeNode(String name) {
        if (nodes.remove(name) != null) {
            touchedNodes.add(name);
        }
    }

    public void put(Group group) {
        groups.put(group.name(), group);
    }

    public void removeGroup(String name) {
        groups.remove(name);
    }

    public void put(Budget budget) {
        if (budgets.put(budget.name(), budget)) {
            asked.put(budget);
        }
    }

    public void removeBudget(ObjectName name) {
        var old = budgets.remove(name);
        if (old != null) {
            asked.remove(old);
        }
    }

    public void putNamespace(String name, Labels labels) {
        if (namespaces.put(name, labels)) {
            asked.put(name, labels);
        }
    }

    public void removeNamespace(String name) {
        if (namespaces.remove(name) != null) {
            asked.removeNamespace(name);
        }
    }

    public void put(Subnet subnet) {
        subnets.put(subnet.name(), subnet);
    }

    public void removeSubnet(String name) {
        subnets.remove(name);
    }

    public void put(Claim claim) {
        claims.put(claim.key(), claim);
    }

    public void removeClaim(ObjectName name) {
        claims.remove(name);
    }

    public void put(Volume volume) {
        volumes.put(volume.name(), volume);
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void put(VolumeClass volumeClass) {
        classes.put(volumeClass.name(), volumeClass);
    }

    public void removeClass(String name) {
        classes.remove(name);
    }

    public void put(Driver driver) {
        drivers.put(driver.name(), driver);
    }

    public void removeDriver(String name) {
        drivers.remove(name);
    }

    public void put(NodeDrivers drivers) {
        nodeDrivers.put(drivers.node(), drivers);
    }

    public void removeNodeDrivers(String node) {
        nodeDrivers.remove(node);
    }

    public void put(Attachment attachment) {
        attachments.put(attachment.name(), attachment);
    }

    public void removeAttachment(String name) {
        attachments.remove(name);
    }

    public void put(Capacity capacity) {
        capacities.put(capacity.key(), capacity);
    }

    public void removeCapacity(ObjectName name) {
        capacities.remove(name);
    }

    public void put(CapacityBuffer buffer) {
        buffers.put(buffer);
    }

    public void removeBuffer(ObjectName name) {
        buffers.remove(name);
    }

    public void put(ResourceQuota quota) {
        quotas.put(quota);
    }

    public void removeResourceQuota(ObjectName name) {
        quotas.remove(name);
    }

    public void put(Workload workload) {
        buffers.put(workload);
    }

    public void removeWorkload(KindName name) {
        buffers.remove(name);
    }

    /// Begins a complete list of one kind of object, as after a watch that has to start over. A
    /// list that was begun before and not ended is given up.
    public void beginList(Kind kind) {
        switch (kind) {
            case POD -> pods.beginList();
            case NODE -> nodes.beginList();
            case GROUP -> groups.beginList();
            case BUDGET -> budgets.beginList();
            case NAMESPACE -> namespaces.beginList();
            case SUBNET -> subnets.beginList();
            case CLAIM -> claims.beginList();
            case VOLUME -> volumes.beginList();
            case VOLUME_CLASS -> classes.beginList();
            case DRIVER -> drivers.beginList();
            case NODE_DRIVERS -> nodeDrivers.beginList();
            case ATTACHMENT -> attachments.beginList();
            case CAPACITY -> capacities.beginList();
            case RESOURCE_QUOTA -> quotas.beginList();
            case CAPACITY_BUFFER, POD_TEMPLATE, DEPLOYMENT -> buffers.beginList(kind);
            case REPLICA_SET, STATEFUL_SET, JOB, REPLICATION_CONTROLLER -> buffers.beginList(kind);
        }
    }

    /// An object is listed that was reported before and did not change.
    ///
    /// @param name without a namespace for a kind that has none
    public void confirm(Kind kind, ObjectName name) {
        switch (kind) {
            case POD -> pods.confirm(name);
            case NODE -> nodes.confirm(name.name());
            case GROUP -> groups.confirm(name.name());
            case BUDGET -> budgets.confirm(name);
            case NAMESPACE -> namespaces.confirm(name.name());
            case SUBNET -> subnets.confirm(name.name());
            case CLAIM -> claims.confirm(name);
            case VOLUME -> volumes.confirm(name.name());
            case VOLUME_CLASS -> classes.confirm(name.name());
            case DRIVER -> drivers.confirm(name.name());
            case NODE_DRIVERS -> nodeDrivers.confirm(name.name());
            case ATTACHMENT -> attachments.confirm(name.name());
            case CAPACITY -> capacities.confirm(name);
            case RESOURCE_QUOTA -> quotas.confirm(name);
            case CAPACITY_BUFFER, POD_TEMPLATE, DEPLOYMENT -> buffers.confirm(kind, name);
            case REPLICA_SET, STATEFUL_SET, JOB, REPLICATION_CONTROLLER ->
                    buffers.confirm(kind, name);
        }
    }

    /// Ends a list: objects of the kind that were not reported since it began are removed.
    public void endList(Kind kind) {
        switch (kind) {
            case POD -> pods.endList().forEach(this::removePod);
            case NODE -> nodes.endList().forEach(this::removeNode);
            case GROUP -> groups.endList().forEach(this::removeGroup);
            case BUDGET -> budgets.endList().forEach(this::removeBudget);
            case NAMESPACE -> namespaces.endList().forEach(this::removeNamespace);
            case SUBNET -> subnets.endList().forEach(this::removeSubnet);
            case CLAIM -> claims.endList().forEach(this::removeClaim);
            case VOLUME -> volumes.endList().forEach(this::removeVolume);
            case VOLUME_CLASS -> classes.endList().forEach(this::removeClass);
            case DRIVER -> drivers.endList().forEach(this::removeDriver);
            case NODE_DRIVERS -> nodeDrivers.endList().forEach(this::removeNodeDrivers);
            case ATTACHMENT -> attachments.endList().forEach(this::removeAttachment);
            case CAPACITY -> capacities.endList().forEach(this::removeCapacity);
            case RESOURCE_QUOTA -> quotas.endList();
            case CAPACITY_BUFFER, POD_TEMPLATE, DEPLOYMENT -> buffers.endList(kind);
            case REPLICA_SET, STATEFUL_SET, JOB, REPLICATION_CONTROLLER -> buffers.endList(kind);
        }
    }

    public int podCount() {
        return pods.size();
    }

    /// How many labels and shapes are kept, including those of removed pods.
    int keptCount() {
        return pods.keptCount();
    }

    /// The number of different shapes of pods.
    public int shapeCount() {
        return pods.shapeCount();
    }

    /// The shape of a reported pod.
    public Shape shape(ObjectName pod) {
        return pods.shape(pod);
    }

    /// The shape of a pod; nothing if no such pod is reported.
    public Optional<Shape> find(ObjectName pod) {
        return pods.find(pod);
    }

    /// The names of the pods on a node, in order: needed to evict them.
    public List<ObjectName> podsOn(String node) {
        return pods.on(node);
    }

    /// By shape, the number of pods with a pod of the same owner on one of some nodes, themselves
    /// included.
    public SortedMap<Shape, Integer> podsWithSiblingsOn(Set<String> nodes) {
        return pods.withSiblingsOn(nodes);
    }

    /// The names of the pending pods, in order.
    public List<ObjectName> pendingPods() {
        return pods.on(PodBook.PENDING);
    }

    /// All reported objects as one value: the same one as before if nothing changed.
    public Cluster cluster() {
        buffers.describe();
        var touched = pods.takeTouched();
        touched.addAll(touchedNodes);
        touchedNodes.clear();
        if (!touched.isEmpty()) {
            showNodes(touched);
        }
        showParts();
        return cluster;
    }

    @SuppressWarnings("ReferenceEquality") // A map that did not change is the same one.
    private void showNodes(Set<String> touched) {
        if (touched.contains(PodBook.PENDING)) {
            var pending = pods.byShape(PodBook.PENDING);
            cluster = pending.equals(cluster.pending()) ? cluster : cluster.withPending(pending);
        }
        var now = nodes.map() == shownNodes ? withPods(touched) : allNodes(touched);
        shownNodes = nodes.map();
        if (!isSame(cluster.nodes(), now)) {
            cluster = cluster.withNodes(now);
        }
    }

    /// The nodes of the last cluster with other pods on some of them.
    private List<Node> withPods(Set<String> touched) {
        var now = new ArrayList<>(cluster.nodes());
        for (var name : touched) {
            int at = cluster.position(name);
            if (at >= 0) {
                now.set(at, current(now.get(at), now.get(at), touched));
            }
        }
        return now;
    }

    private List<Node> allNodes(Set<String> touched) {
        var now = new ArrayList<Node>(nodes.map().size());
        var walk = new NodeWalk(cluster.nodes());
        nodes.map().forEach((name, bare) -> now.add(current(bare, walk.find(name), touched)));
        return now;
    }

    /// Finds nodes of the last cluster in the order of their names.
    private static final class NodeWalk {

        private final List<Node> nodes;
        private int at;

        private NodeWalk(List<Node> nodes) {
            this.nodes = nodes;
        }

        private @Nullable Node find(String name) {
            while (at < nodes.size() && nodes.get(at).name().compareTo(name) < 0) {
                at++;
            }
            return at < nodes.size() && nodes.get(at).name().equals(name) ? nodes.get(at) : null;
        }
    }

    /// @param old the node in the last cluster; used again if it did not change
    private Node current(Node bare, @Nullable Node old, Set<String> touched) {
        if (old != null && !touched.contains(bare.name())) {
            return old;
        }
        var now = bare.with(pods.byShape(bare.name()));
        return old != null && now.equals(old) ? old : now;
    }

    @SuppressWarnings("ReferenceEquality") // Nodes that did not change are shared.
    private static boolean isSame(List<Node> before, List<Node> now) {
        if (before.size() != now.size()) {
            return false;
        }
        for (int i = 0; i < now.size(); i++) {
            if (before.get(i) != now.get(i)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // A map that did not change is the same one.
    private void showParts() {
        if (groups.map() != cluster.groups()) {
            cluster = cluster.withGroups(groups.map());
        }
        if (budgets.map() != cluster.budgets()) {
            cluster = cluster.withBudgets(budgets.map());
        }
        if (namespaces.map() != cluster.namespaces()) {
            cluster = cluster.withNamespaces(namespaces.map());
        }
        if (nominations.map() != cluster.nominations()) {
            cluster = cluster.withNominations(nominations.map());
        }
        if (subnets.map() != cluster.subnets()) {
            cluster = cluster.withSubnets(subnets.map());
        }
        var asking = buffers.shown();
        if (asking != cluster.buffers()) {
            cluster = cluster.withBuffers(asking);
        }
        var limiting = quotas.shown(buffers.namespaces());
        if (limiting != cluster.resourceQuotas()) {
            cluster = cluster.withResourceQuotas(limiting);
        }
        if (!isShown(cluster.storage())) {
            cluster =
                    cluster.with(
                            new Storage(
                                    claims.map(),
                                    volumes.map(),
                                    classes.map(),
                                    drivers.map(),
                                    nodeDrivers.map(),
                                    attachments.map(),
                                    capacities.map()));
        }
    }

    @SuppressWarnings("ReferenceEquality") // A map that did not change is the same one.
    private boolean isShown(Storage storage) {
        return claims.map() == storage.claims()
                && volumes.map() == storage.volumes()
                && classes.map() == storage.classes()
                && drivers.map() == storage.drivers()
                && nodeDrivers.map() == storage.nodes()
                && attachments.map() == storage.attachments()
                && capacities.map() == storage.capacities();
    }
}
