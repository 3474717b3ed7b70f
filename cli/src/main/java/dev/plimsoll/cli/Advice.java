package dev.plimsoll.cli;

import dev.plimsoll.decision.Reason;
import java.util.LinkedHashMap;
import java.util.Map;

/// What an operator can do about a reason with this program, by the code of its rule.
final class Advice {

    private static final Map<String, String> BY_RULE = new LinkedHashMap<>();

    static {
        BY_RULE.put("no-maximum", "set maxNodes in a policy ('plimsoll init' prints one)");
        BY_RULE.put("one-zone", "if a group spans more zones, list them as zones in a policy");
        BY_RULE.put("volumes-unknown", "make the dump with '" + Dump.KUBECTL + "'");
    }

    private Advice() {}

    /// The sentence of the reason, with advice if there is some.
    static String sentence(Reason reason) {
        var advice = BY_RULE.get(reason.rule().code());
        return advice == null ? reason.sentence() : reason.sentence() + "; " + advice;
    }
}
