package dev.plimsoll.groups;

import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Why a group does not grow, whatever its limits (sentences that follow the name of the group),
/// and what happens to a group that no loop manages any more.
public final class Rules {

    static final Rule NOT_IN_POLICY =
            held("not-in-policy", "not declared in the policy, so it does not grow");
    static final Rule NO_TEMPLATE =
            held("no-template", "has no nodes, and its policy has no template with allocatable");
    static final Rule CONTROL_PLANE =
            held("control-plane", "is the control plane, which does not grow for pods");

    static final Rule VIRTUAL_NODES =
            held("virtual-nodes", "has virtual nodes, of which its provider adds none");

    static final Rule BY_UTILISATION =
            held("by-utilisation", "is sized by its utilisation, not for pending pods");

    static final Rule PAUSED = held("group-paused", "is paused, so it does not grow");
    static final Rule UPGRADING =
            held("group-upgrading", "is being upgraded by its provider, so it does not grow");

    static final Rule LEFT =
            chose(
                    "group-left",
                    "no loop manages {subject} any more; {count} of its nodes take pods again:"
                            + " {names}");
    static final Rule LEFT_ALONE =
            held(
                    "group-left-alone",
                    "no loop manages {subject} any more, and none of its nodes is draining");

    /// The nodes of a group are not what its template says.
    public static final Rule TEMPLATE_DIFFERS =
            noted(
                    "template-differs",
                    "a new node of {subject} is expected to have {seen}, like its newest Ready"
                            + " node, not {declared} as declared");

    /// All rules of this class.
    public static final List<Rule> ALL =
            List.of(
                    NOT_IN_POLICY,
                    NO_TEMPLATE,
                    CONTROL_PLANE,
                    VIRTUAL_NODES,
                    BY_UTILISATION,
                    PAUSED,
                    UPGRADING,
                    LEFT,
                    LEFT_ALONE,
                    TEMPLATE_DIFFERS);

    private Rules() {}
}
