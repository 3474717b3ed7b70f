package dev.plimsoll.cluster;

import dev.plimsoll.prices.Price;

/// One kind of node that a group can have: an instance type in a zone.
///
/// @param template a new node; [Template#UNKNOWN] if it is only known from existing nodes
/// @param price of one node an hour
public record Variant(VariantKey key, Template template, Price price) {

    public Variant(String zone, String instanceType, Template template, Price price) {
        this(new VariantKey(zone, instanceType, ""), template, price);
    }

    /// A template at a price; zone and instance type are unknown.
    public static Variant of(Template template, Price price) {
        return new Variant(VariantKey.UNKNOWN, template, price);
    }

    /// This variant at another price.
    public Variant with(Price other) {
        return new Variant(key, template, other);
    }

    /// This variant, told apart by another key.
    public Variant with(VariantKey other) {
        return new Variant(other, template, price);
    }

    public String zone() {
        return key.zone();
    }

    public String instanceType() {
        return key.instanceType();
    }
}
