/// A cluster made of memory, in virtual time: machines that take minutes to boot, a scheduler,
/// workloads that want more and fewer pods over a day.
///
/// A [Scenario] says what there is; [Day] has one to start with. An [EmbeddedCluster] plays it: it
/// is the `World` that a loop turns against, and tells in a [Summary] what that came to.
///
/// Two numbers drive the workloads, both whole:
///
///     replicas = ⌈ peak × curve ÷ 1000 × (1000 + noise) ÷ 1000 ⌉, the most of the last 5 minutes
///     noise    = ⌊ 9 ÷ 10 × noise before ⌋ + a draw from −swing … swing
///
/// | symbol | meaning |
/// |---|---|
/// | peak | replicas when the curve is at its top |
/// | curve | the share of the peak at that minute of the day, in thousandths |
/// | noise, swing | how far the share strays from the curve, in thousandths |
///
/// The five minutes are the stabilization window of a HorizontalPodAutoscaler:
/// <https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/>.
///
/// **Invariant:** equal scenario, start, seed and steps give an equal history. Deployments want the
/// same, and jobs come at the same moments, whatever steps are taken. Both: `LawsTest`.
@NullMarked
package dev.plimsoll.simulator;

import org.jspecify.annotations.NullMarked;
