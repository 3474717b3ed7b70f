package dev.plimsoll.checker;

import java.util.Map;
import java.util.Optional;

/// One required rule of the scheduler.
interface Rule {

    /// Why the pod may not go to the node, in words that begin with the rule's.
    Optional<String> refusal(World world, Map<String, Object> pod, Map<String, Object> node);
}
