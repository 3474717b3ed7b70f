package dev.plimsoll.slack;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// The room to keep free, and the placeholders that hold it.
///
/// @param extra the amount of each resource that the rate asks for
/// @param placeholders in the order in which they get a place
/// @param reasons why they are these
public record WantedSlack(Resources extra, List<Placeholders> placeholders, List<Reason> reasons) {

    public WantedSlack {
        placeholders =
                placeholders.stream()
                        .sorted((one, other) -> one.kind().compareTo(other.kind()))
                        .toList();
        reasons = List.copyOf(reasons);
    }

    /// The room for what is seen: arithmetic on sums, on the pods by shape and on the groups.
    public static WantedSlack of(SlackSeen seen, SlackPolicy policy) {
        return new SlackAmount(seen, policy).wanted();
    }

    /// The room that annotations and CapacityBuffers ask for, and no more.
    public static WantedSlack asked(SlackSeen seen) {
        return new SlackAmount(seen, SlackPolicy.DEFAULT).asked();
    }

    /// Whether an annotation or a CapacityBuffer asks for anything. It looks at the shapes on every
    /// node, and makes no sums.
    public static boolean isAsked(Cluster cluster) {
        return !cluster.buffers().isEmpty()
                || isAsked(cluster.pending())
                || cluster.nodes().stream().anyMatch(node -> isAsked(node.pods()));
    }

    private static boolean isAsked(List<Pods> pods) {
        for (var some : pods) {
            var reserve = some.shape().reserve();
            if (reserve instanceof Reserve.Placeholders && !reserve.isZero()) {
                return true;
            }
        }
        return false;
    }

    /// The number of placeholders.
    public int count() {
        return placeholders.stream().mapToInt(Placeholders::count).sum();
    }
}
