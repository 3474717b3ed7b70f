/// The control loop that runs deciders against a world and records their decisions.
@NullMarked
package dev.plimsoll.turn;

import org.jspecify.annotations.NullMarked;
