package dev.plimsoll.kube;

/// What became of a Kubernetes Event.
enum EventFate {
    /// A new one was written.
    CREATED,
    /// It was added to an equal one before.
    REPEATED,
    /// There were too many.
    DROPPED,
    /// The API server refused it.
    FAILED
}
