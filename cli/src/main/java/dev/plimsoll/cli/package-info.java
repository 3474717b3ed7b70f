/// The command line: it parses, wires and prints.
@NullMarked
package dev.plimsoll.cli;

import org.jspecify.annotations.NullMarked;
