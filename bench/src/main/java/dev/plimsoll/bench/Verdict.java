package dev.plimsoll.bench;

/// Compares measurements with their targets, and prints both.
final class Verdict {

    private boolean isMissed;

    void say(String what, double got, double most, String unit) {
        boolean missed = got > most;
        isMissed |= missed;
        System.out.printf(
                "%-16s %.3f %s (at most %.0f)%s%n", what, got, unit, most, missed ? " MISSED" : "");
    }

    /// 1 if a target was missed.
    int exitCode() {
        return isMissed ? 1 : 0;
    }
}
