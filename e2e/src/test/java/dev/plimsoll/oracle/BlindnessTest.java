package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every planted fault is found: the recorded verdicts of the real scheduler contradict it.
class BlindnessTest {

    private static final String FAULTS =
            """
            Node spec unschedulable
            Node spec taints
            asking spec tolerations
            asking spec nodeSelector
            asking spec affinity nodeAffinity
            asking spec affinity nodeAffinity requiredDuringSchedulingIgnoredDuringExecution nodeSelectorTerms matchFields
            asking spec affinity podAffinity
            asking spec affinity podAntiAffinity
            Pod spec affinity podAntiAffinity
            asking spec affinity podAffinity requiredDuringSchedulingIgnoredDuringExecution namespaces
            asking spec affinity podAffinity requiredDuringSchedulingIgnoredDuringExecution namespaceSelector
            asking spec affinity podAntiAffinity requiredDuringSchedulingIgnoredDuringExecution namespaceSelector
            asking spec affinity podAntiAffinity requiredDuringSchedulingIgnoredDuringExecution labelSelector
            asking spec topologySpreadConstraints
            asking spec topologySpreadConstraints minDomains
            asking spec topologySpreadConstraints nodeAffinityPolicy
            asking spec topologySpreadConstraints nodeTaintsPolicy
            asking spec topologySpreadConstraints whenUnsatisfiable
            asking spec containers ports
            asking spec containers ports hostIP
            asking spec containers ports protocol
            asking spec initContainers ports
            Pod spec containers ports
            asking spec containers resources
            asking spec initContainers
            asking spec initContainers restartPolicy
            asking spec overhead
            asking spec resources
            Pod spec containers resources
            Pod spec overhead
            Pod status containerStatuses
            Pod status conditions
            Pod status phase
            Pod metadata labels
            Pod metadata deletionTimestamp
            Node status allocatable pods
            Node status allocatable ephemeral-storage
            Node metadata labels
            Namespace metadata labels
            asking spec volumes
            asking spec volumes persistentVolumeClaim
            asking spec volumes ephemeral
            Pod spec volumes persistentVolumeClaim
            Pod spec volumes gcePersistentDisk
            Pod spec volumes awsElasticBlockStore
            Pod spec volumes iscsi
            Pod spec volumes rbd
            asking|Pod spec volumes gcePersistentDisk readOnly
            PersistentVolume spec nodeAffinity
            PersistentVolume metadata labels
            PersistentVolume spec claimRef
            PersistentVolume spec accessModes
            PersistentVolume status phase
            PersistentVolumeClaim spec volumeName
            PersistentVolumeClaim spec accessModes
            PersistentVolumeClaim spec selector
            PersistentVolumeClaim spec resources
            PersistentVolumeClaim metadata annotations
            PersistentVolumeClaim metadata ownerReferences
            PersistentVolumeClaim status phase
            StorageClass allowedTopologies
            StorageClass volumeBindingMode
            StorageClass provisioner
            CSINode spec drivers allocatable
            CSINode spec drivers
            CSIDriver spec preventPodSchedulingIfMissing
            CSIDriver spec storageCapacity
            CSIStorageCapacity nodeTopology
            CSIStorageCapacity maximumVolumeSize
            VolumeAttachment spec nodeName
            """;

    @Test
    void everyPlantedFaultIsFound() {
        var faults = FAULTS.lines().map(Blindness::of).toList();
        var hidden = new ArrayList<Blindness>();
        for (int at = 0; at < faults.size(); at += Seeds.few(4, 1)) {
            hidden.add(faults.get(at));
        }

        Recording.forEach(answered -> hidden.removeIf(fault -> isFound(fault, answered)));

        assertThat(hidden).isEmpty();
    }

    private static boolean isFound(Blindness fault, Answered answered) {
        var blind = new Answered(fault.seen(answered.asked()), answered.verdicts());
        return !new Comparison().add(blind).isEmpty();
    }

    @Test
    void withoutAFaultNothingIsFound() {
        var none = new Blindness(List.of("asking"), List.of("nothing"));

        Recording.forOneIn(20, answered -> assertThat(isFound(none, answered)).isFalse());
    }
}
