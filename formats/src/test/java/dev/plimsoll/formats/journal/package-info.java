@NullMarked
package dev.plimsoll.formats.journal;

import org.jspecify.annotations.NullMarked;
