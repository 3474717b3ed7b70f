package dev.plimsoll.checker;

import org.junit.jupiter.api.Test;

/// The rules for volumes.
class VolumeRulesTest {

    @Test
    void claimsThatKeepAPodFromEveryNode() {
        Situations.check(
                """
                - that: a claim must be there
                  nodes: {n1: {}}
                  pod: &one
                    spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}
                  verdicts: {n1: claims}
                - that: a bound claim has a volume name and the mark
                  objects:
                    - {kind: PersistentVolume, metadata: {name: pv1}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                  nodes: {n1: {}}
                  pod: *one
                  verdicts: {n1: fits}
                - that: without the mark it is not bound, though it waits
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: WaitForFirstConsumer}
                    - {kind: PersistentVolume, metadata: {name: pv1}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red}
                      spec: {volumeName: pv1, storageClassName: s}
                  nodes: {n1: {}}
                  pod: *one
                  verdicts: {n1: claims}
                - that: a bound claim whose volume is gone
                  objects:
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                  nodes: {n1: {}}
                  pod: *one
                  verdicts: {n1: claims}
                - that: an unbound claim of a class that binds at once
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: Immediate}
                    - {kind: PersistentVolumeClaim, metadata: {name: c1, namespace: red},
                       spec: {storageClassName: s}}
                  nodes: {n1: {}}
                  pod: *one
                  verdicts: {n1: claims}
                - that: a claim of an ephemeral volume must be the pod's own
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: WaitForFirstConsumer}
                    - kind: PersistentVolumeClaim
                      metadata: {name: asking-v, namespace: red,
                        ownerReferences: [{uid: u2, controller: true}]}
                      spec: {storageClassName: s}
                  nodes: {n1: {}}
                  pod: {metadata: {uid: u1}, spec: {volumes: [{name: v, ephemeral: {}}]}}
                  verdicts: {n1: claims}
                - that: and then it is as good as any
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: WaitForFirstConsumer}
                    - kind: PersistentVolumeClaim
                      metadata: {name: asking-v, namespace: red,
                        ownerReferences: [{uid: u1, controller: true}]}
                      spec: {storageClassName: s}
                  nodes: {n1: {}}
                  pod: {metadata: {uid: u1}, spec: {volumes: [{name: v, ephemeral: {}}]}}
                  verdicts: {n1: fits}
                """);
    }

    @Test
    void zonesAndAffinityOfVolumes() {
        Situations.check(
                """
                - that: a label holds zones, a node without any such label passes, and an old key
                    falls back to the new one but not the other way round
                  objects:
                    - {kind: PersistentVolume, metadata: {name: pv1, labels: {
                       topology.kubernetes.io/zone: a__b}}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                  nodes:
                    n1: {labels: {topology.kubernetes.io/zone: b}}
                    n2: {labels: {topology.kubernetes.io/zone: c}}
                    n3: {}
                    n4: {labels: {topology.kubernetes.io/region: r}}
                    n5: {labels: {failure-domain.beta.kubernetes.io/zone: a}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: zone, n3: fits, n4: zone, n5: zone}
                - that: the old key
                  objects:
                    - {kind: PersistentVolume, metadata: {name: pv1, labels: {
                       failure-domain.beta.kubernetes.io/zone: a}}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                  nodes:
                    n1: {labels: {topology.kubernetes.io/zone: a}}
                    n2: {labels: {failure-domain.beta.kubernetes.io/zone: b,
                      topology.kubernetes.io/zone: a}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: zone}
                - that: a volume's affinity sees labels, not names
                  objects:
                    - kind: PersistentVolume
                      metadata: {name: pv1}
                      spec: {nodeAffinity: {required: {nodeSelectorTerms: [{
                        matchFields: [{key: metadata.name, operator: In, values: [n9]}],
                        matchExpressions: [{key: h, operator: In, values: [a]}]}]}}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: binding}
                """);
    }

