package dev.plimsoll.ranking;

import dev.plimsoll.decision.Reason;
import java.util.List;

/// Options in order.
///
/// **Invariant:** each is the one that would win if those before it were not there:
/// `RankingLawsTest`.
///
/// @param ranked best first
/// @param alike how many of the first no strategy tells apart
/// @param refused in order of their groups
public record Ranks(List<Ranked> ranked, int alike, List<Refused> refused) {

    /// An option that cannot win.
    public record Refused(Option option, long leaves, Reason why) {}

    public Ranks {
        ranked = List.copyOf(ranked);
        refused = List.copyOf(refused);
    }
}
