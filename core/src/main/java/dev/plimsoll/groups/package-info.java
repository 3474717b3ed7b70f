/// Node groups: which nodes belong to each, how far it may grow, what its next node looks like.
///
/// [DeclaredGroup] matches nodes by the labels of a policy and finds nodes that two groups match.
/// [Inference] groups the other nodes by their [GroupKey], and [GroupNames] names these groups.
/// Both make [NodeGroup]s. [NewNode] derives the next node of a group, and [NodesByState] sorts its
/// nodes by their state. [Rules] has the reasons why a group does not grow.
@NullMarked
package dev.plimsoll.groups;

import org.jspecify.annotations.NullMarked;