    @Test
    void freeVolumes() {
        Situations.check(
                """
                - that: a free volume fits by size, mode, modes of access, selector, phase and node
                  objects:
                    - {kind: StorageClass, metadata: {name: s},
                       provisioner: kubernetes.io/no-provisioner,
                       volumeBindingMode: WaitForFirstConsumer}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red}
                      spec: {storageClassName: s, accessModes: [ReadWriteOnce],
                        resources: {requests: {storage: 2Gi}}, selector: {matchLabels: {k: a}}}
                    - kind: PersistentVolume
                      metadata: {name: pv1, labels: {k: a}}
                      spec: {storageClassName: s, capacity: {storage: 2Gi},
                        accessModes: [ReadWriteOnce, ReadWriteMany],
                        nodeAffinity: {required: {nodeSelectorTerms: [
                          {matchExpressions: [{key: h, operator: In, values: [a]}]}]}}}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: too-small, labels: {k: a}}
                      spec: {storageClassName: s, capacity: {storage: 2147483647},
                        accessModes: [ReadWriteOnce]}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: released, labels: {k: a}}
                      spec: {storageClassName: s, capacity: {storage: 2Gi},
                        accessModes: [ReadWriteOnce]}
                      status: {phase: Released}
                    - kind: PersistentVolume
                      metadata: {name: block, labels: {k: a}}
                      spec: {storageClassName: s, capacity: {storage: 2Gi}, volumeMode: Block,
                        accessModes: [ReadWriteOnce]}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: other-access, labels: {k: a}}
                      spec: {storageClassName: s, capacity: {storage: 2Gi},
                        accessModes: [ReadOnlyMany]}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: unlabelled}
                      spec: {storageClassName: s, capacity: {storage: 2Gi},
                        accessModes: [ReadWriteOnce]}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: for-another, labels: {k: a}}
                      spec: {storageClassName: s, capacity: {storage: 2Gi},
                        accessModes: [ReadWriteOnce], claimRef: {name: c9, namespace: red}}
                      status: {phase: Available}
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: binding}
                - that: a volume kept for the claim is taken whatever its phase, or nothing is
                  objects:
                    - {kind: StorageClass, metadata: {name: s},
                       provisioner: kubernetes.io/no-provisioner,
                       volumeBindingMode: WaitForFirstConsumer}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red}
                      spec: {storageClassName: s, resources: {requests: {storage: 1Gi}}}
                    - kind: PersistentVolume
                      metadata: {name: free}
                      spec: {storageClassName: s, capacity: {storage: 1Gi}}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: kept}
                      spec: {storageClassName: s, capacity: {storage: 9Gi},
                        claimRef: {name: c1, namespace: red},
                        nodeAffinity: {required: {nodeSelectorTerms: [
                          {matchExpressions: [{key: h, operator: In, values: [a]}]}]}}}
                      status: {phase: Pending}
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: binding}
                - that: two claims need two volumes, and the smaller claim takes the smaller one
                  objects:
                    - {kind: StorageClass, metadata: {name: s},
                       provisioner: kubernetes.io/no-provisioner,
                       volumeBindingMode: WaitForFirstConsumer}
                    - kind: PersistentVolumeClaim
                      metadata: {name: large, namespace: red}
                      spec: {storageClassName: s, resources: {requests: {storage: 2Gi}}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: small, namespace: red}
                      spec: {storageClassName: s, resources: {requests: {storage: 1Gi}}}
                    - kind: PersistentVolume
                      metadata: {name: pv3}
                      spec: {storageClassName: s, capacity: {storage: 3Gi},
                        nodeAffinity: {required: {nodeSelectorTerms: [
                          {matchExpressions: [{key: h, operator: In, values: [a]}]}]}}}
                      status: {phase: Available}
                    - kind: PersistentVolume
                      metadata: {name: pv1}
                      spec: {storageClassName: s, capacity: {storage: 1Gi}}
                      status: {phase: Available}
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: large}},
                    {name: w, persistentVolumeClaim: {claimName: small}}]}}
                  verdicts: {n1: fits, n2: binding}
                """);
    }

