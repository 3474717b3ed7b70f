/// Node groups of Cluster API: `MachineDeployment`s, `MachineSet`s and `MachinePool`s of a
/// management cluster, resized through their scale subresource.
///
/// A controller of Cluster API that has more machines than its target deletes machines in this
/// order: those that are being deleted, those with the annotation `delete-machine` by name, then
/// others by its own policy ([deletion
/// order](https://github.com/kubernetes-sigs/cluster-api/blob/v1.14.2/core/reconcilers/machineset/machineset_deletion_order.go)).
/// So with `live` machines that are not being deleted and a target, the first `live - target`
/// annotated machines by name are about to be deleted, and no other annotated machine is. Which
/// machines a request has removed therefore follows from the objects alone, and a request that was
/// cut off between its writes can be repeated.
@NullMarked
package dev.plimsoll.kube.clusterapi;

import org.jspecify.annotations.NullMarked;
