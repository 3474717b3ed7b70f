package dev.plimsoll.formats.page;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.List;

/// The price of the nodes that a step of a plan adds, also of those that a later step removes.
final class StepPrice {

    private StepPrice() {}

    /// Nothing if the step does not say what it adds.
    static List<String> of(Reason step) {
        var added = new ArrayList<Money>();
        int unpriced = 0;
        for (var fact : step.facts()) {
            if (fact instanceof Fact.Dollars(var name, var hour, _) && name.equals("added")) {
                added.add(hour);
            } else if (fact instanceof Fact.Whole(var name, long nodes)
                    && name.equals("unpriced")) {
                unpriced = Math.toIntExact(nodes);
            }
        }
        if (added.isEmpty()) {
            return unpriced == 0 ? List.of() : List.of("price unknown");
        }
        return List.of(text(added.getFirst(), unpriced));
    }

    /// @param bought at least one node
    static String of(List<Member> bought) {
        var hour = Money.NONE;
        int unpriced = 0;
        for (var member : bought) {
            switch (member.price()) {
                case Price.Known known -> hour = hour.plus(known.hour());
                case Price.Unknown _ -> unpriced++;
            }
        }
        return unpriced == bought.size() ? "price unknown" : text(hour, unpriced);
    }

    private static String text(Money hour, int unpriced) {
        return "+" + hour.rounded() + "/h" + PlanHead.without(unpriced);
    }
}
