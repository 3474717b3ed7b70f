/// Amounts with their units: exact, whole, never a `double`.
@NullMarked
package dev.plimsoll.quantity;

import org.jspecify.annotations.NullMarked;
