package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.selection.Labels;

/// A node group: nodes of one configuration with one target size at the provider.
///
/// @param labels nodes with all of these belong to it; none: its nodes are listed
/// @param target the number of machines that the provider is asked to keep
/// @param provider the provider's own bounds of the target
/// @param priceHour the price of one node
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
