package dev.plimsoll.fit;

import dev.plimsoll.decision.Reason;

/// The verdict for a pod on a node: it fits, or the first rule that refuses it.
public sealed interface Verdict {

    record Fits() implements Verdict {}

    record Refused(Reason why) implements Verdict {}

    /// No rule refuses the pod, but it has something that the rules do not cover.
    record Unknown(Reason why) implements Verdict {}

    default boolean fits() {
        return this instanceof Fits;
    }
}
