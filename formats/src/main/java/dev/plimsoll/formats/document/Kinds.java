package dev.plimsoll.formats.document;

import dev.plimsoll.turn.LoopSpec;
import java.util.List;
import java.util.Optional;

/// The kinds of questions.
public final class Kinds {

    private static final List<Kind<?, ?, ?, ?>> ALL =
            List.of(
                    new SizingKind(),
                    new ScalingKind(),
                    new LeavingKind(),
                    new SlackKind(),
                    new BatchingKind(),
                    new SharingKind(),
                    new RankingKind(),
                    new FitKind());

    private Kinds() {}

    public static List<Kind<?, ?, ?, ?>> all() {
        return ALL;
    }

    /// The kind of that name: `Sizing`.
    public static Optional<Kind<?, ?, ?, ?>> named(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    /// The kind of a loop's decisions.
    @SuppressWarnings("unchecked") // The name of a kind determines its types.
    public static <S, P, M> Kind<S, P, M, ?> of(LoopSpec<?, S, P, M> spec) {
        return (Kind<S, P, M, ?>)
                named(spec.id().kind())
                        .orElseThrow(() -> new IllegalArgumentException("no kind " + spec.id()));
    }
}
