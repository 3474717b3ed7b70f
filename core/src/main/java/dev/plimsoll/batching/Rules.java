package dev.plimsoll.batching;

import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// Every rule of batching, in the order in which they can fire.
final class Rules {

    static final Rule OVERWRITTEN =
            noted(
                    "overwritten",
                    "subnet {subject} was told to use batches of {wanted} and uses {batch}:"
                            + " somebody else writes them too");
    static final Rule CAPACITY_UNKNOWN =
            held(
                    "capacity-unknown",
                    "the capacity of subnet {subject} is not known; batches stay at {batch}");
    static final Rule TIGHT =
            noted(
                    "tight",
                    "subnet {subject} is tight: even single addresses need {least} of {capacity},"
                            + " with headroom and {joins} nodes that may join");
    static final Rule EXHAUSTED =
            noted(
                    "exhausted",
                    "subnet {subject} is exhausted: {nodes} nodes with {pods} pods and one free"
                            + " address each need {least} of {capacity}");
    static final Rule OVERFULL =
            noted(
                    "overfull",
                    "the pods of subnet {subject} alone need {least} of {capacity} addresses");

    static final Rule TOO_LARGE =
            chose(
                    "too-large",
                    "batches of {batch} would need {needNow} of {capacity} addresses of subnet"
                            + " {subject}; {next} need {need}");
    static final Rule CAPPED =
            chose(
                    "capped",
                    "no node of subnet {subject} takes more than {next} addresses at a time");
    static final Rule ALIGNED =
            chose(
                    "aligned",
                    "batches of {batch} are no power of two; subnet {subject} goes on with {next}");
    static final Rule ROOM =
            chose(
                    "room",
                    "subnet {subject} has room: batches of {next} need {need} of {capacity}"
                            + " addresses");
    static final Rule GUARDED =
            held(
                    "guarded",
                    "batches of {larger} would need {needThen} of {capacity} addresses of subnet"
                            + " {subject} and leave too little to keep them; {batch} stay");
    static final Rule HELD_DOWN =
            held(
                    "held-down",
                    "subnet {subject} has room for batches of {larger}, but changed lately; it"
                            + " waits {seconds} s more");
    static final Rule STALE =
            held(
                    "stale",
                    "subnet {subject} may have room for batches of {larger}, but what is known is"
                            + " {seconds} s old");
    static final Rule LAGGING =
            held(
                    "lagging",
                    "subnet {subject} may have room for batches of {larger}, but {lagging} nodes"
                            + " did not follow the last change yet");
    static final Rule FITS =
            held(
                    "fits",
                    "{nodes} nodes with {pods} pods need {need} of {capacity} addresses of subnet"
                            + " {subject} at batches of {batch}");
    static final Rule SMALLEST =
            held(
                    "smallest",
                    "subnet {subject} hands out single addresses, and there is no smaller batch");

    static final Rule LAST_DROP =
            chose(
                    "last-drop",
                    "subnet {subject} has no address to keep free; nodes take what their pods"
                            + " need, {least} of {capacity}");
    static final Rule LAST_DROP_STAYS =
            held(
                    "last-drop-stays",
                    "nodes of subnet {subject} keep no address free until single addresses need no"
                            + " more than {capacity}");
    static final Rule LAST_DROP_OVER =
            chose("last-drop-over", "nodes of subnet {subject} keep addresses free again");
    static final Rule MIN_FREE =
            chose("min-free", "nodes of subnet {subject} are to keep {percent}% of a batch free");

    static final Rule USE_TOO_HIGH =
            chose(
                    "use-too-high",
                    "{used} of {capacity} addresses of subnet {subject} are used, too many for"
                            + " another batch of {batch} on {nodes} nodes; {next} leave room");
    static final Rule USE_LOW =
            chose(
                    "use-low",
                    "{used} of {capacity} addresses of subnet {subject} are used; batches of"
                            + " {next} on {nodes} nodes leave room in any case");
    static final Rule USE_MOVES =
            held(
                    "use-moves",
                    "the use of subnet {subject} went from {before} to {used} addresses and has"
                            + " not settled; batches stay at {batch}");
    static final Rule USE_FITS =
            held(
                    "use-fits",
                    "{used} of {capacity} addresses of subnet {subject} are used by {nodes} nodes,"
                            + " which batches of {batch} suit");

    static final Rule LEVEL =
            chose(
                    "level",
                    "{capacity} addresses of subnet {subject} over {nodes} nodes are {exact} each,"
                            + " so batches of {next}");
    static final Rule ABOVE_UPPER =
            chose(
                    "above-upper",
                    "{used} of {capacity} addresses of subnet {subject} are used, more than"
                            + " {percent}%: batches of {next}");
    static final Rule BELOW_LOWER =
            chose(
                    "below-lower",
                    "{used} of {capacity} addresses of subnet {subject} are used, less than"
                            + " {percent}%: batches of {next}");
    static final Rule BETWEEN =
            held(
                    "between",
                    "{used} of {capacity} addresses of subnet {subject} are used, and neither line"
                            + " is crossed: batches of {next}");
    static final Rule RISING =
            chose(
                    "rising",
                    "{used} of {capacity} addresses of subnet {subject} are used, and rising: the"
                            + " source gives {exact}, so batches of {next}");
    static final Rule FALLING =
            chose(
                    "falling",
                    "{used} of {capacity} addresses of subnet {subject} are used, and falling: the"
                            + " source gives {exact}, so batches of {next}");
    static final Rule STEADY =
            held(
                    "steady",
                    "{used} of {capacity} addresses of subnet {subject} are used, as before: the"
                            + " source says nothing, so batches of {next}");

    static final Rule LITTLE_FREE =
            noted(
                    "little-free",
                    "{free} addresses of subnet {subject} are free, fewer than the {least} for"
                            + " {joins} nodes that may join");

    /// Every one of them.
    static final List<Rule> ALL =
            List.of(
                    OVERWRITTEN,
                    CAPACITY_UNKNOWN,
                    TIGHT,
                    EXHAUSTED,
                    OVERFULL,
                    TOO_LARGE,
                    CAPPED,
                    ALIGNED,
                    ROOM,
                    GUARDED,
                    HELD_DOWN,
                    STALE,
                    LAGGING,
                    FITS,
                    SMALLEST,
                    LAST_DROP,
                    LAST_DROP_STAYS,
                    LAST_DROP_OVER,
                    MIN_FREE,
                    USE_TOO_HIGH,
                    USE_LOW,
                    USE_MOVES,
                    USE_FITS,
                    LEVEL,
                    ABOVE_UPPER,
                    BELOW_LOWER,
                    BETWEEN,
                    RISING,
                    FALLING,
                    STEADY,
                    LITTLE_FREE);

    private Rules() {}
}
