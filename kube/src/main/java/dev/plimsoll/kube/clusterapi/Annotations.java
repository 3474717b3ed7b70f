package dev.plimsoll.kube.clusterapi;

import java.time.Instant;

/// The annotations that Cluster API and Cluster Autoscaler give a meaning.
final class Annotations {

    static final String MIN_SIZE =
            MachineKind.API_GROUP + "/cluster-api-autoscaler-node-group-min-size";
    static final String MAX_SIZE =
            MachineKind.API_GROUP + "/cluster-api-autoscaler-node-group-max-size";

    /// Controllers leave the object alone.
    static final String PAUSED = MachineKind.API_GROUP + "/paused";

    /// The machine goes first when its group gets smaller.
    static final String DELETE_MACHINE = MachineKind.API_GROUP + "/delete-machine";

    /// The prefix of those that describe a new node.
    static final String CAPACITY = "capacity.cluster-autoscaler.kubernetes.io/";

    /// The start of our value of [#DELETE_MACHINE]; a time follows.
    private static final String OURS = "plimsoll ";

    private Annotations() {}

    /// Our value of [#DELETE_MACHINE].
    static String deletion(Instant now) {
        return OURS + now;
    }

    static boolean isMarked(ApiObject machine) {
        return machine.hasAnnotation(DELETE_MACHINE);
    }

    /// We marked it, not a person or another program.
    static boolean isMarkedByUs(ApiObject machine) {
        return machine.annotation(DELETE_MACHINE).startsWith(OURS);
    }
}
