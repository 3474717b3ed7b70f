/// Random clusters that ask the real scheduler, and the case a difference shrinks to.
///
/// A case is plain trees of Kubernetes objects, as one would post them. Status is part of the trees
/// although an API server takes it by a second request.
@NullMarked
package dev.plimsoll.oracle;

import org.jspecify.annotations.NullMarked;
