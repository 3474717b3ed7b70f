package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The control loop of one decider: observe, decide, record, act, remember.
///
/// **Invariant:** a decision is in the journal before its first step is taken, so a crash between
/// the two leaves a record of the intent.
///
/// **Invariant:** the memory holds decisions only; their outcomes are part of the next question.
///
/// **Invariant:** a loop that is killed at any point and restarted from its journal takes the same
/// steps as without the kill, plus harmless retries. It takes them at the same times if no step of
/// the turn was taken or all were; in the middle of a plan it decides again. All three: `LoopTest`.
public final class Loop<S, P, M> {

    private final LoopSpec<S, P, M> spec;
    private final World world;
    private final Journal journal;
    private final long seed;
    private M past;
    private List<Outcome> last;
    private Instant wakeAt = Instant.MIN;
    private @Nullable Question<S, P, M> asked;

    public Loop(
            LoopSpec<S, P, M> spec, World world, Journal journal, Restart<M> restart, long seed) {
        this.spec = spec;
        this.world = world;
        this.journal = journal;
        this.past = restart.past();
        this.last = restart.last();
        this.seed = seed;
    }

    /// Takes one turn.
    ///
    /// @param cluster the current observation; loops of one world share it
    public void turn(Cluster cluster, Instant now) {
        var question =
                new Question<>(
                        spec.view().apply(cluster), spec.policy().get(), past, last, now, seed);
        if (isAsleep(question)) {
            return;
        }
        var decision = spec.decider().decide(question);
        journal.decided(spec, cluster, question, decision);
        past = decision.remember();
        last = world.act(decision.plan());
        journal.acted(spec, last);
        asked = question;
        wakeAt = decision.wakeAt();
    }

    /// Whether only the time differs from the question before, and the time to wake has not come.
    private boolean isAsleep(Question<S, P, M> question) {
        return asked != null
                && question.last().isEmpty()
                && question.now().isBefore(wakeAt)
                && question.past().equals(asked.past())
                && question.policy().equals(asked.policy())
                && question.seen().equals(asked.seen());
    }
}
