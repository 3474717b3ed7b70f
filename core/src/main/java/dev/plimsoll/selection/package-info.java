/// How Kubernetes selects objects: labels, label selectors, node affinity, taints and tolerations.
@NullMarked
package dev.plimsoll.selection;

import org.jspecify.annotations.NullMarked;
