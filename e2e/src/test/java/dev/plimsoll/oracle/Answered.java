package dev.plimsoll.oracle;

import java.util.List;

/// A case as the API server stored it, with the verdicts of the real scheduler.
///
/// @param verdicts one per pod, in the order of the case's pods
public record Answered(Case asked, List<Said> verdicts) {

    public Answered {
        verdicts = List.copyOf(verdicts);
        if (verdicts.size() != asked.pods().size()) {
            throw new IllegalArgumentException(
                    verdicts.size() + " verdicts for " + asked.pods().size() + " pods");
        }
    }
}