    @Test
    void volumesToBeMade() {
        Situations.check(
                """
                - that: topologies of a class are alternatives
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: WaitForFirstConsumer, allowedTopologies: [
                         {matchLabelExpressions: [{key: zone, values: [a, b]}]},
                         {matchLabelExpressions: [{key: rack, values: [k]}]}]}
                    - {kind: PersistentVolumeClaim, metadata: {name: c1, namespace: red},
                       spec: {storageClassName: s}}
                  nodes: {n1: {labels: {zone: b}}, n2: {labels: {zone: c}}, n3: {labels: {rack: k}},
                    n4: {}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: binding, n3: fits, n4: binding}
                - that: a claim that is being made for a node waits for no other
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: WaitForFirstConsumer}
                    - {kind: PersistentVolumeClaim, metadata: {name: c1, namespace: red,
                       annotations: {volume.kubernetes.io/selected-node: n1}},
                       spec: {storageClassName: s}}
                  nodes: {n1: {}, n2: {}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: binding}
                - that: a driver that publishes its room is asked for it; the largest volume goes
                    before the room, no topology is nowhere, an empty one everywhere
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: p,
                       volumeBindingMode: WaitForFirstConsumer}
                    - {kind: CSIDriver, metadata: {name: p}, spec: {storageCapacity: true}}
                    - {kind: PersistentVolumeClaim, metadata: {name: c1, namespace: red},
                       spec: {storageClassName: s, resources: {requests: {storage: 2Gi}}}}
                    - {kind: CSIStorageCapacity, metadata: {name: r1, namespace: x},
                       storageClassName: s, capacity: 2Gi,
                       nodeTopology: {matchLabels: {h: a}}}
                    - {kind: CSIStorageCapacity, metadata: {name: r2, namespace: x},
                       storageClassName: s, capacity: 9Gi, maximumVolumeSize: 1Gi,
                       nodeTopology: {}}
                    - {kind: CSIStorageCapacity, metadata: {name: r3, namespace: x},
                       storageClassName: s, capacity: 9Gi}
                    - {kind: CSIStorageCapacity, metadata: {name: r4, namespace: x},
                       storageClassName: other, capacity: 9Gi, nodeTopology: {}}
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: binding}
                """);
    }

    @Test
    void limits() {
        Situations.check(
                """
                - that: a volume counts once for all pods on a node, an attached one again
                  objects:
                    - kind: PersistentVolume
                      metadata: {name: pv1}
                      spec: {csi: {driver: d, volumeHandle: h1}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                    - {kind: CSINode, metadata: {name: n1}, spec: {drivers: [
                       {name: d, allocatable: {count: 1}}]}}
                    - {kind: CSINode, metadata: {name: n2}, spec: {drivers: [
                       {name: d, allocatable: {count: 0}}]}}
                    - {kind: CSINode, metadata: {name: n3}, spec: {drivers: [
                       {name: d, allocatable: {count: 1}}]}}
                    - {kind: CSINode, metadata: {name: n4}, spec: {drivers: [{name: d}]}}
                    - {kind: VolumeAttachment, metadata: {name: a1}, spec: {attacher: d,
                       nodeName: n3, source: {persistentVolumeName: pv1}}}
                  nodes: {n1: {}, n2: {}, n3: {}, n4: {}, n5: {}}
                  pods:
                    b1: {on: n1, spec: {volumes: [
                      {name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: volume limits, n3: volume limits, n4: fits, n5: fits}
                - that: an unbound claim counts for its class's driver
                  objects:
                    - {kind: StorageClass, metadata: {name: s}, provisioner: d,
                       volumeBindingMode: WaitForFirstConsumer}
                    - {kind: PersistentVolumeClaim, metadata: {name: c1, namespace: red},
                       spec: {storageClassName: s}}
                    - {kind: PersistentVolumeClaim, metadata: {name: c2, namespace: red},
                       spec: {storageClassName: s}}
                    - {kind: CSINode, metadata: {name: n1}, spec: {drivers: [
                       {name: d, allocatable: {count: 1}}]}}
                    - {kind: CSINode, metadata: {name: n2}, spec: {drivers: [
                       {name: d, allocatable: {count: 1}}]}}
                  nodes: {n1: {}, n2: {}}
                  pods:
                    b1: {on: n1, spec: {volumes: [
                      {name: v, persistentVolumeClaim: {claimName: c2}}]}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: volume limits, n2: fits}
                - that: a driver may keep pods off nodes it is not on
                  objects:
                    - {kind: CSIDriver, metadata: {name: d},
                       spec: {preventPodSchedulingIfMissing: true}}
                    - {kind: PersistentVolume, metadata: {name: pv1},
                       spec: {csi: {driver: d, volumeHandle: h1}}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1}
                    - {kind: CSINode, metadata: {name: n1}, spec: {drivers: [{name: d}]}}
                    - {kind: CSINode, metadata: {name: n2}, spec: {drivers: [{name: e}]}}
                  nodes: {n1: {}, n2: {}, n3: {}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: fits, n2: volume limits, n3: volume limits}
                """);
    }

