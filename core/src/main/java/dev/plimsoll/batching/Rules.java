package dev.plimsoll.batching;

import static dev.plimsoll.decision.Rule.chose;
import static dev.plimsoll.decision.Rule.held;
import static dev.plimsoll.decision.Rule.noted;

import dev.plimsoll.decision.Rule;
import java.util.List;

/// All rules of batching, in the order in which they can fire.
final class Rules {

    static final Rule OVERWRITTEN =
            noted(
                    "overwritten",
                    "subnet {subject} uses batches of {batch}, although {wanted} was set last;"
                            + " another writer may have changed it");
    static final Rule CAPACITY_UNKNOWN =
            held(
                    "capacity-unknown",
                    "the capacity of subnet {subject} is unknown; batches stay at {batch}");
    static final Rule TIGHT =
            noted(
                    "tight",
                    "subnet {subject} is tight: it has {capacity} addresses, and batches of 1 with"
                            + " headroom and room for {joins} nodes to join need {least}");
    static final Rule EXHAUSTED =
            noted(
                    "exhausted",
                    "subnet {subject} is exhausted: it has {capacity} addresses, and batches of 1"
                            + " need {least} ({nodes} nodes with {pods} pods, {others} addresses"
                            + " of others)");
    static final Rule OVERFULL =
            noted(
                    "overfull",
                    "subnet {subject} has {capacity} addresses and needs {least} even if no node"
                            + " keeps an address free");

    static final Rule LOWER_BATCH =
            chose(
                    "lower-batch",
                    "batches of {batch} need {needNow} addresses, and subnet {subject} has"
                            + " {capacity}; batches of {next} need {need}");
    static final Rule MAX_BATCH =
            chose(
                    "max-batch",
                    "batches of {batch} are above the maximum of subnet {subject}; the largest"
                            + " allowed power of two is {next}");
    static final Rule POWER_OF_TWO =
            chose(
                    "power-of-two",
                    "batches of {batch} are not a power of two; subnet {subject} uses {next}");
    static final Rule RAISE_BATCH =
            chose(
                    "raise-batch",
                    "subnet {subject} has room for batches of {next}, which need {need} of"
                            + " {capacity} addresses");
    static final Rule RAISE_TOO_TIGHT =
            held(
                    "raise-too-tight",
                    "batches of {larger} would need {needThen} of {capacity} addresses of subnet"
                            + " {subject}, which leaves too little spare; batches stay at {batch}");
    static final Rule HELD_DOWN =
            held(
                    "held-down",
                    "subnet {subject} may have room for batches of {larger}, but must wait"
                            + " {seconds} s more after the last change or restart");
    static final Rule STALE_FIGURES =
            held(
                    "stale-figures",
                    "subnet {subject} may have room for batches of {larger}, but its figures are"
                            + " {seconds} s old");
    static final Rule LAGGING =
            held(
                    "lagging",
                    "subnet {subject} may have room for batches of {larger}, but the last change"
                            + " has not reached {lagging} nodes yet");
    static final Rule BATCH_FITS =
            held(
                    "batch-fits",
                    "batches of {batch} fit: they need {need} of {capacity} addresses of subnet"
                            + " {subject}, with {nodes} nodes and {pods} pods");
    static final Rule SMALLEST =
            held("smallest", "subnet {subject} already uses batches of {batch}, the smallest");

    static final Rule NO_FREE_ADDRESSES =
            chose(
                    "no-free-addresses",
                    "nodes of subnet {subject} stop keeping addresses free: without them {least}"
                            + " of {capacity} addresses are needed");
    static final Rule NO_FREE_ADDRESSES_STAYS =
            held(
                    "no-free-addresses-stays",
                    "nodes of subnet {subject} keep no addresses free until batches of 1 fit into"
                            + " {capacity} addresses with headroom");
    static final Rule FREE_ADDRESSES_AGAIN =
            chose("free-addresses-again", "nodes of subnet {subject} keep addresses free again");
    static final Rule MIN_FREE =
            chose("min-free", "nodes of subnet {subject} must keep {percent}% of a batch free");

