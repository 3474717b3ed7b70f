@NullMarked
package dev.plimsoll.formats;

import org.jspecify.annotations.NullMarked;
