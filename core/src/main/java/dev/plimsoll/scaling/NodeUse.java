package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.slack.Placeholders;
import java.math.BigInteger;

/// How much of a node its pods request, without the pods that belong to the node and what these
/// request, and without placeholders. Of a node with GPUs only the GPUs count.
///
/// @param asked the requests of pods that can move
/// @param offered the rest of the node
public record NodeUse(Resources asked, Resources offered) {

    static NodeUse of(Node node) {
        var daemons = node.daemons();
        var others = daemons;
        for (var pods : node.pods()) {
            boolean isExpendable =
                    PendingPods.isExpendable(pods.shape()) && !pods.shape().owner().staysWithNode();
            if (isExpendable || Placeholders.areOf(pods.shape())) {
                others = others.plus(pods.shape().requests().times(pods.count()));
            }
        }
        return new NodeUse(node.asked().less(others), node.allocatable().less(daemons));
    }

    /// Whether some resource is used above this share.
    boolean isAbove(Percent most) {
        boolean hasGpus = WellKnown.GPUS.stream().anyMatch(gpu -> hasSome(gpu));
        for (var resource : asked.names()) {
            boolean counts = hasGpus ? WellKnown.GPUS.contains(resource) : Share.drives(resource);
            long whole = offered.offered(resource);
            if (counts
                    && whole != Resources.UNLIMITED
                    && most.compare(
                                    BigInteger.valueOf(asked.asked(resource)),
                                    BigInteger.valueOf(whole))
                            > 0) {
                return true;
            }
        }
        return false;
    }

    /// Its dominant share, in millionths.
    long share() {
        return Share.dominant(asked, offered);
    }

    private boolean hasSome(String resource) {
        return offered.has(resource) && offered.asked(resource) > 0;
    }
}
