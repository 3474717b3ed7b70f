package dev.plimsoll.formats.journal;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.formats.document.Kinds;
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.Remembered;
import java.util.Map;
import java.util.Optional;

/// The memory of a loop as a tree, wherever it is kept.
public final class MemoryText {

    private MemoryText() {}

    public static <M> Map<String, Object> tree(Remembered<M> memory) {
        var kind = kind(memory);
        return Trees.ordered(
                "kind",
                memory.loop().kind(),
                "loop",
                memory.loop().name(),
                "format",
                kind.pastFormat(),
                "groups",
                memory.groups(),
                "past",
                kind.past(memory.past()),
                "last",
                Steps.outcomes(memory.last()));
    }

    /// The loop whose memory it is.
    public static LoopId loop(Fields fields) {
        return new LoopId(fields.text("kind", ""), fields.text("loop", ""));
    }

    /// Nothing if its format or its kind of loop is unknown.
    ///
    /// @throws IllegalArgumentException if a value is outside its bounds
    public static Optional<Remembered<?>> read(Fields fields) {
        int format = fields.whole("format", 0, 0, Integer.MAX_VALUE);
        var loop = loop(fields);
        return Kinds.named(loop.kind())
                .filter(kind -> kind.pastFormat() == format)
                .map(kind -> remembered(kind, loop, fields));
    }

    private static <M> Remembered<M> remembered(Kind<?, ?, M, ?> kind, LoopId loop, Fields fields) {
        return new Remembered<>(
                loop,
                fields.texts("groups"),
                kind.decider(),
                kind.past(fields.fields("past")),
                Steps.outcomes(fields, "last"));
    }

    @SuppressWarnings("unchecked") // The name of a kind determines its types.
    private static <M> Kind<?, ?, M, ?> kind(Remembered<M> memory) {
        return (Kind<?, ?, M, ?>)
                Kinds.named(memory.loop().kind())
                        .orElseThrow(() -> new IllegalArgumentException("no kind " + memory));
    }
}
