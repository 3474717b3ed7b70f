package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.quantity.Resources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What running pods and the pending pods to place request. Evicted pods and those that their
/// workload makes for them count once: pods that terminate do not count, nor do those that go with
/// their node.
final class Demand {

    private final ScalingFacts facts;
    private @Nullable Resources requests;

    Demand(ScalingFacts facts) {
        this.facts = facts;
    }

    /// Computed once, and only if something is watched.
    Resources requests() {
        if (requests == null) {
            var sum = sum(facts.pending().pods());
            for (var node : facts.cluster().nodes()) {
                sum = sum.plus(sum(Moves.movers(node)));
            }
            requests = sum;
        }
        return requests;
    }

    /// Whether new pods explain a loss: they request as much as was lost, in a resource that it
    /// has.
    ///
    /// @param before what pods requested then
    boolean hasGrownBy(Resources lost, Resources before) {
        var grown = requests().less(before);
        for (var name : lost.names()) {
            if (lost.asked(name) > 0 && grown.asked(name) >= lost.asked(name)) {
                return true;
            }
        }
        return false;
    }

    static Resources sum(List<Pods> pods) {
        var sum = Resources.NONE;
        for (var some : pods) {
            sum = sum.plus(some.shape().requests().times(some.count()));
        }
        return sum;
    }
}
