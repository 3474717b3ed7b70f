package dev.plimsoll.quantity;

/// An amount of memory or storage.
public record Bytes(long count) {

    public static final Bytes NONE = new Bytes(0);

    public static Bytes mebibytes(long mebibytes) {
        return new Bytes(Math.multiplyExact(mebibytes, 1L << 20));
    }

    public static Bytes gibibytes(long gibibytes) {
        return new Bytes(Math.multiplyExact(gibibytes, 1L << 30));
    }

    @Override
    public String toString() {
        return Quantity.text(Resources.MEMORY, count);
    }
}
