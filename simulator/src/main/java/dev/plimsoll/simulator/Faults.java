package dev.plimsoll.simulator;

/// How often the faults of a [FaultyWorld] happen, as percentages.
///
/// @param failed of the steps, not sent
/// @param lost of the steps, carried out without an answer
/// @param delayed of the steps, carried out some observations later without an answer
/// @param repeated of the steps, sent twice
/// @param lagging of the observations, older than the newest
/// @param longest the largest number of observations that a delay or a lag takes
public record Faults(int failed, int lost, int delayed, int repeated, int lagging, int longest) {

    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0);

    /// The kinds of faults.
    public enum Kind {
        FAILED,
        LOST,
        DELAYED,
        REPEATED,
        LAGGING
    }

    public Faults {
        requirePercent("failed", failed);
        requirePercent("lost", lost);
        requirePercent("delayed", delayed);
        requirePercent("repeated", repeated);
        requirePercent("lagging", lagging);
        requirePercent("the sum of the faults of a step", failed + lost + delayed + repeated);
        if (longest < 0 || (longest == 0 && delayed + lagging > 0)) {
            throw new IllegalArgumentException(
                    "a delay or a lag takes 1 observation or more, got " + longest);
        }
    }

    private static void requirePercent(String what, int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException(
                    "%s is between 0%% and 100%%, got %d%%".formatted(what, percent));
        }
    }
}
