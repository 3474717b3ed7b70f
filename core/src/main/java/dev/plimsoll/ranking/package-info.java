/// Which group to grow for pods that wait.
///
///     score      = suppress(u, n) · (C + X) ÷ (T + X), the lowest wins
///     suppress   = (u − 1) · (1 − tanh((n − 1) ÷ over)) + 1
///     unfitness  u = max(preferred ÷ cpu, cpu ÷ preferred)
///
/// | symbol | meaning |
/// |---|---|
/// | C | what the new nodes cost an hour: price of one × n |
/// | T | what the same pods would cost on machines that fit them exactly |
/// | X | the price of a small pod: keeps the ratio calm where T is small |
/// | n | how many nodes the group would grow by |
/// | cpu | capacity of one node; *preferred* is what nodes of a cluster of this size should have |
/// | over | 15: with more nodes in one go unfitness counts less |
///
/// 1000 stands in place of suppress(u, n) for nodes with GPUs that no pod asks for, and the score of
/// a group that does not exist yet counts twice. Reading `plimsoll` takes an option that leaves fewer
/// pods first, unless one that leaves more is better by more than `partialFactor`: pods are what is
/// bought, so a bargain for a few of them is none for the rest. Equal scores go by C, then by name.
///
/// Source: "Cost-based node group ranking function for Cluster Autoscaler",
/// <https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/proposals/pricing.md>, and
/// the price expander that was made of it. Where both differ, and where the source contradicts
/// itself, is in docs/sources.md.
///
/// Prices are whole billionths of a dollar; ratios, unfitness and scores are `double`s made from them
/// by correctly rounded division and `StrictMath`, so they are the same on every machine, and the
/// same whatever the currency.
///
/// **Invariant:** no score is infinite or not a number: what cannot be scored is refused with its
/// reason, and never wins. `RankingLawsTest`.
@NullMarked
package dev.plimsoll.ranking;

import org.jspecify.annotations.NullMarked;
