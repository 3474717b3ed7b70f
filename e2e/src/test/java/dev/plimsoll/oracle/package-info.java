/// The oracle: random clusters with the verdicts of the real scheduler, and the minimal case of a
/// difference.
///
/// A case is plain trees of Kubernetes objects, as they would be posted. Status is part of the
/// trees although an API server takes it by a second request.
@NullMarked
package dev.plimsoll.oracle;

import org.jspecify.annotations.NullMarked;
