package dev.plimsoll.cluster;

import dev.plimsoll.prices.Price;
import dev.plimsoll.selection.Labels;
import java.util.List;

/// A node group: what a provider resizes, with one target.
///
/// @param labels nodes with all of these belong to it, except nodes that name another group; none:
///   all nodes
/// @param target the number of machines that the provider is asked to keep
/// @param provider the provider's own bounds of its size
/// @param variants the kinds of nodes that it can have, at least one
/// @param spread who picks the variant of its next node
/// @param failed machines that did not come
public record Group(
        String name,
        Labels labels,
        int target,
        Limits provider,
        List<Variant> variants,
        GroupSpread spread,
        List<FailedMachines> failed,
        Condition condition) {

    /// Whether a group may be changed.
    public enum Condition {
        IN_SERVICE,
        /// An operator wants it left alone.
        PAUSED,
        /// Its provider replaces its nodes.
        UPGRADING
    }

    public Group {
        variants = List.copyOf(variants);
        failed = List.copyOf(failed);
        if (variants.isEmpty()) {
            throw new IllegalArgumentException("group " + name + " has no variant");
        }
    }

    /// A group of equal nodes.
    public Group(
            String name,
            Labels labels,
            int target,
            Limits provider,
            Template template,
            Price price) {
        this(
                name,
                labels,
                target,
                provider,
                List.of(Variant.of(template, price)),
                GroupSpread.PROVIDER,
                List.of(),
                Condition.IN_SERVICE);
    }

    /// This group with another target.
    public Group with(int otherTarget) {
        return new Group(name, labels, otherTarget, provider, variants, spread, failed, condition);
    }

    /// This group with other bounds of its provider.
    public Group with(Limits other) {
        return new Group(name, labels, target, other, variants, spread, failed, condition);
    }

    /// This group with other variants.
    public Group with(List<Variant> others) {
        return new Group(name, labels, target, provider, others, spread, failed, condition);
    }

    /// This group with another way to pick variants.
    public Group with(GroupSpread other) {
        return new Group(name, labels, target, provider, variants, other, failed, condition);
    }

    /// This group in another condition.
    public Group with(Condition other) {
        return new Group(name, labels, target, provider, variants, spread, failed, other);
    }

    /// This group, of which no machine failed.
    public Group withoutFailed() {
        return failed.isEmpty()
                ? this
                : new Group(name, labels, target, provider, variants, spread, List.of(), condition);
    }

    /// The number of machines that did not come.
    public int failedMachines() {
        return failed.stream().mapToInt(FailedMachines::machines).sum();
    }

    /// The template of its first variant.
    public Template template() {
        return variants.getFirst().template();
    }

    /// The price of its first variant.
    public Price price() {
        return variants.getFirst().price();
    }
}
