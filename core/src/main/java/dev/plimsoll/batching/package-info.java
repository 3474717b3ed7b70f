/// The batch of a subnet: how many addresses a node takes at a time. A large batch has an address
/// ready for every new pod; a small batch leaves fewer unused addresses on nodes.
///
///     r(d, B)  = B · ⌈ mf + d ÷ B ⌉                     addresses that a node with d pods requests
///     need(B)  = E + Σ ( P + min(M, r(d, B) + h · B) ) + J · ( P + min(M', r(0, B)) )
///     fit      = the largest power of two, up to the limit, with need(fit) ≤ C; 1 if there is none
///     lower    to fit, at once
///     raise    to 2B while 2B ≤ fit and need(2B) + 2B · max(2, ⌈ N ÷ 4 ⌉) ≤ C, after the hold-down;
///              max(2, N) for a day where the raise was undone within four hours
///
/// | symbol | meaning |
/// |---|---|
/// | B | the batch: addresses a node takes at a time, a power of two |
/// | C, E | usable addresses of the subnet; addresses held by other users |
/// | N, J | nodes; nodes that may join at any moment without other nodes releasing addresses |
/// | d, M | pods of a node that use an address; the most a node can use (M' for a joining node) |
/// | P | addresses a node takes for itself |
/// | mf, h | shares of a batch: kept free by every node; left in the subnet for every node |
/// | U | addresses in use, by this cluster and by others |
/// | X | the source's node factor: X − 1 batches per node are left in the subnet |
///
/// `need` grows with every doubling of B, and it depends on pods, not on the usage that B itself
/// causes. So there is one answer, and constant inputs cause at most one change: no cycle.
/// [Formula.State] needs only U: it keeps B while U + (X − 1) · N · B ≤ C, halves it otherwise, and
/// doubles it only if U + 2 · X · N · B ≤ C. Doubling costs at most 2 · N · B, so a batch that was
/// lowered is not raised again under the same load. `NoCycleTest` walks both.
///
/// Source: Azure Container Networking, the subnet scarcity proposal, phase 4, "Utilization aware
/// batch size adjustments". Its formulas are here as printed ([Formula.Level],
/// [Formula.Threshold], [Formula.Snippet], [Formula.Prose]); in the last two X cancels out, and
/// both cycle: docs/batching.md. r(d, B) is the formula of Azure's node agent, CNS.
@NullMarked
package dev.plimsoll.batching;

import org.jspecify.annotations.NullMarked;
