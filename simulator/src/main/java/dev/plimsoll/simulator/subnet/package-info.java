/// A simulated subnet in virtual time: agents of nodes request and release addresses, pods start and
/// end, and others take addresses too.
///
/// A [Load] describes the subnet and its load; a [SubnetWorld] plays it. Pods do not depend on the
/// addresses they get, so every formula has the same load.
///
/// Agents request addresses like Azure's node agent, CNS:
///
///     at once:   requested = min(max, B · ⌈ mf + demand ÷ B ⌉)
///     stepwise:  requested += B − requested mod B          while requested − assigned < ⌊ mf · B + ½ ⌋
///                requested −= requested mod B, or B        while free ≥ ⌊ (mf + 1) · B + ½ ⌋
///
/// The second takes one step per tick. A request is granted in full or not at all. A released address
/// is unusable until its release ends.
///
/// **Invariant:** no address is held twice, and no pod has two: `SubnetWorldTest`.
@NullMarked
package dev.plimsoll.simulator.subnet;

import org.jspecify.annotations.NullMarked;
