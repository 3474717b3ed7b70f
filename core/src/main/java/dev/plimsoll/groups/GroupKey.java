package dev.plimsoll.groups;

import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The properties that nodes of one group share: the pool of their provider, or that they are
/// virtual. Other nodes share instance type, purchase option, device, platform, role and taints.
///
/// Nodes of one instance type can differ by some bytes of memory. So size counts only for nodes
/// without an instance type, and memory is rounded to GiB.
///
/// @param labels the labels of those properties
/// @param taints the taints that stay on a node in service; empty for nodes of a pool
/// @param size empty if the instance type or the pool is known
record GroupKey(Labels labels, String taints, String size) {

    private static final List<String> PLATFORM = List.of(WellKnown.ARCH, WellKnown.OS);

    static GroupKey of(Node node) {
        if (WellKnown.isVirtual(node.labels())) {
            return new GroupKey(node.labels().only(WellKnown.VIRTUAL_LABELS), "", "");
        }
        var pool = WellKnown.POOLS.stream().filter(node.labels()::has).findFirst();
        return pool.map(key -> new GroupKey(node.labels().only(List.of(key)), "", ""))
                .orElseGet(() -> withoutPool(node));
    }

    private static GroupKey withoutPool(Node node) {
        var labels = new TreeMap<String, String>();
        WellKnown.INSTANCE_TYPES.stream()
                .filter(node.labels()::has)
                .findFirst()
                .ifPresent(key -> labels.put(key, node.labels().get(key)));
        for (var keys : List.of(WellKnown.CAPACITY_TYPES, WellKnown.ACCELERATORS, PLATFORM)) {
            labels.putAll(node.labels().only(keys).toMap());
        }
        node.labels()
                .toMap()
                .tailMap(WellKnown.ROLE)
                .forEach((key, value) -> {
                    if (key.startsWith(WellKnown.ROLE)) {
                        labels.put(key, value);
                    }
                });
        var taints =
                node.inService().taints().stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(","));
        var kept = Labels.of(labels);
        return new GroupKey(kept, taints, type(kept).isEmpty() ? size(node.allocatable()) : "");
    }

    /// Who picks the variants of a group with these labels.
    static GroupSpread spread(Labels labels) {
        boolean isChosen =
                labels.has(WellKnown.KARPENTER_POOL)
                        || WellKnown.POOLS.stream().noneMatch(labels::has);
        return isChosen ? GroupSpread.CHOSEN : GroupSpread.PROVIDER;
    }

    /// Both have labels of node pools, and of different providers.
    static boolean areDifferentPools(Labels one, Labels other) {
        var pool = one.only(WellKnown.PROVIDER_POOLS);
        var otherPool = other.only(WellKnown.PROVIDER_POOLS);
        return !pool.isEmpty()
                && !otherPool.isEmpty()
                && pool.toMap().keySet().stream().noneMatch(otherPool::has);
    }

    /// The instance type; empty if no label has it.
    static String type(Labels labels) {
        return WellKnown.first(labels, WellKnown.INSTANCE_TYPES);
    }

    /// These are the labels of a node of the control plane.
    static boolean isControlPlane(Labels labels) {
        return labels.has(WellKnown.ROLE + "control-plane")
                || labels.has(WellKnown.ROLE + "master");
    }

    /// The words for a name, the most telling first.
    List<String> words() {
        var words = new ArrayList<String>();
        var role = role();
        words.add(
                Stream.of(
                                WellKnown.virtual(labels),
                                WellKnown.first(labels, WellKnown.POOLS),
                                role,
                                type(labels))
                        .filter(word -> !word.isEmpty())
                        .findFirst()
                        .orElse("nodes"));
        words.add(role);
        words.add(type(labels));
        words.add(WellKnown.first(labels, WellKnown.CAPACITY_TYPES));
        words.add(WellKnown.first(labels, WellKnown.ACCELERATORS));
        words.addAll(PLATFORM.stream().map(key -> WellKnown.first(labels, List.of(key))).toList());
        words.add(size);
        words.add(taints);
        return words;
    }

    private String role() {
        return labels.toMap().keySet().stream()
                .filter(key -> key.startsWith(WellKnown.ROLE))
                .map(key -> key.substring(WellKnown.ROLE.length()))
                .findFirst()
                .orElse("");
    }

    private static String size(Resources allocatable) {
        var words = new ArrayList<String>();
        words.add(Math.floorDiv(allocatable.asked(Resources.CPU) + 500, 1_000) + "cpu");
        words.add(gibibytes(allocatable.asked(Resources.MEMORY)) + "Gi");
        allocatable
                .toMap()
                .forEach((resource, amount) -> {
                    if (isBought(resource, amount)) {
                        words.add(amount + "x" + resource.substring(resource.lastIndexOf('/') + 1));
                    }
                });
        return String.join("-", words);
    }

    private static long gibibytes(long bytes) {
        long unit = Bytes.mebibytes(1_024).count();
        return bytes / unit + (bytes % unit >= unit / 2 ? 1 : 0);
    }

    /// Devices: everything else is the same on every node, or part of the size already.
    private static boolean isBought(String resource, long amount) {
        return amount > 0
                && Share.drives(resource)
                && !resource.equals(Resources.CPU)
                && !resource.equals(Resources.MEMORY)
                && !resource.startsWith("hugepages-")
                && !resource.startsWith("attachable-volumes-");
    }
}
