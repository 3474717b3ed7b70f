package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopSpec;
import java.nio.file.Path;
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
            String loop,
            Cluster cluster,
            Question<Seen, Policy, Past> question,
            String decision,
            List<Outcome> outcomes) {

        Turn with(List<Outcome> others) {
            return new Turn(id, loop, cluster, question, decision, others);
        }
    }

    private final RandomGenerator random;
    private final List<String> loops;
    private final AnyCluster world;
    private final List<Turn> turns = new ArrayList<>();
    private final Map<String, Past> pasts = new LinkedHashMap<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long nextId = 1;

    Told(RandomGenerator random) {
        this(random, List.of("blue", "blue", "green"));
    }

    /// @param loops those that decide, by chance
    Told(RandomGenerator random, List<String> loops) {
        this.random = random;
        this.loops = loops;
        this.world = new AnyCluster(random);
    }

    List<Turn> turns() {
        return turns;
    }

    /// What the last decision of a loop said to remember.
    Past past(String loop) {
        return pasts.getOrDefault(loop, Past.NONE);
    }

    void tell(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            tellOne(journal);
        }
    }

    private void tellOne(Journal journal) {
        world.change();
        now = now.plusSeconds(random.nextInt(600));
        var loop = loops.get(random.nextInt(loops.size()));
        var policy = Policy.defaults(random.nextInt(5) == 0 ? Reading.SOURCE : Reading.PLIMSOLL);
        var spec = spec(loop, policy);
        var past = past(loop);
        var question =
                new Question<>(
                        Seen.of(world.cluster(), loop),
                        policy,
                        past,
                        outcomes(List.of(new Step.DrainNode("a"), new Step.EvictPods("b"))),
                        now,
                        random.nextLong());
        var decision = spec.decider().decide(question);
        var became = outcomes(decision.plan().steps());
        journal.decided(spec, world.cluster(), question, decision);
        journal.acted(spec, became);
        pasts.put(loop, decision.remember());
        turns.add(
                new Turn(
                        nextId++,
                        loop,
                        world.cluster(),
                        question,
                        Json.text(Decisions.tree(new SizingKind(), decision)),
                        became));
    }

    private List<Outcome> outcomes(List<Step> steps) {
        var outcomes = new ArrayList<Outcome>();
        for (var step : steps) {
            outcomes.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Outcome.Failed(step, "no \"quota\"\n");
                        case 1 -> new Outcome.Stale(step);
                        case 2 -> new Outcome.Unknown(step);
                        default -> new Outcome.Done(step);
                    });
        }
        return outcomes;
    }

    static LoopSpec<Seen, Policy, Past> spec(String loop, Policy policy) {
        return new LoopSpec<>(loop, cluster -> Seen.of(cluster, loop), new Sizing(), () -> policy);
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
                    case Entry.Opened _, Entry.Remembered<?> _ -> {}
                }
            }
        }
        return turns;
    }

    @SuppressWarnings("unchecked") // All loops are of sizing.
    private static Turn turn(Entry.Decided<?, ?, ?> decided) {
        assertThat(decided.again()).isEqualTo(decided.text());
        return new Turn(
                decided.id(),
                decided.loop(),
                decided.cluster(),
                (Question<Seen, Policy, Past>) decided.question(),
                decided.text(),
                List.of());
    }
}
