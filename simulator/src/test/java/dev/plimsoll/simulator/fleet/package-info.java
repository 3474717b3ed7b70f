@NullMarked
package dev.plimsoll.simulator.fleet;

import org.jspecify.annotations.NullMarked;
