/// Pages: what a command or a browser shows, as values, and their renderers.
///
/// A [Page] has lines and [Section]s; a section has a [Table] or [Line]s. [PlainText] and
/// [Markdown] render it for people, [PageTree] for programs. Names inside a page may come from
/// anywhere: a renderer makes control characters visible, so that no name can write a line of its
/// own.
///
/// [PlanPage] and [FitPage] build the pages. [GroupTable] builds the table of the groups of a plan,
/// and [Placement] finds the node of each pod.
@NullMarked
package dev.plimsoll.formats.page;

import org.jspecify.annotations.NullMarked;
