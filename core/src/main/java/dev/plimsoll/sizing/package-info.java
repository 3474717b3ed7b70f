/// How many nodes a group has, from what its pods ask for.
///
///     use    = asked ÷ offered, for each resource; the highest one counts
///     grow   when use > line:   ⌈ (100 · asked ÷ line − offered) ÷ each ⌉ more nodes
///     shrink when use < line:   drain the rate of that line, as far as the pods find a place
///
/// | symbol | meaning |
/// |---|---|
/// | asked | requests of the group's unfinished pods, DaemonSets left out |
/// | offered | allocatable less DaemonSets; Ready nodes and those on their way for growing, Ready ones for shrinking |
/// | each | what one new node offers |
/// | line | `scaleUpThresholdPercent`, `taintUpperCapacityThresholdPercent`, `taintLowerCapacityThresholdPercent` |
///
/// Source: atlassian/escalator, docs/calculations.md. It writes the growth as
/// ⌈ nodes · (use − line) ÷ line ⌉, and has a second formula for groups with no node; counting
/// capacity serves both, and groups of unequal nodes too. All comparisons are exact. What else
/// differs, and how `reading: source` brings it back, is in docs/sources.md.
@NullMarked
package dev.plimsoll.sizing;

import org.jspecify.annotations.NullMarked;
