/// The one reader of Kubernetes objects, for dumps and for the API server's answers.
///
/// A [ClusterReader] streams texts object by object, keeps only the [RelevantFields] of each, and
/// puts it into an `Inventory`.
///
/// # The requests of a pod
///
/// As Kubernetes' `PodRequests` computes it (k8s.io/component-helpers/resource/helpers.go). With
/// `c` over containers, `i` over init containers in their order, and `s` over sidecars (init
/// containers that keep running):
///
///     steady = Σ c + Σ s
///     start  = max over i of (i + Σ of the s before i)
///     asked  = max(steady, start), with cpu, memory and hugepages replaced by pod-level
///              requests, + overhead
///
/// | symbol | is |
/// |---|---|
/// | `c`, `i`, `s` | the container's requests; a limit without a request counts as one |
/// | `asked` | the largest of three totals: of the spec, of the allocated and of the actual resources |
///
/// The totals of the status count for in-place resize; the total of the spec is left out while a
/// resize is infeasible.
@NullMarked
package dev.plimsoll.formats.kubernetes;

import org.jspecify.annotations.NullMarked;
