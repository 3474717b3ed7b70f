/// What goes where: whether a pod fits a node, and how pods are put on nodes.
@NullMarked
package dev.plimsoll.packing;

import org.jspecify.annotations.NullMarked;
