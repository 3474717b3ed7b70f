/// The specification of the independent judge of placements, in YAML.
@NullMarked
package dev.plimsoll.checker;

import org.jspecify.annotations.NullMarked;
