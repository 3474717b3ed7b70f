package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.KeyFilter;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The fields to keep of an object of any kind: about one kilobyte of a pod's six.
final class RelevantFields {

    private static final String OF_OBJECTS =
            """
            apiVersion
            kind
            metadata name
            metadata namespace
            metadata labels
            metadata uid
            metadata resourceVersion
            metadata deletionTimestamp
            metadata creationTimestamp
            metadata ownerReferences kind
            metadata ownerReferences controller
            metadata ownerReferences uid
            spec nodeName
            spec volumeName
            spec storageClassName
            spec accessModes
            spec volumeMode
            spec volumeAttributesClassName
            spec capacity
            spec claimRef
            spec nodeAffinity
            spec csi driver
            spec csi volumeHandle
            spec awsElasticBlockStore
            spec azureDisk
            spec azureFile
            spec cinder
            spec gcePersistentDisk
            spec portworxVolume
            spec vsphereVolume
            spec drivers name
            spec drivers allocatable
            spec storageCapacity
            spec preventPodSchedulingIfMissing
            spec attacher
            spec source
            provisioner
            volumeBindingMode
            allowedTopologies
            storageClassName
            capacity
            maximumVolumeSize
            nodeTopology
            spec taints
            spec unschedulable
            spec providerID
            spec limits
            status providerID
            status nodeName
            spec unhealthyPodEvictionPolicy
            spec selector
            status phase
            status nominatedNodeName
            status allocatable
            status capacity
            status currentHealthy
            status desiredHealthy
            status nodeInfo architecture
            status disruptionsAllowed
            status conditions type
            status conditions status
            status conditions reason
            status conditions message
            status conditions lastHeartbeatTime
            status conditions lastTransitionTime
            status resources requests
            status allocatedResources
            status containerStatuses name
            status containerStatuses resources requests
            status containerStatuses allocatedResources
            status initContainerStatuses name
            status initContainerStatuses resources requests
            status initContainerStatuses allocatedResources
            metadata generation
            spec provisioningStrategy
            spec podTemplateRef
            spec scalableRef
            spec replicas
            spec percentage
            spec parallelism
            spec scopes
            spec scopeSelector
            status hard
            status used
            status replicas
            status podTemplateRef
            status podTemplateGeneration
            status provisioningStrategy
            status conditions observedGeneration
            """;

    /// What the specification of a pod says about its requests and its placement.
    private static final String OF_POD_SPECS =
            """
            spec nodeSelector
            spec affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution
            spec affinity podAffinity requiredDuringSchedulingIgnoredDuringExecution
            spec affinity podAntiAffinity requiredDuringSchedulingIgnoredDuringExecution
            spec topologySpreadConstraints
            spec tolerations
            spec hostNetwork
            spec hostUsers
            spec containers restartPolicyRules
            spec containers volumeMounts bindMountOptions
            spec resourceClaims
            spec schedulingGates
            spec schedulerName
            spec schedulingGroup
            spec workloadRef
            spec containers ports
            spec initContainers ports
            spec volumes name
            spec volumes persistentVolumeClaim
            spec volumes ephemeral
            spec volumes awsElasticBlockStore
            spec volumes azureDisk
            spec volumes azureFile
            spec volumes cinder
            spec volumes gcePersistentDisk
            spec volumes iscsi
            spec volumes emptyDir
            spec volumes hostPath
            spec volumes portworxVolume
            spec volumes rbd
            spec volumes vsphereVolume
            spec priority
            spec terminationGracePeriodSeconds
            spec overhead
            spec resources
            spec containers name
            spec containers resources
            spec initContainers name
            spec initContainers resources
            spec initContainers restartPolicy
            """;

    /// What the description of a pod has beside its specification.
    private static final String OF_TEMPLATES =
            """
            metadata labels
            spec priorityClassName
            """;

    private static final String ANNOTATIONS =
            annotations(
                    Keys.NO_DELETE,
                    Keys.PAUSED,
                    Keys.RESERVE,
                    Keys.SCALE_DOWN_DISABLED,
                    Keys.SAFE_TO_EVICT,
                    Keys.SAFE_LOCAL_VOLUMES,
                    Keys.DO_NOT_DISRUPT,
                    Keys.MIRROR,
                    Keys.CONFIG_SOURCE,
                    Keys.BIND_COMPLETED,
                    Keys.SELECTED_NODE,
                    Keys.OLD_CLASS,
                    Keys.MIGRATED_PLUGINS,
                    Keys.COMPLETE);

    /// A PodTemplate has a pod at its root, a workload in its specification.
    static final KeyFilter OF_OBJECT =
            KeyFilter.paths(
                    OF_OBJECTS
                            + OF_POD_SPECS
                            + under("template", OF_TEMPLATES + OF_POD_SPECS)
                            + under("spec template", OF_TEMPLATES + OF_POD_SPECS)
                            + ANNOTATIONS);

    private RelevantFields() {}

    private static String under(String path, String fields) {
        return fields.lines().map(field -> path + " " + field + "\n").collect(Collectors.joining());
    }

    private static String annotations(String... names) {
        return Stream.of(names)
                .map(name -> "metadata annotations " + name)
                .collect(Collectors.joining("\n"));
    }
}
