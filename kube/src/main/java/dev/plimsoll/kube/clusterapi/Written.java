package dev.plimsoll.kube.clusterapi;

/// The outcome of a write.
sealed interface Written {

    record Done() implements Written {}

    /// The object has changed since it was seen; nothing was written.
    record Changed() implements Written {}

    /// The API server said no.
    ///
    /// @param why in a sentence
    record Refused(String why) implements Written {}

    /// The API server did not reply, or failed: it may have been written.
    ///
    /// @param why in a sentence
    record Unknown(String why) implements Written {}
}
