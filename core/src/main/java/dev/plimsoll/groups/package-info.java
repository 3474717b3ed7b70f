/// Node groups: which nodes belong to each, how far it may grow, what its next node looks like.
///
/// [Grouping] gives every node a group: declared groups match nodes by their labels, and
/// [Inference] groups the other nodes by their [GroupKey]; [GroupNames] names these groups.
/// [GroupVariants] has the instance types and zones of a group, [NodesByState] sorts its nodes by
/// their state, [NextNode] and [NextNodes] derive the nodes that it can get, and [ZoneOrder] says
/// in which zones a provider adds them. [NodeGroups] applies all of it to a cluster and makes
/// [NodeGroup]s. [Rules] has the reasons why a group does not grow.
@NullMarked
package dev.plimsoll.groups;

import org.jspecify.annotations.NullMarked;
