package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.Comparator;

/// What tells the variants of a group apart. A part is empty if it is unknown.
///
/// @param capacityType `spot` or `on-demand`, for groups that have both
public record VariantKey(String zone, String instanceType, String capacityType)
        implements Comparable<VariantKey> {

    public static final VariantKey UNKNOWN = new VariantKey("", "", "");

    private static final Comparator<VariantKey> ORDER =
            Comparator.comparing(VariantKey::instanceType)
                    .thenComparing(VariantKey::capacityType)
                    .thenComparing(VariantKey::zone);

    /// The key of a node with these labels.
    public static VariantKey of(Labels labels) {
        return new VariantKey(
                WellKnown.first(labels, WellKnown.ZONES),
                WellKnown.first(labels, WellKnown.INSTANCE_TYPES),
                WellKnown.capacityType(labels));
    }

    /// The same type in another zone.
    public VariantKey in(String otherZone) {
        return new VariantKey(otherZone, instanceType, capacityType);
    }

    @Override
    public int compareTo(VariantKey other) {
        return ORDER.compare(this, other);
    }
}
