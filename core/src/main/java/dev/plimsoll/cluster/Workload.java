package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Count;
import dev.plimsoll.selection.KindName;

/// An object that describes pods: a PodTemplate, Deployment, ReplicaSet, StatefulSet, Job or
/// ReplicationController. A [Cluster] shows it if it asks for room, or a CapacityBuffer names it.
///
/// @param pod one of its pods, pending
/// @param replicas how many it has; unknown for a PodTemplate
/// @param reserve the room that its annotation asks for
/// @param priorityClass that its pods name; empty if none
public record Workload(
        KindName name, Pod pod, Count replicas, Reserve reserve, String priorityClass) {}
