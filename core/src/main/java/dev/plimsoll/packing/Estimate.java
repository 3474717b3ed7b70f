package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import java.util.List;

/// How many nodes of one offer take pods that wait.
public final class Estimate {

    private Estimate() {}

    /// On new nodes alone. Those that are there count for rules that look at other pods.
    public static Packing of(Ground ground, Offer offer, List<Pods> pods) {
        var seen = matters(ground, pods) ? ground : ground.bare();
        var draft = new Draft(seen);
        var waiting = new Waiting(pods, draft.rooms());
        new FirstFit(draft, offer, draft.firstNew()).place(waiting);
        return draft.packing(waiting);
    }

    /// Where there is room on the nodes that are there, and on new ones.
    public static Packing besides(Ground ground, Offer offer, List<Pods> pods) {
        var draft = new Draft(ground);
        var waiting = new Waiting(pods, draft.rooms());
        new FirstFit(draft, offer, 0).place(waiting);
        return draft.packing(waiting);
    }

    /// Some rule for these pods looks at the pods of other nodes.
    private static boolean matters(Ground ground, List<Pods> pods) {
        return pods.stream().anyMatch(some -> looksAround(some.shape()))
                || ground.nodes().stream().anyMatch(Estimate::keepsApart);
    }

    private static boolean looksAround(Shape shape) {
        return !shape.company().isAny() || !shape.mounts().isEmpty();
    }

    private static boolean keepsApart(Node node) {
        for (var pods : node.pods()) {
            if (!pods.shape().company().apart().isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
