@NullMarked
package dev.plimsoll.formats.prices;

import org.jspecify.annotations.NullMarked;
