package dev.plimsoll.cluster;

import dev.plimsoll.quantity.Resources;

/// The minimum and the maximum size of a group.
///
/// @param least the minimum number of nodes
/// @param most the maximum number of nodes
/// @param capacity the maximum of each resource, summed over the nodes; resources that it does not
///   name have none
public record Limits(int least, int most, Resources capacity) {

    public static final Limits UNLIMITED = new Limits(0, Integer.MAX_VALUE);

    public Limits {
        if (least < 0 || least > most) {
            throw new IllegalArgumentException(
                    "least is between 0 and most (" + most + "), got " + least);
        }
    }

    /// Limits on the number of nodes alone.
    public Limits(int least, int most) {
        this(least, most, Resources.NONE);
    }
}
