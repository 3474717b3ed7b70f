package dev.plimsoll.cluster;

/// The minimum and the maximum number of nodes of a group.
public record Limits(int least, int most) {

    public static final Limits UNLIMITED = new Limits(0, Integer.MAX_VALUE);

    public Limits {
        if (least < 0 || least > most) {
            throw new IllegalArgumentException(
                    "least is between 0 and most (" + most + "), got " + least);
        }
    }
}
