/// Which nodes to buy for pods that wait, and what that costs.
///
/// [ScaleUp] is the function: from what is [Seen] to a [Proposal]. A [ScaleUpStrategy] says which
/// groups grow: the cheapest ([Cheapest]), or round by round those that rank best ([Rounds]); both
/// buy by a [Buyer], within the limits of every group and the [Ceiling]s that groups share.
/// [Inference] finds the groups of a cluster of which nobody said them; [NewNode] says what a
/// group's next node would be.
@NullMarked
package dev.plimsoll.scaling;

import org.jspecify.annotations.NullMarked;
