package dev.plimsoll.groups;

import static dev.plimsoll.decision.Rule.held;

import dev.plimsoll.decision.Rule;

/// Why a group does not grow, whatever its limits.
public final class Rules {

    static final Rule NOT_IN_POLICY =
            held("not-in-policy", "the policy has no group for the nodes of {subject}");

    static final Rule NO_TEMPLATE =
            held(
                    "no-template",
                    "{subject} has no node to look at, and its policy no template with"
                            + " allocatable");

    static final Rule CONTROL_PLANE =
            held("control-plane", "{subject} is the control plane, which does not grow for pods");

    /// A policy says that something else looks after the group.
    public static final Rule BY_UTILISATION =
            held(
                    "by-utilisation",
                    "{subject} is managed by its utilisation, not for pods that wait");

    private Rules() {}
}
