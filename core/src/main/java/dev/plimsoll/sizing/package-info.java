/// The number of nodes of a group, from the requests of its pods.
///
///     utilisation = requested ÷ capacity, for each resource; the highest one decides
///     grow   when utilisation > threshold:   ⌈ (100 · requested ÷ threshold − capacity) ÷ each ⌉ more nodes
///     shrink when utilisation < threshold:   drain at the rate of that threshold, as far as the pods fit elsewhere
///
/// | symbol | meaning |
/// |---|---|
/// | requested | requests of the group's unfinished pods without DaemonSet pods |
/// | capacity | allocatable less DaemonSet pods; of Ready, starting and arriving nodes for growing, of Ready nodes for shrinking |
/// | each | capacity of one new node |
/// | threshold | `scaleUpThresholdPercent`, `taintUpperCapacityThresholdPercent`, `taintLowerCapacityThresholdPercent` |
///
/// [Growing], [Shrinking], [Removing] and [Replacing] decide when a rule of [Rules] fires;
/// [EscalatorRules] does for `reading: source`. [StarvedPods] and [DrainTrial] find out which pods fit
/// where. [Variants] and [NewNodes] are about groups of several zones or instance types. [SizingFacts] has the values that all of them compare.
///
/// Source: atlassian/escalator, docs/calculations.md. It writes the growth as ⌈ nodes ·
/// (utilisation − threshold) ÷ threshold ⌉ and has a second formula for groups without nodes. The
/// formula above covers both, and groups of unequal nodes too. All comparisons are exact. Further
/// differences, and the effect of `reading: source`, are in docs/sources.md.
@NullMarked
package dev.plimsoll.sizing;

import org.jspecify.annotations.NullMarked;
