package dev.plimsoll.fit;

/// Nothing: the scheduler's rules leave an operator no choice.
public record Policy() {

    public static final Policy NONE = new Policy();
}
