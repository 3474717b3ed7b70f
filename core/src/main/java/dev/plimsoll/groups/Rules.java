package dev.plimsoll.groups;

import static dev.plimsoll.decision.Rule.held;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Why a group does not grow, whatever its limits. The sentences are read after the name of the
/// group.
public final class Rules {

    static final Rule NOT_IN_POLICY =
            held("not-in-policy", "not declared in the policy, so it does not grow");
    static final Rule NO_TEMPLATE =
            held("no-template", "has no nodes, and its policy has no template with allocatable");
    static final Rule CONTROL_PLANE =
            held("control-plane", "is the control plane, which does not grow for pods");

    /// Another loop decides the size of the group.
    public static final Rule BY_UTILISATION =
            held("by-utilisation", "is sized by its utilisation, not for pending pods");

    /// All rules of this class.
    public static final List<Rule> ALL =
            List.of(NOT_IN_POLICY, NO_TEMPLATE, CONTROL_PLANE, BY_UTILISATION);

    private Rules() {}
}
