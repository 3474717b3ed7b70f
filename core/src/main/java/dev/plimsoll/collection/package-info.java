/// Collections and hashes: an immutable map that shares its unchanged parts, and repeatable random
/// numbers.
@NullMarked
package dev.plimsoll.collection;

import org.jspecify.annotations.NullMarked;
