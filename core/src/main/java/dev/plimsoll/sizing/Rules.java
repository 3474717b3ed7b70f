package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of sizing, in the order in which they can fire.
final class Rules {

    static final Rule CANNOT_HOLD =
            refused(
                    "cannot-hold",
                    "no node of {subject} can hold {examples}, not even an empty one, so it does"
                            + " not count: {why}");
    static final Rule NO_REQUESTS =
            noted(
                    "no-requests",
                    "pods of {subject} ask for nothing, so their use is not seen: {examples}");
    static final Rule UNEQUAL_NODES =
            noted(
                    "unequal-nodes",
                    "{subject} has nodes of {kinds} sizes; a new one is taken to offer {offers}");

    static final Rule TOO_FULL =
            chose(
                    "too-full",
                    "{subject} is at {{resource}Percent}% of its {resource} with {nodes} nodes;"
                            + " {wanted} bring it to {{resource}PercentAfter}%");
    static final Rule FROM_ZERO =
            chose(
                    "from-zero",
                    "{subject} offers none of the {resource} that its pods ask for; {wanted} nodes"
                            + " bring it to {{resource}PercentAfter}%");
    static final Rule NO_TEMPLATE =
            chose(
                    "no-template",
                    "{subject} is too full with {nodes} nodes, and nobody knows what a new one"
                            + " offers: one more to see");
    static final Rule NO_HELP =
            refused(
                    "no-help",
                    "{subject} is above its line in {resource}, which a new node does not offer");
    static final Rule BELOW_MIN =
            chose(
                    "below-min",
                    "{subject} has {nodes} nodes, less than its minimum; it grows to {wanted}");
    static final Rule BELOW_MIN_REFUSED =
            refused(
                    "below-min-refused",
                    "{subject} has {nodes} nodes, less than its minimum of {least}; the source"
                            + " leaves that to the provider");
    static final Rule NO_CAPACITY =
            refused(
                    "no-capacity",
                    "{subject} has {nodes} nodes that offer no {resource}; its use cannot be told");
    static final Rule STARVED =
            chose("starved", "no node of {subject} has room for {examples}: one more");
    static final Rule STARVED_WAITS =
            held(
                    "starved-waits",
                    "no node of {subject} has room for {examples}, even after {tries} more; the"
                            + " next in {seconds} s");
    static final Rule STARVED_TOO_LARGE =
            refused(
                    "starved-too-large",
                    "no node of {subject} has room for {examples}, and a new one cannot hold it:"
                            + " {why}");
    static final Rule UNDRAINED =
            chose("undrained", "{subject} takes back nodes that drain: {names}");
    static final Rule AT_MOST = capped("at-most", "{subject} has at most {most} nodes");
    static final Rule PROVIDER_AT_MOST =
            capped("provider-at-most", "the provider keeps at most {most} machines in {subject}");
    static final Rule NOT_DELIVERED =
            held(
                    "not-delivered",
                    "{subject} waits for {missing} machines that the provider did not deliver in"
                            + " time");

    static final Rule COOLING_DOWN =
            held("cooling-down", "{subject} grew and is left alone for {seconds} s more");
    static final Rule ABOVE_MAX =
            chose(
                    "above-max",
                    "{subject} has {nodes} nodes, more than its maximum; it drains down to"
                            + " {wanted}");
    static final Rule ON_THE_WAY =
            held(
                    "on-the-way",
                    "pods of {subject} wait for nodes that are on their way: {examples}");
    static final Rule NOT_NEEDED =
            chose(
                    "not-needed",
                    "{subject} needs no more nodes and calls off what did not come yet ({count})");
    static final Rule NEARLY_EMPTY =
            chose(
                    "nearly-empty",
                    "{subject} is nearly empty, at {{resource}Percent}% of its {resource} with"
                            + " {nodes} nodes; it drains to {wanted}: {names}");
    static final Rule HALF_EMPTY =
            chose(
                    "half-empty",
                    "{subject} has room to spare, at {{resource}Percent}% of its {resource} with"
                            + " {nodes} nodes; it drains to {wanted}: {names}");
    static final Rule AT_LEAST = capped("at-least", "{subject} has at least {least} nodes");
    static final Rule PROVIDER_AT_LEAST =
            capped(
                    "provider-at-least",
                    "the provider keeps at least {least} machines in {subject}");
    static final Rule WOULD_REFILL =
            held(
                    "would-refill",
                    "without {examples}, {subject} would be above the line at which it grows"
                            + " ({nodes} nodes tried)");
    static final Rule NO_PLACE =
            held(
                    "no-place",
                    "{examples} of {subject} cannot be drained: {pod} finds no place elsewhere");
    static final Rule FITS =
            held(
                    "fits",
                    "{subject} fits its {nodes} nodes, at {{resource}Percent}% of its {resource}");
    static final Rule EMPTY =
            held("empty", "{subject} has {nodes} nodes and nothing asks for more");

    static final Rule DRAINED = chose("drained", "{subject} is empty and goes");
    static final Rule EVICTED =
            chose("evicted", "{subject} drains for {minutes} min; its {pods} pods must leave");
    static final Rule OVERDUE =
            chose("overdue", "{subject} drains for {minutes} min; it goes with {pods} pods on it");
    static final Rule KEPT = held("kept", "{subject} is drained, but marked not to be deleted");
    static final Rule STILL_DRAINING = held("still-draining", "{subject} drains {examples}");

    /// Every one of them.
    static final List<Rule> ALL =
            List.of(
                    CANNOT_HOLD,
                    NO_REQUESTS,
                    UNEQUAL_NODES,
                    TOO_FULL,
                    FROM_ZERO,
                    NO_TEMPLATE,
                    NO_HELP,
                    BELOW_MIN,
                    BELOW_MIN_REFUSED,
                    NO_CAPACITY,
                    STARVED,
                    STARVED_WAITS,
                    STARVED_TOO_LARGE,
                    UNDRAINED,
                    AT_MOST,
                    PROVIDER_AT_MOST,
                    NOT_DELIVERED,
                    COOLING_DOWN,
                    ABOVE_MAX,
                    ON_THE_WAY,
                    NOT_NEEDED,
                    NEARLY_EMPTY,
                    HALF_EMPTY,
                    AT_LEAST,
                    PROVIDER_AT_LEAST,
                    WOULD_REFILL,
                    NO_PLACE,
                    FITS,
                    EMPTY,
                    DRAINED,
                    EVICTED,
                    OVERDUE,
                    KEPT,
                    STILL_DRAINING);

    private Rules() {}
}
