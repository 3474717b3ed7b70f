/// Benchmarks: large inputs, and the programs that measure them.
@NullMarked
package dev.plimsoll.bench;

import org.jspecify.annotations.NullMarked;
