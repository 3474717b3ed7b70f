/// Pages: what a command or a browser shows, as values, and their renderers.
///
/// A [Page] has lines and [Section]s; a section has a [Table] or [Line]s. [PlainText], in some
/// [Look], and [Markdown] render it for people, [PageTree] for programs. Names inside a page may
/// come from anywhere: a renderer makes control characters visible, so that no name can write a
/// line of its own.
///
/// [PlanPage] and [FitPage] build the pages. [GroupTable] builds the table of the groups of a plan,
/// [Unschedulable] folds the pods without a place, [Placement] finds the node of each pod, and
/// [PlacementReason] says why it is that one.
@NullMarked
package dev.plimsoll.formats.page;

import org.jspecify.annotations.NullMarked;
