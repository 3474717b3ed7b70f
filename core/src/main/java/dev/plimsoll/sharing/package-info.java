/// Sharing of a workload's replicas over clusters.
///
///     quota    q = clamp(λ · w, least, most), with the one λ for which all quotas add up to R
///     replicas a = ⌊q⌋, or ⌊q⌋ + 1 for K of the clusters whose quota is not whole
///     odd      K = R − Σ ⌊q⌋
///     holds      p ≥ ⌊q⌋ + 1 and q is not whole
///
/// | symbol | meaning |
/// |---|---|
/// | R | replicas of the workload that have room |
/// | w | weight of the cluster; its sum over all clusters is W |
/// | least, most | bounds of the cluster: its minimum, and its running replicas plus available room |
/// | p | replicas running there |
///
/// Holders get an odd replica first: every choice with the fewest moves does that. If the running
/// replicas add up to R and are less than one from the quota everywhere, all of them stay. The other
/// odd replicas are drawn with the fractional part as the chance, so the expected share is the quota.
/// The draw takes the [PeriodOrder] of the workload, which is right for every R at once and never takes
/// a replica away when R grows; for large sums of weights it is one systematic draw. A draw is a
/// [dev.plimsoll.collection.Hash] of the workload's uid, not chance: equal questions get equal answers.
///
/// Source: Karmada's proposal "divide replicas by static weight evenly",
/// <https://github.com/karmada-io/karmada/pull/4151>. It uses w · ⌊R ÷ W⌋ as the floor, which
/// changes when all weights are doubled. It does not define how the previous result is compared
/// (step 3), nor the chances of an odd replica. Other differences, and the modes that reproduce Karmada
/// and the proposal, are in docs/sources.md and docs/sharing.md.
///
/// **Invariant:** replicas add up to R, are within their bounds and less than one from the quota;
/// a division stays the same if asked again with itself as the previous one: `SharingLawsTest`.
@NullMarked
package dev.plimsoll.sharing;

import org.jspecify.annotations.NullMarked;
