/// Where one pod may run: a question that changes nothing.
@NullMarked
package dev.plimsoll.fitting;

import org.jspecify.annotations.NullMarked;
