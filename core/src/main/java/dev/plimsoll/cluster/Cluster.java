package dev.plimsoll.cluster;

import dev.plimsoll.collection.Kept;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Storage;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The observed state of a cluster at one moment: nodes with their pods by shape, pending pods,
/// groups, disruption budgets, namespaces, nominations, storage, subnets, buffers, and their
/// quotas.
///
/// Two clusters share every part that did not change between them, so changes are found by
/// comparing references; equality is by value. Values that follow from the parts are computed when
/// they are first asked for, kept, and handed on to the next cluster as far as they still hold.
///
/// **Invariant:** parts are in canonical order (nodes by name, pods by shape), so clusters with
/// equal objects are equal in whatever order these were reported: `InventoryTest`.
public final class Cluster {

    public static final Cluster EMPTY =
            new Cluster(
                    "",
                    List.of(),
                    List.of(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    Storage.EMPTY,
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    null);

    private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

    private final String name;
    private final List<Node> nodes;
    private final List<Pods> pending;
    private final SharedMap<String, Group> groups;
    private final SharedMap<ObjectName, Budget> budgets;
    private final SharedMap<String, Labels> namespaces;
    private final SharedMap<ObjectName, Nomination> nominations;
    private final Storage storage;
    private final SharedMap<String, Subnet> subnets;
    private final SharedMap<KindName, Buffer> buffers;
    private final SharedMap<ObjectName, ResourceQuota> quotas;

    /// Of this cluster, or of the last one before it that computed it.
    private @Nullable GroupIndex index;

    private @Nullable Map<String, Integer> nominatedPriorities;

    private final Kept kept = new Kept();

    private Cluster(
            String name,
            List<Node> nodes,
            List<Pods> pending,
            SharedMap<String, Group> groups,
            SharedMap<ObjectName, Budget> budgets,
            SharedMap<String, Labels> namespaces,
            SharedMap<ObjectName, Nomination> nominations,
            Storage storage,
            SharedMap<String, Subnet> subnets,
            SharedMap<KindName, Buffer> buffers,
            SharedMap<ObjectName, ResourceQuota> quotas,
            @Nullable GroupIndex index) {
        this.name = name;
        this.nodes = nodes;
        this.pending = pending;
        this.groups = groups;
        this.budgets = budgets;
        this.namespaces = namespaces;
        this.nominations = nominations;
        this.storage = storage;
        this.subnets = subnets;
        this.buffers = buffers;
        this.quotas = quotas;
        this.index = index;
    }

    /// A cluster of nodes, pending pods and groups, in any order.
    public static Cluster of(List<Node> nodes, List<Pods> pending, List<Group> groups) {
        var byName = SharedMap.<String, Group>empty();
        for (var group : groups) {
            byName = byName.with(group.name(), group);
        }
        return EMPTY.withNodes(nodes.stream().sorted(Comparator.comparing(Node::name)).toList())
                .withPending(pending.stream().sorted(Comparator.comparing(Pods::shape)).toList())
                .withGroups(byName);
    }

    /// Answers about this cluster.
    public Kept kept() {
        return kept;
    }

    /// Its name; empty if unknown.
    public String name() {
        return name;
    }

    public List<Node> nodes() {
        return nodes;
    }

    public List<Pods> pending() {
        return pending;
    }

    public SharedMap<String, Group> groups() {
        return groups;
    }

    public SharedMap<ObjectName, Budget> budgets() {
        return budgets;
    }

    /// The labels of the namespaces that were reported, by name.
    public SharedMap<String, Labels> namespaces() {
        return namespaces;
    }

    /// By the names of pending pods.
    public SharedMap<ObjectName, Nomination> nominations() {
        return nominations;
    }

    public Storage storage() {
        return storage;
    }

    public SharedMap<String, Subnet> subnets() {
        return subnets;
    }

    /// The objects that ask for room to be kept free.
    public SharedMap<KindName, Buffer> buffers() {
        return buffers;
    }

    /// The ResourceQuotas of namespaces with a CapacityBuffer.
    public SharedMap<ObjectName, ResourceQuota> resourceQuotas() {
        return quotas;
    }

    public Group group(String groupName) {
        var group = groups.get(groupName);
        if (group == null) {
            throw new IllegalArgumentException("no group " + groupName);
        }
        return group;
    }

    /// The node of that name; null if there is none.
    public @Nullable Node node(String nodeName) {
        int at = position(nodeName);
        return at < 0 ? null : nodes.get(at);
    }

    /// The position of a node; negative if there is none of that name.
    int position(String nodeName) {
        return Collections.binarySearch(nodes, nodeName, Cluster::compare);
    }

    /// For a binary search, which passes an element first and then the key.
    private static int compare(Object node, Object nodeName) {
        return ((Node) node).name().compareTo((String) nodeName);
    }

    /// The nodes of a group, by name.
    public List<Node> nodesOf(String groupName) {
        return index().nodesOf(groupName, nodes);
    }

    /// The names of the groups that a node belongs to: one, if groups do not overlap.
    public List<String> groupsOf(Node node) {
        return index().groupsOf(node);
    }

    /// The number of pods: those on nodes, and pending ones.
    public int podCount() {
        int pods = 0;
        for (var some : pending) {
            pods += some.count();
        }
        for (var node : nodes) {
            for (var some : node.pods()) {
                pods += some.count();
            }
        }
        return pods;
    }

    /// All machines: those of groups that are ordered or have joined, and nodes without a group.
    public int machines() {
        int ordered = 0;
        for (var group : groups.values()) {
            int own = index().count(group.name());
            ordered += Math.max(0, group.target() - own);
        }
        return nodes.size() + ordered;
    }

    private GroupIndex index() {
        if (index == null) {
            index = GroupIndex.of(nodes, groups);
        } else if (!index.isOf(nodes, groups)) {
            index = index.after(nodes, groups);
        }
        return index;
    }

    /// The labels of a namespace. Every namespace has its name as a label, even if nothing else is
    /// known of it.
    public Labels namespace(String namespace) {
        var labels = namespaces.get(namespace);
        return labels == null ? unknownNamespace(namespace) : labels;
    }

    static Labels unknownNamespace(String namespace) {
        return Labels.of(NAMESPACE_NAME, namespace);
    }

    /// The node is nominated for a pending pod of this priority or a higher one.
    public boolean isNominated(String node, int priority) {
        if (nominations.isEmpty()) {
            return false;
        }
        if (nominatedPriorities == null) {
            var highest = new LinkedHashMap<String, Integer>();
            nominations.forEach((_, nomination) ->
                    highest.merge(nomination.node(), nomination.priority(), Math::max));
            nominatedPriorities = highest;
        }
        var highest = nominatedPriorities.get(node);
        return highest != null && highest >= priority;
    }

    public Cluster withName(String other) {
        return new Cluster(
                other,
                nodes,
                pending,
                groups,
                budgets,
                namespaces,
                nominations,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    /// @param others by name
    public Cluster withNodes(List<Node> others) {
        return new Cluster(
                name,
                List.copyOf(others),
                pending,
                groups,
                budgets,
                namespaces,
                nominations,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    /// @param others by shape
    public Cluster withPending(List<Pods> others) {
        return new Cluster(
                name,
                nodes,
                List.copyOf(others),
                groups,
                budgets,
                namespaces,
                nominations,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    public Cluster withGroups(SharedMap<String, Group> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                others,
                budgets,
                namespaces,
                nominations,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    public Cluster withBudgets(SharedMap<ObjectName, Budget> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                others,
                namespaces,
                nominations,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    public Cluster withNamespaces(SharedMap<String, Labels> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                budgets,
                others,
                nominations,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    public Cluster withNominations(SharedMap<ObjectName, Nomination> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                budgets,
                namespaces,
                others,
                storage,
                subnets,
                buffers,
                quotas,
                index);
    }

    public Cluster with(Storage other) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                budgets,
                namespaces,
                nominations,
                other,
                subnets,
                buffers,
                quotas,
                index);
    }

    public Cluster withSubnets(SharedMap<String, Subnet> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                budgets,
                namespaces,
                nominations,
                storage,
                others,
                buffers,
                quotas,
                index);
    }

    public Cluster withBuffers(SharedMap<KindName, Buffer> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                budgets,
                namespaces,
                nominations,
                storage,
                subnets,
                others,
                quotas,
                index);
    }

    public Cluster withResourceQuotas(SharedMap<ObjectName, ResourceQuota> others) {
        return new Cluster(
                name,
                nodes,
                pending,
                groups,
                budgets,
                namespaces,
                nominations,
                storage,
                subnets,
                buffers,
                others,
                index);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Cluster that
                        && name.equals(that.name)
                        && nodes.equals(that.nodes)
                        && pending.equals(that.pending)
                        && groups.equals(that.groups)
                        && budgets.equals(that.budgets)
                        && namespaces.equals(that.namespaces)
                        && nominations.equals(that.nominations)
                        && storage.equals(that.storage)
                        && subnets.equals(that.subnets)
                        && buffers.equals(that.buffers)
                        && quotas.equals(that.quotas));
    }

    @Override
    public int hashCode() {
        return nodes.hashCode();
    }

    @Override
    public String toString() {
        return nodes.size()
                + " nodes, "
                + groups.size()
                + " groups, "
                + pending.size()
                + " pending shapes";
    }
}
