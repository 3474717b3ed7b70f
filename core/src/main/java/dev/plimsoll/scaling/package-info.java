/// Which nodes to add for pending pods, and what that costs.
///
/// [Scaling] is the function from a cluster to a [Proposal]. A [ScaleUpStrategy] says which groups
/// grow: the cheapest ([Cheapest]), or round by round the groups that rank best ([Rounds]). Both
/// buy through a [Buyer], within the limits of every group and the [Ceiling]s that groups share.
@NullMarked
package dev.plimsoll.scaling;

import org.jspecify.annotations.NullMarked;
