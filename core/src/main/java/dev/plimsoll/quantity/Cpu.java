package dev.plimsoll.quantity;

/// Processor time in thousandths of a core.
public record Cpu(long millis) {

    public static final Cpu NONE = new Cpu(0);

    public static Cpu cores(long cores) {
        return new Cpu(Math.multiplyExact(cores, 1_000L));
    }

    @Override
    public String toString() {
        return Quantity.text(Resources.CPU, millis);
    }
}
