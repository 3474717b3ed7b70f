/// The loop that turns deciders against a world and writes down what they decide.
@NullMarked
package dev.plimsoll.turn;

import org.jspecify.annotations.NullMarked;
