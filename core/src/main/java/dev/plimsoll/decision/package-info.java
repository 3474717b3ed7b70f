/// What a decider is asked, what it answers, and why.
@NullMarked
package dev.plimsoll.decision;

import org.jspecify.annotations.NullMarked;
