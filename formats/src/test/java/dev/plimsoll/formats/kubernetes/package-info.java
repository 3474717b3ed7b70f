@NullMarked
package dev.plimsoll.formats.kubernetes;

import org.jspecify.annotations.NullMarked;
