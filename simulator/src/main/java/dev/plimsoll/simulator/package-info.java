/// A simulated cluster in virtual time: machines that take minutes to boot, a scheduler, and
/// workloads whose number of pods changes over a day.
///
/// A [Scenario] describes groups, workloads and [Incident]s; [Day],
/// [PodsDay] and [FaultScenario] have ready-made ones. An [EmbeddedCluster] runs it as the `World` of the loops, checks its
/// [Invariants] if asked to, and gives a [Summary] of the run. A [FaultyWorld] puts a network with
/// [Faults] between loops and any world.
///
/// Workloads follow two formulas in whole numbers:
///
///     replicas = ⌈ peak × curve ÷ 1000 × (1000 + noise) ÷ 1000 ⌉, max of the last 5 minutes
///     noise    = ⌊ 9 ÷ 10 × previous noise ⌋ + a random number from −swing … swing
///
/// | symbol | meaning |
/// |---|---|
/// | peak | replicas at the top of the curve |
/// | curve | the share of the peak at that minute of the day, in thousandths |
/// | noise, swing | deviation from the curve and its largest step, in thousandths |
///
/// The five minutes are the stabilization window of a HorizontalPodAutoscaler:
/// <https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/>.
///
/// **Invariant:** the same scenario, start, seed and steps give the same history. The demand of
/// Deployments and the arrival of Jobs do not depend on the steps. Both: `LawsTest`.
@NullMarked
package dev.plimsoll.simulator;

import org.jspecify.annotations.NullMarked;
