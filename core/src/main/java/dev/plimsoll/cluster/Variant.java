package dev.plimsoll.cluster;

import dev.plimsoll.prices.Price;

/// One kind of node that a group can have: an instance type in a zone.
///
/// @param zone empty if unknown
/// @param instanceType empty if unknown
/// @param template a new node; [Template#UNKNOWN] if it is only known from existing nodes
/// @param price of one node an hour
public record Variant(String zone, String instanceType, Template template, Price price) {

    /// A template at a price; zone and instance type are unknown.
    public static Variant of(Template template, Price price) {
        return new Variant("", "", template, price);
    }
}
