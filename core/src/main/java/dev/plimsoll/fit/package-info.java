/// Fit: whether a pod fits on a node, by all required rules of kube-scheduler.
@NullMarked
package dev.plimsoll.fit;

import org.jspecify.annotations.NullMarked;
