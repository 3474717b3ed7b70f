package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.selection.Labels;

/// Nodes that are bought alike, and that their provider counts as one.
///
/// @param labels nodes that carry all of these belong to it; none: nodes are its own by listing
/// @param target how many machines the provider was asked to keep
/// @param provider the provider's own bounds of the target
/// @param priceHour what one node costs
public record Group(
        String name,
        Labels labels,
        int target,
        Limits provider,
        Template template,
        Money priceHour) {

    public Group with(int otherTarget) {
        return new Group(name, labels, otherTarget, provider, template, priceHour);
    }
}
