package dev.plimsoll.slack;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The placeholders with their places, and what they hold.
///
/// @param placeholders by kind, name and number
/// @param held the amounts that the placeholders with a place hold, of the resources that slack is
///   about
/// @param cost what they cost
/// @param reasons about places
public record HeldSlack(
        WantedSlack wanted,
        List<Placeholder> placeholders,
        Resources held,
        SlackCost cost,
        List<Reason> reasons) {

    public HeldSlack {
        placeholders = List.copyOf(placeholders);
        reasons = List.copyOf(reasons);
    }

    /// The placeholders without a place, as pods: more nodes may take them.
    public List<Pods> missing() {
        Map<Placeholders, List<Placeholder>> missing = new LinkedHashMap<>();
        for (var placeholder : placeholders) {
            if (!placeholder.isHeld()) {
                missing.computeIfAbsent(placeholder.of(), _ -> new ArrayList<>()).add(placeholder);
            }
        }
        var pods = new ArrayList<Pods>();
        missing.forEach(
                (of, some) -> pods.add(new Pods(of.shape(), some.size(), some.getFirst().name())));
        return pods;
    }

    /// The past of the next turn.
    public SlackPast remember() {
        var seats = new TreeMap<String, String>();
        for (var placeholder : placeholders) {
            if (placeholder.isHeld()) {
                seats.put(placeholder.name(), placeholder.node());
            }
        }
        return new SlackPast(seats);
    }
}
