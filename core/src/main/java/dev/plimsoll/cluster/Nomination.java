package dev.plimsoll.cluster;

/// A node on which kube-scheduler makes room for a pending pod.
///
/// @param priority of the pod
public record Nomination(String node, int priority) {}
