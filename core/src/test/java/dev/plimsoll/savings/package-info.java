@NullMarked
package dev.plimsoll.savings;

import org.jspecify.annotations.NullMarked;
