package dev.plimsoll.formats.document;

import dev.plimsoll.turn.LoopSpec;
import java.util.List;
import java.util.Optional;

/// The kinds of questions.
public final class Kinds {

    private static final List<Kind<?, ?, ?>> ALL =
            List.of(
                    new SizingKind(),
                    new BatchingKind(),
                    new SharingKind(),
                    new RankingKind(),
                    new FitKind());

    private Kinds() {}

    public static List<Kind<?, ?, ?>> all() {
        return ALL;
    }

    /// The kind of that name: `Sizing`.
    public static Optional<Kind<?, ?, ?>> named(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    /// The kind of a loop's decisions.
    @SuppressWarnings("unchecked") // A decider's class determines the three types of its kind.
    public static <S, P, M> Kind<S, P, M> of(LoopSpec<S, P, M> spec) {
        for (var kind : ALL) {
            if (kind.decider().getClass() == spec.decider().getClass()) {
                return (Kind<S, P, M>) kind;
            }
        }
        throw new IllegalArgumentException("no kind for " + spec.decider());
    }
}
