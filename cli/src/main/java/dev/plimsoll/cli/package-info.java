/// The command line: it parses, wires and prints.
///
/// [Main] chooses the [Command]; each command is a class of its own, such as [Plan] or [Decide].
/// [Arguments] parses the words after the command. [Console] prints, and decides the exit code when
/// output is lost. [Advice] adds to a reason what an operator can do about it.
@NullMarked
package dev.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
