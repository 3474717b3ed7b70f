package dev.plimsoll.provider;

/// The answer of a provider to a request.
public sealed interface ProviderAnswer {

    /// The provider will do it.
    record Accepted() implements ProviderAnswer {}

    /// The group is not in the state that the request expected.
    record Changed() implements ProviderAnswer {}

    /// @param why in a sentence
    record Refused(String why) implements ProviderAnswer {}
}
