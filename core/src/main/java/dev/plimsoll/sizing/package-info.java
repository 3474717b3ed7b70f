/// x
@NullMarked
package dev.plimsoll.sizing;

import org.jspecify.annotations.NullMarked;
