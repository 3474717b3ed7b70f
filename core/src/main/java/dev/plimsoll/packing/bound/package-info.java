/// A proven lower bound of the cost of any placement of pods.
///
/// `CostBound` in package `scaling` builds the [Market]. [Search] finds the rows, [DualSimplex]
/// solves them, and [Proof] proves the [Bound].
///
/// Weigh pods by anything of which no node holds more than a known amount: a resource, the number
/// of pods with a limit per node, the number of pods of one shape. For every set S of offers, the
/// pods that only offers of S can hold need room there:
///
///     Σ_{t∈S} holds_t·x_t ≥ demand(S)
///
/// where x_t is the number of nodes of offer t that are bought. The bound is the least Σ
/// price_t·x_t under such rows, with fractions of nodes. For each resource alone these rows are
/// equivalent to distributing it from nodes to pods, so rows are searched by a flow, and only rows
/// that matter are added.
///
/// Pods of one shape that fit on no free node also need whole nodes: Σ_{t∈S} x_t ≥ ⌈pods ÷ max
/// holds_t⌉, at least 1. [Bound#ofWholeNodes] adds these rows. They are left out where the prices
/// of resources matter more than the bound: next to a whole node a little of a resource is worth
/// nothing.
///
/// The proof does not trust the search. Any prices y ≥ 0 of rows give a bound:
///
///     bound = Σ_row demand·y − Σ_t most_t·max(0, Σ_row holds_t·y − price_t)
///
/// | symbol | meaning |
/// |---|---|
/// | holds_t | the most that one node of offer t holds of a row's weight; 0 for offers not in S |
/// | most_t | available nodes of offer t; if unlimited, y is chosen so that the term is 0 |
/// | price_t | hourly price of one node; 0 for an existing node |
///
/// because any purchase with x_t ≤ most_t costs Σ price·x ≥ Σ (Σ holds·y)·x − Σ max(0, …)·x. It is
/// computed in whole numbers and rounded up to a cost of whole nodes.
@NullMarked
package dev.plimsoll.packing.bound;

import org.jspecify.annotations.NullMarked;
