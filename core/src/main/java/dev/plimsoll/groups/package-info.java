/// Node groups: which nodes belong to each, how far it may grow, what its next node looks like.
@NullMarked
package dev.plimsoll.groups;

import org.jspecify.annotations.NullMarked;
