/// Ranking: which node group to grow for pending pods.
///
///     score      = suppress(u, n) · (C + X) ÷ (T + X), the lowest wins
///     suppress   = (u − 1) · (1 − tanh((n − 1) ÷ over)) + 1
///     unfitness  u = max(preferred ÷ cpu, cpu ÷ preferred)
///
/// | symbol | meaning |
/// |---|---|
/// | C | hourly cost of the new nodes: price of one × n |
/// | T | ideal price: hourly cost of the same pods on machines that fit them exactly |
/// | X | stabilisation price, that of a small pod: keeps the ratio stable if T is small |
/// | n | number of nodes to add |
/// | cpu | capacity of one node; *preferred* is the cpu of the node size that suits the cluster |
/// | over | 15: unfitness counts less if more nodes are added at once |
///
/// suppress(u, n) is 1000 for nodes with GPUs that no pod requests. The score of a group that does
/// not exist yet is doubled. Reading `plimsoll` puts options that leave fewer pods pending first,
/// unless the score of an option that leaves more is better by more than `partialFactor`: a low
/// price for a few of the pods does not help the others. Equal scores are ordered by C, then by
/// name.
///
/// Source: "Cost-based node group ranking function for Cluster Autoscaler",
/// <https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/proposals/pricing.md>,
/// and the price expander that implements it. docs/sources.md lists where the two differ and where
/// the proposal contradicts itself.
///
/// Prices are whole billionths of a dollar. Ratios, unfitness and scores are `double`s computed
/// from them by correctly rounded division and `StrictMath`, so they are the same on every machine
/// and in every currency.
///
/// **Invariant:** no score is infinite or not a number: an option without a score is refused with
/// the reason, and never wins. `RankingLawsTest`.
@NullMarked
package dev.plimsoll.ranking;

import org.jspecify.annotations.NullMarked;
