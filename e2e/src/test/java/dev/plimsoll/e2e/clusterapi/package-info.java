/// Cluster API on the real API server, with a stand-in for its controllers.
@NullMarked
package dev.plimsoll.e2e.clusterapi;

import org.jspecify.annotations.NullMarked;
