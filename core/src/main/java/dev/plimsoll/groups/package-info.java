/// Node groups: which nodes belong to each, how far it may grow, what its next node looks like.
///
/// [Grouping] gives every node a group: declared groups match nodes by their labels, and
/// [Inference] groups the other nodes by their [GroupKey]; [GroupNames] names these groups.
/// [NodesByState] sorts the nodes of a group by their state, and [NextNode] derives its next node.
/// [NodeGroups] applies all of it to a cluster and makes [NodeGroup]s. [Rules] has the reasons why
/// a group does not grow.
@NullMarked
package dev.plimsoll.groups;

import org.jspecify.annotations.NullMarked;
