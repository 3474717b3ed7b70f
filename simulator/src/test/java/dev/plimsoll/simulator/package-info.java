@NullMarked
package dev.plimsoll.simulator;

import org.jspecify.annotations.NullMarked;
