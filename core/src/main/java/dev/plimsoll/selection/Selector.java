package dev.plimsoll.selection;

import java.util.Comparator;
import java.util.List;

/// A label selector.
public sealed interface Selector {

    static Selector nothing() {
        return new Nothing();
    }

    static Selector everything() {
        return new AllOf(List.of());
    }

    boolean matches(Labels labels);

    /// It has no condition, so it matches everything.
    default boolean isEmpty() {
        return this instanceof AllOf(var requirements) && requirements.isEmpty();
    }

    /// Matches nothing: a selector that is absent.
    record Nothing() implements Selector {

        @Override
        public boolean matches(Labels labels) {
            return false;
        }
    }

    /// Matches labels that meet every condition.
    record AllOf(List<Requirement> requirements) implements Selector {

        public AllOf {
            requirements =
                    requirements.stream()
                            .distinct()
                            .sorted(Comparator.comparing(Requirement::toString))
                            .toList();
        }

        @Override
        public boolean matches(Labels labels) {
            for (var requirement : requirements) {
                if (!requirement.matches(labels)) {
                    return false;
                }
            }
            return true;
        }
    }

    /// The conditions; empty if it matches nothing or everything.
    default List<Requirement> conditions() {
        return this instanceof AllOf(var requirements) ? requirements : List.of();
    }
}
