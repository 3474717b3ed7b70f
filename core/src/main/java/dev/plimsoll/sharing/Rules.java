package dev.plimsoll.sharing;

import static dev.plimsoll.decision.Rule.capped;
import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of sharing, in the order in which they can fire.
final class Rules {

    static final Rule NO_CLUSTERS =
            refused("no-clusters", "there is no cluster for {subject}, which wants {replicas}");
    static final Rule SHORT =
            refused(
                    "short",
                    "{subject} finds no room for {short} replicas: its clusters can run {placed}"
                            + " of {replicas}");
    static final Rule MINIMUM_GIVES_WAY =
            capped(
                    "minimum-gives-way",
                    "{subject} should run at least {asked} replicas and is sure of {granted}: the"
                            + " minimums come to {sum}, and there are {replicas}");
    static final Rule MINIMUM_WITHOUT_ROOM =
            capped(
                    "minimum-without-room",
                    "{subject} should run at least {asked} replicas and has room for {granted}");

    static final Rule FITS =
            held(
                    "fits",
                    "{subject} stays as it runs: each cluster is less than one replica from its"
                            + " quota");
    static final Rule MOVES =
            chose(
                    "moves",
                    "{subject} moves {moved} replicas, and fewer would not do: from {givers}, above"
                            + " what is due there, to {takers}");
    static final Rule MOVES_AFRESH =
            chose(
                    "moves-afresh",
                    "{subject} moves {moved} replicas from {givers} to {takers}: the previous"
                            + " result is not looked at");
    static final Rule PREVIOUS_IGNORED =
            noted(
                    "previous-ignored",
                    "what runs of {subject} is not kept for its own sake: it was shared out as"
                            + " {strategy}");
    static final Rule NO_WEIGHTS =
            noted("no-weights", "no cluster of {subject} has a weight, so all count alike");
    static final Rule RULES_COUNT =
            noted(
                    "rules-count",
                    "{subject} has weight rules, so the weights of its clusters do not count");
    static final Rule BOUNDS_IGNORED =
            noted(
                    "bounds-ignored",
                    "mode {mode} looks at neither room nor minimums of the clusters of {subject}");
    static final Rule ROOM_UNKNOWN =
            noted(
                    "room-unknown",
                    "nobody knows the room of {subject}: it gets no more than the {before} replicas"
                            + " it runs");

    static final Rule WHOLE = chose("whole", "{subject} gets {replicas} replicas, its whole quota");
    static final Rule FLOOR =
            chose("floor", "{subject} gets {replicas} replicas: floor {floor} of quota {quota}");
    static final Rule KEPT =
            held(
                    "kept",
                    "{subject} gets {replicas} replicas: floor {floor} of quota {quota}; keeps the"
                            + " odd replica it already runs");
    static final Rule DRAWN =
            chose(
                    "drawn",
                    "{subject} gets {replicas} replicas: floor {floor} of quota {quota}, and an odd"
                            + " one by its draw");
    static final Rule FULL =
            capped("full", "{subject} gets {replicas} replicas: it has no room for more");
    static final Rule MINIMUM =
            capped("minimum", "{subject} gets {replicas} replicas: its minimum");
    static final Rule BY_ORDER =
            chose(
                    "by-order",
                    "{subject} gets {replicas} replicas: floor {floor} of quota {quota}, and an odd"
                            + " one by weight, then name");
    static final Rule WEBSTER =
            chose(
                    "webster",
                    "{subject} gets {replicas} replicas by Webster's method; its quota is {quota}");
    static final Rule SEATED =
            held("seated", "{subject} has {replicas} replicas from before, and gets no more");
    static final Rule NO_WEIGHT =
            chose("no-weight", "{subject} gets {replicas} replicas: it has no weight");
    static final Rule LEFT =
            chose("left", "{subject} is no candidate: it gives up its {before} replicas");

    /// Every one of them.
    static final List<Rule> ALL =
            List.of(
                    NO_CLUSTERS,
                    SHORT,
                    MINIMUM_GIVES_WAY,
                    MINIMUM_WITHOUT_ROOM,
                    FITS,
                    MOVES,
                    MOVES_AFRESH,
                    PREVIOUS_IGNORED,
                    NO_WEIGHTS,
                    RULES_COUNT,
                    BOUNDS_IGNORED,
                    ROOM_UNKNOWN,
                    WHOLE,
                    FLOOR,
                    KEPT,
                    DRAWN,
                    FULL,
                    MINIMUM,
                    BY_ORDER,
                    WEBSTER,
                    SEATED,
                    NO_WEIGHT,
                    LEFT);

    private Rules() {}
}
