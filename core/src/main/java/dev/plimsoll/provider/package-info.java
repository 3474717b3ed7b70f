/// What buys and deletes machines for node groups: a cloud, or a controller in the cluster.
@NullMarked
package dev.plimsoll.provider;

import org.jspecify.annotations.NullMarked;
