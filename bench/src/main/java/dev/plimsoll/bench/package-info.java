/// What measures: large inputs and the programs that time what is done with them.
@NullMarked
package dev.plimsoll.bench;

import org.jspecify.annotations.NullMarked;
