package dev.plimsoll.ranking;

import dev.plimsoll.decision.Reason;
import java.util.List;

/// The result of a ranking: options in order.
///
/// **Invariant:** each option is the one that would win without the options before it:
/// `RankingLawsTest`.
///
/// @param ranked best first
/// @param tied how many of the first options all strategies value the same
/// @param refused in order of their groups
public record Ranks(List<Ranked> ranked, int tied, List<Refused> refused) {

    /// An option that cannot win.
    public record Refused(Option option, long leaves, Reason why) {}

    public Ranks {
        ranked = List.copyOf(ranked);
        refused = List.copyOf(refused);
    }
}
