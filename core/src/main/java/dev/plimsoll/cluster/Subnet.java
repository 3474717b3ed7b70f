package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Count;
import java.util.List;

/// A subnet that gives the nodes of some groups their addresses.
///
/// @param capacity the number of its addresses
/// @param others addresses that other users than these nodes hold
/// @param batch how many addresses a node takes at a time
public record Subnet(String name, Count capacity, Count others, Count batch, List<String> groups) {

    public Subnet {
        groups = groups.stream().sorted().toList();
    }
}
