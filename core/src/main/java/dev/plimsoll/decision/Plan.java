package dev.plimsoll.decision;

import java.util.List;

/// The steps of a decision, in order. An empty plan changes nothing.
public record Plan(List<Step> steps) {

    private static final Plan NOTHING = new Plan(List.of());

    public Plan {
        steps = List.copyOf(steps);
    }

    public static Plan nothing() {
        return NOTHING;
    }

    public static Plan of(Step... steps) {
        return new Plan(List.of(steps));
    }
}
