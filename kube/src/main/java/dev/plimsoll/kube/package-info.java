/// A running Kubernetes cluster as a world: lists and watches, patches, evictions and leases.
@NullMarked
package dev.plimsoll.kube;

import org.jspecify.annotations.NullMarked;
