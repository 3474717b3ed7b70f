/// Questions, decisions and policies as documents. Their names are an interface: scripts depend on
/// them.
///
/// [PolicyReader] reads a policy and hands its sections to [SizingPolicyReader],
/// [SlackPolicyReader], [ScalingPolicyReader] and [RankingPolicyReader]. [SizingKind], [SlackKind],
/// [BatchingKind], [SharingKind], [RankingKind] and [FitKind] read and print the questions of one
/// decider each; [Kinds] lists them. [Questions] reads a question document, [Decisions] prints a
/// decision, and [ScalingAnswer] prints the answer of `plan`.
@NullMarked
package dev.plimsoll.formats.document;

import org.jspecify.annotations.NullMarked;
