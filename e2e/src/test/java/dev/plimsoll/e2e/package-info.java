/// A real control plane for tests: etcd, the API server, the controllers, the scheduler and kwok on
/// this machine's loopback, each in its own process.
@NullMarked
package dev.plimsoll.e2e;

import org.jspecify.annotations.NullMarked;
