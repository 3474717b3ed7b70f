package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Keep;

/// What is wanted of an object, whatever its kind: of a pod's six kilobytes about one.
final class Wanted {

    static final Keep OF_OBJECT =
            Keep.paths(
                    """
                    apiVersion
                    kind
                    metadata name
                    metadata namespace
                    metadata labels
                    metadata annotations %s
                    metadata annotations %s
                    metadata annotations %s
                    metadata creationTimestamp
                    metadata ownerReferences kind
                    metadata ownerReferences controller
                    spec nodeName
                    spec nodeSelector
                    spec affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution
                    spec tolerations
                    spec priority
                    spec overhead
                    spec resources
                    spec containers name
                    spec containers resources
                    spec initContainers name
                    spec initContainers resources
                    spec initContainers restartPolicy
                    spec taints
                    spec unschedulable
                    spec selector
                    status phase
                    status allocatable
                    status nodeInfo architecture
                    status disruptionsAllowed
                    status conditions type
                    status conditions status
                    status conditions reason
                    status resources requests
                    status allocatedResources
                    status containerStatuses name
                    status containerStatuses resources requests
                    status containerStatuses allocatedResources
                    status initContainerStatuses name
                    status initContainerStatuses resources requests
                    status initContainerStatuses allocatedResources
                    """
                            .formatted(Keys.NO_DELETE, Keys.MIRROR, Keys.CONFIG_SOURCE));

    private Wanted() {}
}
