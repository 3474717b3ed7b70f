package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The embedded day, decision by decision.
final class EmbeddedDay {

    private static final String POLICY = "embedded-policy.yaml";

    private EmbeddedDay() {}

    /// A decision and what it saw.
    record Turn(Seen seen, Policy policy, Past past, Instant now, Decision<?> decision) {}

    /// What looks at every decision.
    interface Reader {
        void read(Turn turn);
    }

    static void run(long seed, Duration length, Reader reader) {
        var resource = Objects.requireNonNull(Run.class.getResourceAsStream(POLICY));
        var setup = Loops.of(PolicyFile.read(Source.stream(POLICY, resource))).setup();
        var world = Day.scenario().world(Run.START, seed);
        var turns = new Turns<>(world, journal(reader), Memory.none(), seed);
        var end = Run.START.plus(length);
        for (var now = Run.START; now.isBefore(end); now = now.plusSeconds(30)) {
            world.advanceTo(now);
            turns.turn(now, setup);
        }
    }

    private static Journal<Cluster> journal(Reader reader) {
        return new Journal<>() {

            @Override
            public <S, P, M> void decided(
                    LoopSpec<? extends Cluster, S, P, M> spec,
                    Cluster observed,
                    Question<S, P, M> question,
                    Decision<M> decision) {
                if (question.seen() instanceof Seen seen
                        && question.policy() instanceof Policy policy
                        && question.past() instanceof Past past) {
                    reader.read(new Turn(seen, policy, past, question.now(), decision));
                }
            }

            @Override
            public void acted(LoopId loop, List<Outcome> outcomes) {}

            @Override
            public void failed(LoopId loop, Instant now, String cause) {
                throw new AssertionError(loop + ": " + cause);
            }
        };
    }
}
