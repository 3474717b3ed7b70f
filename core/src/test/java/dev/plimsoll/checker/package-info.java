/// An independent judge of placements: the required rules of kube-scheduler's default profile, on
/// plain trees of Kubernetes objects, written to be read and not to be fast.
///
/// **Invariant:** it shares no code with the rules that it judges. It keeps no sums: every answer
/// looks at all objects again.
///
/// Source: the behaviour of kube-scheduler 1.37 with default gates, and `Lt` and `Gt` in
/// tolerations.
@NullMarked
package dev.plimsoll.checker;

import org.jspecify.annotations.NullMarked;
