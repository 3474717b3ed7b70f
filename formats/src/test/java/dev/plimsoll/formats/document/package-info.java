@NullMarked
package dev.plimsoll.formats.document;

import org.jspecify.annotations.NullMarked;
