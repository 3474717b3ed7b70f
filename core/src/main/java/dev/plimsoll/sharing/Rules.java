package dev.plimsoll.sharing;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// All rules of sharing, in the order in which they can fire.
final class Rules {

    static final Rule NO_CLUSTERS =
            refused(
                    "no-clusters",
                    "no cluster is a candidate for {subject}, which wants {replicas} replicas");
    static final Rule NOT_ENOUGH_ROOM =
            refused(
                    "not-enough-room",
                    "{placed} of {replicas} replicas of {subject} can be placed; no cluster with a"
                            + " weight has room for the other {short}");
    static final Rule MINIMUM_GIVES_WAY =
            capped(
                    "minimum-gives-way",
                    "the minimum of {subject} is lowered from {asked} to {granted}: all minimums"
                            + " add up to {sum}, more than the {replicas} replicas wanted");
    static final Rule MINIMUM_WITHOUT_ROOM =
            capped(
                    "minimum-without-room",
                    "the minimum of {subject} is lowered from {asked} to {granted}: it has room"
                            + " for {room} replicas");

    static final Rule WITHIN_QUOTA =
            held(
                    "within-quota",
                    "{subject} stays unchanged: every cluster is within one replica of its quota");
    static final Rule MOVES =
            chose(
                    "moves",
                    "{subject} moves {moved} replicas, the fewest possible: fewer run on {givers},"
                            + " more on {takers}");
    static final Rule MOVES_FROM_SCRATCH =
            chose(
                    "moves-from-scratch",
                    "{subject} moves {moved} replicas because all are divided from scratch: fewer"
                            + " run on {givers}, more on {takers}");
    static final Rule PREVIOUS_IGNORED =
            noted(
                    "previous-ignored",
                    "running replicas of {subject} are not kept in place: they were divided by"
                            + " strategy {strategy}, not by static weight");
    static final Rule NO_WEIGHTS =
            noted(
                    "no-weights",
                    "no cluster of {subject} has a weight above 0, so all count the same");
    static final Rule WEIGHT_RULES_USED =
            noted(
                    "weight-rules-used",
                    "{subject} has weight rules, so the weights of the clusters themselves are"
                            + " ignored");
    static final Rule BOUNDS_IGNORED =
            noted(
                    "bounds-ignored",
                    "mode {mode} ignores the room and the minimums of the clusters of {subject}");
    static final Rule ROOM_UNKNOWN =
            noted(
                    "room-unknown",
                    "the room of {subject} is unknown, so it gets no more than the {before}"
                            + " replicas it runs");

    static final Rule EXACT_QUOTA =
            chose("exact-quota", "{subject} gets {replicas} replicas, exactly its quota");
    static final Rule QUOTA_FLOOR =
            chose(
                    "quota-floor",
                    "{subject} gets {replicas} replicas: its quota of {quota}, rounded down");
    static final Rule ODD_REPLICA_KEPT =
            held(
                    "odd-replica-kept",
                    "{subject} gets {replicas} replicas: its quota of {quota}, rounded down, and an"
                            + " odd replica that it already runs");
    static final Rule ODD_REPLICA_DRAWN =
            chose(
                    "odd-replica-drawn",
                    "{subject} gets {replicas} replicas: its quota of {quota}, rounded down, and an"
                            + " odd replica by draw");
    static final Rule NO_MORE_ROOM =
            capped(
                    "no-more-room",
                    "{subject} gets {replicas} replicas and has no known room for more");
    static final Rule AT_MINIMUM =
            capped("at-minimum", "{subject} gets {replicas} replicas because of its minimum");
    static final Rule ODD_REPLICA_BY_WEIGHT =
            chose(
                    "odd-replica-by-weight",
                    "{subject} gets {replicas} replicas: its quota of {quota}, rounded down, and an"
                            + " odd replica by order of weight and name");
    static final Rule WEBSTER =
            chose(
                    "webster",
                    "{subject} gets {replicas} replicas by Webster's method; its quota is"
                            + " {quota}");
    static final Rule KEEPS_PREVIOUS =
            held(
                    "keeps-previous",
                    "{subject} keeps the {replicas} replicas it was given before and gets no"
                            + " more");
    static final Rule NO_WEIGHT =
            chose("no-weight", "{subject} gets {replicas} replicas: it has no weight");
    static final Rule CLUSTER_LEFT =
            chose(
                    "cluster-left",
                    "{subject} is not a candidate and gives up its {before} replicas");

    /// All rules of this class.
    static final List<Rule> ALL =
            List.of(
                    NO_CLUSTERS,
                    NOT_ENOUGH_ROOM,
                    MINIMUM_GIVES_WAY,
                    MINIMUM_WITHOUT_ROOM,
                    WITHIN_QUOTA,
                    MOVES,
                    MOVES_FROM_SCRATCH,
                    PREVIOUS_IGNORED,
                    NO_WEIGHTS,
                    WEIGHT_RULES_USED,
                    BOUNDS_IGNORED,
                    ROOM_UNKNOWN,
                    EXACT_QUOTA,
                    QUOTA_FLOOR,
                    ODD_REPLICA_KEPT,
                    ODD_REPLICA_DRAWN,
                    NO_MORE_ROOM,
                    AT_MINIMUM,
                    ODD_REPLICA_BY_WEIGHT,
                    WEBSTER,
                    KEEPS_PREVIOUS,
                    NO_WEIGHT,
                    CLUSTER_LEFT);

    private Rules() {}
}
