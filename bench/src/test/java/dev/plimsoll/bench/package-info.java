@NullMarked
package dev.plimsoll.bench;

import org.jspecify.annotations.NullMarked;
