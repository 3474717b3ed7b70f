/// A subnet made of memory, in virtual time: nodes whose agents ask for addresses and give them
/// back, pods that come and go, others that take some too.
///
/// A [Load] says what there is and what happens; a [SubnetWorld] plays it. What pods do never
/// depends on the addresses they get, so that every rule is given the same load.
///
/// What an agent asks for is what Azure's node agent, CNS, asks for:
///
///     at once:   requested = min(max, B · ⌈ mf + demand ÷ B ⌉)
///     stepwise:  requested += B − requested mod B          while requested − assigned < ⌊ mf · B + ½ ⌋
///                requested −= requested mod B, or B        while free ≥ ⌊ (mf + 1) · B + ½ ⌋
///
/// The second takes one step a tick. A grant is given whole or not at all; an address that is given
/// back can be used by nobody until its release is through.
///
/// **Invariant:** no address is held twice, and no pod has two: `SubnetWorldTest`.
@NullMarked
package dev.plimsoll.simulator.subnet;

import org.jspecify.annotations.NullMarked;
