/// Savings: what the same pods would cost on other nodes, row by row, from the cluster as it is to
/// any instance type and spot nodes.
///
/// A row permits all that the row above it permits, and more. Each has a proven lower bound: no
/// nodes that the row permits hold its pods for less.
///
/// | word | meaning |
/// |---|---|
/// | row | a set of nodes that holds the pods, and how it was found |
/// | nodes that stay | nodes that no row replaces: of groups that do not grow, of unknown price, protected, or with a pod that names its node |
/// | pods that move | the pods of all other nodes, except those that belong to their node or are being deleted |
@NullMarked
package dev.plimsoll.savings;

import org.jspecify.annotations.NullMarked;
