package dev.plimsoll.slack;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Resources;
import java.util.List;

/// The room to keep free, and the placeholders that hold it.
///
/// @param extra the amount of each resource that the rate asks for
/// @param placeholders in the order in which they get a place
/// @param reasons why they are these
public record WantedSlack(Resources extra, List<Placeholders> placeholders, List<Reason> reasons) {

    public WantedSlack {
        placeholders =
                placeholders.stream()
                        .sorted((one, other) -> one.kind().compareTo(other.kind()))
                        .toList();
        reasons = List.copyOf(reasons);
    }

    /// The room for what is seen: arithmetic on sums, on the pods by shape and on the groups.
    public static WantedSlack of(SlackSeen seen, SlackPolicy policy) {
        return new SlackAmount(seen, policy).wanted();
    }

    /// The number of placeholders.
    public int count() {
        return placeholders.stream().mapToInt(Placeholders::count).sum();
    }
}
