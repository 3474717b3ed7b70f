package dev.plimsoll.checker;

import java.util.Map;
import java.util.Optional;

/// One required rule of the scheduler.
interface Rule {

    /// The reason why the pod does not fit on the node; it begins with the name of the rule.
    Optional<String> refusal(World world, Map<String, Object> pod, Map<String, Object> node);
}
