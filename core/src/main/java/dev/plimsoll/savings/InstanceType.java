package dev.plimsoll.savings;

import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;

/// An instance type that is sold where a group has its nodes.
///
/// @param capacity cpu and memory of the whole machine
public record InstanceType(String name, Resources capacity, Price onDemand, Price spot) {}
