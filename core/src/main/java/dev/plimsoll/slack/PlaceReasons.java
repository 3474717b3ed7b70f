package dev.plimsoll.slack;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Refusals;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The reasons about places: what is held, what moved, what is missing and why.
final class PlaceReasons {

    /// For this many shapes the reason of a node is looked up.
    private static final int EXPLAINED = 3;

    private final List<Placeholder> placeholders;
    private final Seating seating;
    private final NodeFit nodeFit;
    private final List<Reason> reasons = new ArrayList<>();

    PlaceReasons(List<Placeholder> placeholders, Seating seating, NodeFit nodeFit) {
        this.placeholders = placeholders;
        this.seating = seating;
        this.nodeFit = nodeFit;
    }

    List<Reason> all(SlackPast past, Resources held, SlackCost cost) {
        held(held);
        moved();
        givenUp(past);
        missing();
        if (cost.priced() > 0) {
            because(
                    Rules.SLACK_COST,
                    SlackAmount.ALL,
                    fact("cost", cost.hour()),
                    fact("unpriced", cost.unpriced()));
        }
        return reasons;
    }

    private void held(Resources held) {
        if (!placeholders.isEmpty()) {
            because(
                    Rules.SLACK_HELD,
                    SlackAmount.ALL,
                    fact("placeholders", placeholders.stream().filter(Placeholder::isHeld).count()),
                    fact("held", Amounts.text(held)));
        }
    }

    private void because(Rule rule, String subject, Fact... facts) {
        reasons.add(Reason.because(rule, subject, facts));
    }

    private void moved() {
        var moved = placeholders.stream().filter(Placeholder::isMoved).toList();
        if (!moved.isEmpty()) {
            var first = moved.getFirst();
            because(
                    Rules.SLACK_MOVED,
                    first.name(),
                    fact("placeholders", moved.size()),
                    fact("from", first.before()),
                    fact("to", first.node()));
        }
    }

    private void givenUp(SlackPast past) {
        var gone = new TreeSet<>(past.seats().keySet());
        placeholders.forEach(placeholder -> gone.remove(placeholder.name()));
        if (!gone.isEmpty()) {
            because(Rules.SLACK_GIVEN_UP, gone.getFirst(), fact("placeholders", gone.size()));
        }
    }

    /// Placeholders that differ only in the last digit of an amount count together.
    private void missing() {
        Map<String, List<Placeholder>> byName = new LinkedHashMap<>();
        for (var placeholder : placeholders) {
            byName.computeIfAbsent(placeholder.of().name(), _ -> new ArrayList<>())
                    .add(placeholder);
        }
        int explained = 0;
        int more = 0;
        for (var all : byName.values()) {
            var missing = all.stream().filter(one -> !one.isHeld()).toList();
            if (!missing.isEmpty() && explained < EXPLAINED) {
                missing(missing, all.size());
                explained++;
            } else {
                more += missing.size();
            }
        }
        if (more > 0) {
            because(Rules.SLACK_MISSING_MORE, SlackAmount.ALL, fact("missing", more));
        }
    }

    private void missing(List<Placeholder> missing, int all) {
        var of = missing.getFirst().of();
        var facts = new ArrayList<Fact>();
        facts.add(fact("missing", missing.size()));
        facts.add(fact("placeholders", all));
        facts.add(fact("which", which(of)));
        Refusals.usual(nodeFit, of.shape(), seating::isOpen)
                .ifPresent(refusals -> {
                    facts.add(fact("node", seating.nodeName(refusals.first())));
                    facts.add(fact("why", refusals.why().sentence()));
                    facts.add(fact("refusedBy", refusals.why().rule().code()));
                    facts.add(fact("nodes", refusals.count()));
                });
        reasons.add(new Reason(Rules.SLACK_MISSING, of.name(), facts));
    }

    private static String which(Placeholders of) {
        return switch (of.kind()) {
            case MARKED, BUFFER -> "placeholders of " + of.like();
            case BIGGEST ->
                    of.like().isEmpty()
                            ? "placeholders of the biggest size"
                            : "placeholders of the biggest pod " + of.like();
            case STANDARD -> "standard placeholders";
            case FILLER -> "placeholders of " + String.join(" and ", of.shape().requests().names());
        };
    }
}
