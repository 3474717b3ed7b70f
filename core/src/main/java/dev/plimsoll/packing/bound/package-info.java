/// How little any placement of pods can cost, proven.
///
/// Weigh pods by anything of which no node holds more than a known amount: a resource, the number
/// of pods that may not crowd, the number of pods of one shape. For every set S of offers, the pods
/// that only offers of S can take need room there:
///
///     Σ_{t∈S} holds_t·x_t ≥ demand(S)
///
/// where x_t is how many nodes of offer t are bought. The bound is the least Σ price_t·x_t under
/// such rows, for fractions of nodes too. For each resource alone these rows say the same as dealing
/// it out from nodes to pods does, so rows are looked for by a flow, and only those that matter are
/// added.
///
/// The proof does not trust the search. Any prices y ≥ 0 of rows give a bound:
///
///     bound = Σ_row demand·y − Σ_t most_t·max(0, Σ_row holds_t·y − price_t)
///
/// | symbol | meaning |
/// |---|---|
/// | holds_t | the most that one node of offer t holds of a row's weight; 0 for offers not in S |
/// | most_t | how many of offer t can be had; where there is no limit, y is chosen so that the term is 0 |
/// | price_t | what one costs an hour; 0 for a node that is there already |
///
/// for whatever is bought, x_t ≤ most_t, costs Σ price·x ≥ Σ (Σ holds·y)·x − Σ max(0, …)·x. It is
/// computed in whole numbers and rounded up to what whole nodes can cost.
@NullMarked
package dev.plimsoll.packing.bound;

import org.jspecify.annotations.NullMarked;
