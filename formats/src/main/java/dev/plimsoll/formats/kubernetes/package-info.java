/// The one reader of Kubernetes objects, for dumps and for what the API server sends.
///
/// A [ClusterReader] streams texts object by object, keeps of each only what [RelevantFields] names, and
/// puts it into an `Inventory`.
///
/// # What a pod asks for
///
/// As Kubernetes' `PodRequests` computes it (k8s.io/component-helpers/resource/helpers.go). With
/// `c` over containers and `i` over init containers in their order, those that stay (sidecars)
/// marked `s`:
///
///     steady = Σ c + Σ s
///     start  = max over i of (i + Σ of the s before i)
///     asked  = max(steady, start), cpu, memory and hugepages replaced by what the pod as a whole
///              asks for, + overhead
///
/// | symbol | is |
/// |---|---|
/// | `c`, `i`, `s` | what the container asks for; a limit without a request counts as one |
/// | `asked` | the largest of three such totals: by spec, by what the node set aside, by its set-up |
///
/// The totals by status come in with in-place resize; while a resize is infeasible, the total by
/// spec is left out.
@NullMarked
package dev.plimsoll.formats.kubernetes;

import org.jspecify.annotations.NullMarked;
