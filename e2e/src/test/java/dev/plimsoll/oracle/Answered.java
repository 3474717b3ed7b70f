package dev.plimsoll.oracle;

import java.util.List;

/// A case as the API server kept it, and what the real scheduler said.
///
/// @param verdicts one a pod, in the order of the case's pods
public record Answered(Case asked, List<Said> verdicts) {

    public Answered {
        verdicts = List.copyOf(verdicts);
        if (verdicts.size() != asked.pods().size()) {
            throw new IllegalArgumentException(
                    verdicts.size() + " verdicts for " + asked.pods().size() + " pods");
        }
    }
}
