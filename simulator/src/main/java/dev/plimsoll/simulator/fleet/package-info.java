/// A simulated fleet: many workloads on a few clusters, divided by several methods side by side.
///
/// A [Course] is the sequence of a workload's replicas, weights, clusters and capacity. A [Contender]
/// divides it: Plimsoll, the proposal, or a version of Karmada. Plimsoll's deciders run in the same
/// loop as real ones, on a [FleetWorld]. A [Fleet] plays the course with each contender and gives a
/// [Score]:
///
///     moved     = Σ min(removed, added) ÷ changes, per workload
///     bias      = the mean of replicas − quota over all workloads, by step and cluster
///     violations = decisions in which some cluster is a whole replica or more from its quota
///
/// **Invariant:** equal seeds give equal scores: `FleetTest`.
@NullMarked
package dev.plimsoll.simulator.fleet;

import org.jspecify.annotations.NullMarked;
