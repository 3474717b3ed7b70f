/// Many workloads on a few clusters, and several ways to share them out, side by side.
///
/// A [Course] says what each workload lives through: replicas, weights, clusters and capacity, step by
/// step. A [Contender] shares it out: ours, the source's, or Karmada's of some generation. A [Fleet]
/// plays the course with each of them and gives a [Score]:
///
///     moved     = Σ min(removed, added) ÷ changes, a workload
///     bias      = the mean of replicas − quota over all workloads, by step and cluster
///     violations = decisions in which some cluster is a whole replica or more from its quota
///
/// **Invariant:** equal seeds give equal scores. `FleetTest`.
@NullMarked
package dev.plimsoll.simulator.fleet;

import org.jspecify.annotations.NullMarked;
