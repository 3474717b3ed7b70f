/// The observed state of a cluster, as one immutable value.
///
/// A [Cluster] holds nodes, and pods by [Shape]: pods that the scheduler and our rules treat the
/// same are counted, not listed. An [Inventory] takes reported objects one by one and returns a
/// `Cluster` that shares all unchanged parts with its predecessor.
@NullMarked
package dev.plimsoll.cluster;

import org.jspecify.annotations.NullMarked;