    static final Rule USAGE_TOO_HIGH =
            chose(
                    "usage-too-high",
                    "{used} of {capacity} addresses of subnet {subject} are used, which leaves too"
                            + " few for batches of {batch} on {nodes} nodes; batches go down to"
                            + " {next}");
    static final Rule USAGE_LOW =
            chose(
                    "usage-low",
                    "{used} of {capacity} addresses of subnet {subject} are used, which leaves room"
                            + " for batches of {next} on {nodes} nodes");
    static final Rule USAGE_NOT_SETTLED =
            held(
                    "usage-not-settled",
                    "the usage of subnet {subject} went from {before} to {used} addresses and has"
                            + " not settled; batches stay at {batch}");
    static final Rule USAGE_FITS =
            held(
                    "usage-fits",
                    "{used} of {capacity} addresses of subnet {subject} are used; batches stay at"
                            + " {batch} for {nodes} nodes");

    static final Rule LEVEL =
            chose(
                    "level",
                    "the published formula gives {exact} for {capacity} addresses of subnet"
                            + " {subject} and {nodes} nodes, so the batch size is {next}");
    static final Rule ABOVE_UPPER_THRESHOLD =
            chose(
                    "above-upper-threshold",
                    "{used} of {capacity} addresses of subnet {subject} are used, more than the"
                            + " threshold of {threshold}%, so the batch size is {next}");
    static final Rule BELOW_LOWER_THRESHOLD =
            chose(
                    "below-lower-threshold",
                    "{used} of {capacity} addresses of subnet {subject} are used, less than the"
                            + " threshold of {threshold}%, so the batch size is {next}");
    static final Rule THRESHOLD_NOT_CROSSED =
            chose(
                    "threshold-not-crossed",
                    "{used} of {capacity} addresses of subnet {subject} are used, which does not"
                            + " cross the {which} threshold of {threshold}%, so the batch size is"
                            + " {next} instead of {batch}");
    static final Rule BETWEEN_THRESHOLDS =
            held(
                    "between-thresholds",
                    "{used} of {capacity} addresses of subnet {subject} are used, which does not"
                            + " cross the {which} threshold of {threshold}%; batches stay at"
                            + " {next}");
    static final Rule NOT_FALLING =
            chose(
                    "not-falling",
                    "{used} of {capacity} addresses of subnet {subject} are used, with no decrease"
                            + " observed; the published formula gives {exact}, so the batch size"
                            + " is {next}");
    static final Rule FALLING =
            chose(
                    "falling",
                    "{used} of {capacity} addresses of subnet {subject} are used, fewer than"
                            + " before; the published formula gives {exact}, so the batch size"
                            + " is {next}");
    static final Rule STEADY =
            held(
                    "steady",
                    "{used} of {capacity} addresses of subnet {subject} are used, with no change"
                            + " observed; the published text has no rule for that, so batches stay"
                            + " at {next}");
    static final Rule FORMULA_UNCHANGED =
            held(
                    "formula-unchanged",
                    "the published formula gives {exact} for subnet {subject}, so batches stay at"
                            + " {next}");

    static final Rule LITTLE_FREE =
            noted(
                    "little-free",
                    "free addresses of subnet {subject}: {free}; room for {joins} nodes to join"
                            + " takes {least}");

    /// All rules of this class.
    static final List<Rule> ALL =
            List.of(
                    OVERWRITTEN,
                    CAPACITY_UNKNOWN,
                    TIGHT,
                    EXHAUSTED,
                    OVERFULL,
                    LOWER_BATCH,
                    MAX_BATCH,
                    POWER_OF_TWO,
                    RAISE_BATCH,
                    RAISE_TOO_TIGHT,
                    HELD_DOWN,
                    STALE_FIGURES,
                    LAGGING,
                    BATCH_FITS,
                    SMALLEST,
                    NO_FREE_ADDRESSES,
                    NO_FREE_ADDRESSES_STAYS,
                    FREE_ADDRESSES_AGAIN,
                    MIN_FREE,
                    USAGE_TOO_HIGH,
                    USAGE_LOW,
                    USAGE_NOT_SETTLED,
                    USAGE_FITS,
                    LEVEL,
                    ABOVE_UPPER_THRESHOLD,
                    BELOW_LOWER_THRESHOLD,
                    THRESHOLD_NOT_CROSSED,
                    BETWEEN_THRESHOLDS,
                    NOT_FALLING,
                    FALLING,
                    STEADY,
                    FORMULA_UNCHANGED,
                    LITTLE_FREE);

    private Rules() {}
}
