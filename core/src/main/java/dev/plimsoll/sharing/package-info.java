/// How many replicas of a workload each cluster runs.
///
///     quota    q = clamp(λ · w, least, most), with the one λ for which all quotas add up to R
///     replicas a = ⌊q⌋, or ⌊q⌋ + 1 for K of the clusters whose quota is not whole
///     odd      K = R − Σ ⌊q⌋
///     holds      p ≥ ⌊q⌋ + 1 and q is not whole
///
/// | symbol | meaning |
/// |---|---|
/// | R | replicas of the workload, less those that find no room |
/// | w | weight of the cluster; its sum over all clusters is W |
/// | least, most | bounds of the cluster: its minimum, and what runs there and what is still available |
/// | p | replicas that run there |
///
/// Holders get an odd replica first: every choice that moves the fewest replicas does that, and if
/// what runs adds up to R and is everywhere less than one from the quota, all of it stays. Odd
/// replicas that nobody holds are drawn with the chance of the fractional part, so the expected share
/// is the quota: from the [PeriodOrder] of the workload, which is right for every R at once and never
/// takes a replica away when R grows, or for large sums of weights by one systematic draw. A draw is
/// a [dev.plimsoll.decision.Hash] of the workload's uid, not chance: equal questions get equal answers.
///
/// Source: Karmada's proposal "divide replicas by static weight evenly",
/// <https://github.com/karmada-io/karmada/pull/4151>. It takes w · ⌊R ÷ W⌋ for the floor, which is
/// another one when all weights are doubled, and leaves open how the previous result is compared
/// (step 3) and with which chances an odd replica is drawn. What else differs, and which modes bring
/// back what Karmada and the proposal print, is in docs/sources.md and docs/sharing.md.
///
/// **Invariant:** replicas add up to R, are within their bounds and less than one from the quota;
/// the answer to a question that has it as its previous result is itself: `SharingLawsTest`.
@NullMarked
package dev.plimsoll.sharing;

import org.jspecify.annotations.NullMarked;
