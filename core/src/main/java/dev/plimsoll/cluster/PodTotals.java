package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.List;

/// What the pods of a node are together.
///
/// @param asked the requests of all, with their pod slots
/// @param daemons those that belong to the node
/// @param daemonRequests their requests
/// @param movers the number of the others
/// @param keepApart whether one has a required anti-affinity
/// @param arePlain whether none has host ports, volumes or a required anti-affinity
record PodTotals(
        Resources asked,
        List<Pods> daemons,
        Resources daemonRequests,
        int movers,
        boolean keepApart,
        boolean arePlain) {

    static PodTotals of(List<Pods> pods) {
        var asked = Resources.NONE;
        var daemons = new ArrayList<Pods>();
        var daemonRequests = Resources.NONE;
        int slots = 0;
        int movers = 0;
        boolean keepApart = false;
        boolean arePlain = true;
        for (var some : pods) {
            var shape = some.shape();
            var requests =
                    some.count() == 1 ? shape.requests() : shape.requests().times(some.count());
            asked = asked.plus(requests);
            slots += some.count();
            if (shape.owner().staysWithNode()) {
                daemons.add(some);
                daemonRequests = daemonRequests.plus(requests);
            } else {
                movers += some.count();
            }
            keepApart |= !shape.constraints().apart().isEmpty();
            arePlain &= shape.ports().isEmpty() && shape.mounts().isEmpty();
        }
        return new PodTotals(
                asked.with(Resources.PODS, slots),
                List.copyOf(daemons),
                daemonRequests,
                movers,
                keepApart,
                arePlain && !keepApart);
    }
}
