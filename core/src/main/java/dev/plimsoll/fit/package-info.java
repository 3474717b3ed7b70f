/// Whether a pod fits a node, by all rules that kube-scheduler requires.
@NullMarked
package dev.plimsoll.fit;

import org.jspecify.annotations.NullMarked;
