/// Fit: whether a pod fits on a node, by all required rules of kube-scheduler.
///
/// [NodeFit] asks all rules, and [Fitting] is the decider. The rules and their sentences are in the
/// class that checks them:
///
/// | class | rules |
/// |---|---|
/// | [Fit] | one node alone: cordon, taints, node selector and affinity, host ports, resources |
/// | [NodeFit] | constraints that are not understood, and nominated nodes |
/// | [InterPodRules] | topology spread, pod affinity and anti-affinity |
/// | [VolumeRules] | claims and disks |
/// | [VolumeBinding] | volumes of claims: bound, to be bound, to be provisioned |
/// | [AttachLimits] | volumes per node and driver |
///
/// [ResourceFit] checks the rules of [Fit] quickly for many nodes.
@NullMarked
package dev.plimsoll.fit;

import org.jspecify.annotations.NullMarked;
