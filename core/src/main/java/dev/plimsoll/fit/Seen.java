package dev.plimsoll.fit;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Shape;

/// The input of fit: one pod, and the cluster that it should run in.
///
/// @param pod namespace and name
/// @param shape the shape of the pod
/// @param boundTo its `spec.nodeName`; empty if it has none
public record Seen(String pod, Shape shape, String boundTo, Cluster cluster) {}
