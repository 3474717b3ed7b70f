/// Subnets made of memory, held to their laws.
@NullMarked
package dev.plimsoll.simulator.subnet;

import org.jspecify.annotations.NullMarked;
