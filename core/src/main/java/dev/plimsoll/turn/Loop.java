package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns one decider against a world: observe, decide, record, act, remember.
///
/// **Invariant:** a decision is in the journal before its first step is taken, so a crash between
/// the two leaves a trace of what was meant.
///
/// **Invariant:** the past is what was decided; what became of it is told to the next question.
///
/// **Invariant:** killed at any point and started again from its journal, it takes the same steps
/// as without the kill, plus harmless retries: at the same moments if no step of the turn was
/// taken, or all were; amid a plan it decides again on what it sees. All three: `LoopTest`.
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

    /// One turn on what the world shows at this moment. Several loops of one world are given the
    /// same cluster.
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

    /// Nothing that a decider may know differs from the question before, but for the time, and its
    /// moment has not come.
    private boolean isAsleep(Question<S, P, M> question) {
        return asked != null
                && question.last().isEmpty()
                && question.now().isBefore(wakeAt)
                && question.past().equals(asked.past())
                && question.policy().equals(asked.policy())
                && question.seen().equals(asked.seen());
    }
}
