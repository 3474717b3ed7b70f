/// What is seen of a cluster, as one immutable value.
///
/// A [Cluster] holds nodes, and pods by [Shape]: pods that the scheduler and our rules cannot tell
/// apart are counted, not listed. An [Inventory] takes what is reported, object by object, and
/// gives a `Cluster` that shares with the one before all that did not change.
@NullMarked
package dev.plimsoll.cluster;

import org.jspecify.annotations.NullMarked;
