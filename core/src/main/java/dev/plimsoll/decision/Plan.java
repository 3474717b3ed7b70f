package dev.plimsoll.decision;

import java.util.List;

/// The steps to take, in order. An empty plan leaves the world as it is.
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
