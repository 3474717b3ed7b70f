/// Slack: room that is kept free for pods to come, by placeholders.
///
/// A placeholder is a virtual pod. It exists in decisions only; kube-scheduler does not see it, so
/// the next pod takes its room without waiting for a node.
///
///     extra_r   = ⌈ rate · base_r ⌉                        the least room of resource r
///     left_r    = max(0, extra_r − Σ named_r)
///     cut_r(i)  = ⌈ i · reference_r ÷ parts ⌉ − ⌈ (i − 1) · reference_r ÷ parts ⌉
///     count_r   = the smallest n with cut_r(1) + … + cut_r(n) ≥ left_r
///
/// Standard placeholders are the cuts 1 to n with n = min over r of count_r. They request all
/// resources. Fillers are the cuts n + 1 to count_r, with r alone.
///
/// | symbol | meaning |
/// |---|---|
/// | r | a resource: cpu and memory by default |
/// | rate | the share to keep free: 10% by default |
/// | base | the allocatable resources of nodes without their DaemonSet pods, or the requests of pods |
/// | named | what the placeholders of marked and of the biggest pods request |
/// | reference | the smallest node that can hold at least 90% of the pods |
/// | parts | the granularity, 5 by default; doubled while a cut is larger than the biggest pod, up to 20 |
///
/// Nodes that are bought for slack are capacity too. With capacity C and requests R the cluster is
/// at rest at C = R ÷ (1 − rate) by capacity, so the rate must be below 100%, and at
/// C = R · (1 + rate) by requests.
///
/// With n nodes and granularity g, the formulas of the source are:
///
///     version 1:        n · g placeholders that hold base_r together
///     version 2-pods:   the pod with the most of each resource, and
///                       n · g placeholders that hold max(0, extra_r − Σ biggest_r) together
///     version 2-shape:  one placeholder with the most of all resources, and
///                       n · g placeholders that hold max(0, extra_r − most_r) together
///
/// Source: "Resource Slack", a proposal for Cluster Autoscaler,
/// <https://github.com/kubernetes/autoscaler/pull/77>, and its prototype,
/// <https://github.com/kubernetes/autoscaler/pull/56>. docs/sources.md lists where we differ.
///
/// [SlackAmount] computes the placeholders, [Seating] gives them their nodes.
///
/// **Invariant:** extra_r ≤ held_r < extra_r + one placeholder, unless named placeholders alone are
/// more or some are missing: `SlackLawsTest`.
///
/// **Invariant:** every placeholder fits on its node by all rules, beside the real pods and the
/// other placeholders: `SlackLawsTest`.
@NullMarked
package dev.plimsoll.slack;

import org.jspecify.annotations.NullMarked;
