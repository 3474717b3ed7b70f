package dev.plimsoll.fit;

import dev.plimsoll.decision.Reason;

/// Whether a pod fits a node, and if not, the first rule that keeps it off.
public sealed interface Verdict {

    record Fits() implements Verdict {}

    record Refused(Reason why) implements Verdict {}

    /// No rule that we know keeps it off, but it has something that we do not understand.
    record Unknown(Reason why) implements Verdict {}

    default boolean fits() {
        return this instanceof Fits;
    }
}
