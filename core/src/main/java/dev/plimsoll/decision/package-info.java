/// Questions, decisions and reasons: the interface that all deciders share.
@NullMarked
package dev.plimsoll.decision;

import org.jspecify.annotations.NullMarked;
