package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.AnyPast;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.LeavingKind;
import dev.plimsoll.formats.document.LoopKind;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Tells a journal of decisions about a cluster that changes by chance, and knows what it told.
final class Told {

    /// @param decision as JSON
    /// @param outcomes of its steps; none if they were not told
    record Turn(
            long id,
            LoopId loop,
            Question<?, ?, ?> question,
            String decision,
            List<Outcome> outcomes) {

        Turn with(List<Outcome> others) {
            return new Turn(id, loop, question, decision, others);
        }
    }

    private final RandomGenerator random;
    private final AnyPast any;
    private final AnyCluster world;
    private final List<Turn> turns = new ArrayList<>();
    private final Map<LoopId, Object> pasts = new LinkedHashMap<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long nextId = 1;

    Told(RandomGenerator random) {
        this.random = random;
        this.any = new AnyPast(random);
        this.world = new AnyCluster(random);
    }

    List<Turn> turns() {
        return turns;
    }

    void tell(Journal<Object> journal, int count) {
        for (int i = 0; i < count; i++) {
            world.change();
            now = now.plusSeconds(random.nextInt(600));
            tellOne(journal);
        }
    }

    void tellUntilItActs(Journal<Object> journal) {
        do {
            tell(journal, 1);
        } while (turns.getLast().outcomes().isEmpty());
    }

    private void tellOne(Journal<Object> journal) {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> tell(journal, new SizingKind(), "green", sizing());
            case 3 -> tell(journal, new LeavingKind(), "green", Leaving.Policy.ONLY);
            case 4 -> tell(journal, new ScalingKind(), "scaling", scaling());
            default -> tell(journal, new SizingKind(), "blue", sizing());
        }
    }

    /// Without a time to settle, so that many decisions have steps.
    private Policy sizing() {
        var policy = Policy.defaults(random.nextInt(5) == 0 ? Reading.SOURCE : Reading.PLIMSOLL);
        var shrink = policy.shrink();
        return policy.with(
                new Policy.Shrink(shrink.slow(), shrink.fast(), shrink.order(), Duration.ZERO));
    }

    private dev.plimsoll.scaling.Policy scaling() {
        var policy = dev.plimsoll.scaling.Policy.DEFAULT;
        return random.nextInt(5) == 0
                ? policy.with(List.of(new dev.plimsoll.scaling.Ceiling.Nodes(20)))
                : policy;
    }

    private <S, P, M, A> void tell(
            Journal<Object> journal, LoopKind<S, P, M, A> kind, String loop, P policy) {
        var spec = kind.loop(loop, List.of(), policy);
        var cluster = world.cluster();
        var question =
                new Question<>(
                        spec.view().of(cluster),
                        policy,
                        past(spec.id(), spec.none()),
                        any.outcomes(),
                        now,
                        random.nextLong());
        var decision = spec.decider().decide(question);
        var became = any.outcomes(decision.plan().steps());
        journal.decided(spec, cluster, question, decision);
        journal.acted(spec.id(), became);
        pasts.put(spec.id(), decision.remember());
        turns.add(
                new Turn(
                        nextId++,
                        spec.id(),
                        question,
                        Json.text(Decisions.tree(kind, decision)),
                        became));
    }

    /// What the last decision of a loop said to remember.
    @SuppressWarnings("unchecked") // Loops of one id have the same types.
    private <M> M past(LoopId loop, M none) {
        return (M) pasts.getOrDefault(loop, none);
    }

    /// The turns that a journal holds, each decided again.
    static List<Turn> read(Path journal) {
        var turns = new ArrayList<Turn>();
        try (var reader = JournalReader.open(journal)) {
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case Entry.Decided<?, ?, ?> decided -> turns.add(turn(decided));
                    case Entry.Acted(var id, var outcomes) -> {
                        var decided = turns.removeLast();
                        assertThat(decided.id()).isEqualTo(id);
                        turns.add(decided.with(outcomes));
                    }
                    case Entry.Opened _, Entry.Failed _ -> {}
                }
            }
        }
        return turns;
    }

    private static Turn turn(Entry.Decided<?, ?, ?> decided) {
        assertThat(decided.again()).isEqualTo(decided.text());
        return new Turn(
                decided.id(), decided.loop(), decided.question(), decided.text(), List.of());
    }
}