    @Test
    void disksAndClaimsForOnePod() {
        Situations.check(
                """
                - that: EBS collides also read-only, the others do not
                  nodes: {n1: {}, n2: {}, n3: {}, n4: {}}
                  pods:
                    b1: {on: n1, spec: {volumes: [
                      {name: v, awsElasticBlockStore: {volumeID: d, readOnly: true}}]}}
                    b2: {on: n2, spec: {volumes: [
                      {name: v, gcePersistentDisk: {pdName: d, readOnly: true}}]}}
                    b3: {on: n3, spec: {volumes: [
                      {name: v, iscsi: {iqn: d, lun: 0, readOnly: true}}]}}
                    b4: {on: n4, spec: {volumes: [
                      {name: v, rbd: {monitors: [m], image: d, readOnly: true}}]}}
                  pod: {spec: {volumes: [
                    {name: v, awsElasticBlockStore: {volumeID: d, readOnly: true}},
                    {name: w, gcePersistentDisk: {pdName: d, readOnly: true}},
                    {name: x, iscsi: {iqn: d, lun: 1, readOnly: true}},
                    {name: y, rbd: {monitors: [m], image: d, readOnly: true}}]}}
                  verdicts: {n1: disks, n2: fits, n3: fits, n4: fits}
                - that: one that writes is enough; an image is known by a monitor, pool and name
                  nodes: {n1: {}, n2: {}, n3: {}, n4: {}, n5: {}}
                  pods:
                    b1: {on: n1, spec: {volumes: [{name: v, gcePersistentDisk: {pdName: d}}]}}
                    b2: {on: n2, spec: {volumes: [{name: v, iscsi: {iqn: d, lun: 0}}]}}
                    b3: {on: n3, spec: {volumes: [
                      {name: v, rbd: {monitors: [l, m], image: d, pool: rbd}}]}}
                    b4: {on: n4, spec: {volumes: [{name: v, rbd: {monitors: [l], image: d}}]}}
                    b5: {on: n5, spec: {volumes: [
                      {name: v, rbd: {monitors: [m], image: d, pool: p}}]}}
                  pod: {spec: {volumes: [
                    {name: w, gcePersistentDisk: {pdName: d, readOnly: true}},
                    {name: x, iscsi: {iqn: d, lun: 1, readOnly: true}},
                    {name: y, rbd: {monitors: [m], image: d, readOnly: true}}]}}
                  verdicts: {n1: disks, n2: disks, n3: disks, n4: fits, n5: fits}
                - that: a claim for one pod is taken wherever its pod is
                  objects:
                    - {kind: PersistentVolume, metadata: {name: pv1}}
                    - kind: PersistentVolumeClaim
                      metadata: {name: c1, namespace: red,
                        annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                      spec: {volumeName: pv1, accessModes: [ReadWriteOncePod]}
                  nodes: {n1: {}, n2: {}}
                  pods:
                    b1: {on: n1, spec: {volumes: [
                      {name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  pod: {spec: {volumes: [{name: v, persistentVolumeClaim: {claimName: c1}}]}}
                  verdicts: {n1: once, n2: once}
                """);
    }
}
