@NullMarked
package dev.plimsoll.scaling;

import org.jspecify.annotations.NullMarked;
