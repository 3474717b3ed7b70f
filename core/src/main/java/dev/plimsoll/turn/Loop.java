package dev.plimsoll.turn;

import static java.util.stream.Collectors.joining;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The control loop of one decider: observe, decide, record, act, remember.
///
/// **Invariant:** a decision is in the journal and in the memory before its first step is taken, so
/// a crash between the two leaves a record of the intent.
///
/// **Invariant:** the past holds decisions only; their outcomes are part of the next question.
///
/// **Invariant:** a loop that is killed at any point and restarted from its memory takes the same
/// steps as without the kill, plus harmless retries. It takes them at the same times if no step of
/// the turn was taken or all were; in the middle of a plan it decides again. All three:
/// `TurnsTest`.
final class Loop<O, S, P, M> {

    private static final Duration FIRST_BACK_OFF = Duration.ofMinutes(1);
    private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(30);

    /// What the loops of one world share.
    record Surroundings<O>(World<O> world, Journal<? super O> journal, Memory memory, long seed) {}

    private final Surroundings<O> around;
    private LoopSpec<O, S, P, M> spec;
    private M past;
    private List<Outcome> last = List.of();
    private Instant wakeAt = Instant.MIN;
    private @Nullable Question<S, P, M> asked;
    private String failure = "";
    private Duration backOff = FIRST_BACK_OFF;

    Loop(LoopSpec<O, S, P, M> spec, Surroundings<O> around) {
        this.spec = spec;
        this.around = around;
        this.past = spec.none();
    }

    LoopSpec<O, S, P, M> spec() {
        return spec;
    }

    /// Continues under another policy. A decider that failed is tried again if its policy changed.
    @SuppressWarnings("unchecked") // Loops of one id have the same types.
    void continueWith(LoopSpec<O, ?, ?, ?> next) {
        if (!next.policy().equals(spec.policy())) {
            wakeAt = Instant.MIN;
        }
        spec = (LoopSpec<O, S, P, M>) next;
    }

    /// Continues where another process stopped.
    @SuppressWarnings("unchecked") // Loops of one id have the same types.
    void continueFrom(Remembered<?> remembered) {
        past = (M) remembered.past();
        last = remembered.last();
    }

    void takeOver(String group, GroupPast handed) {
        past = spec.decider().takeOver(past, group, handed);
        asked = null;
    }

    /// Lets no time pass that the clock jumped over.
    void jump(Instant now, Duration lost) {
        past = spec.decider().jumped(past, now, lost);
        around.memory().keep(remembered());
    }

    Remembered<M> remembered() {
        return new Remembered<>(spec.id(), spec.groups(), spec.decider(), past, last);
    }

    /// When it wants its next turn, if nothing changes before.
    Instant wakeAt() {
        return wakeAt;
    }

    /// Whether its last decision had no steps.
    boolean isSettled() {
        return asked != null && last.isEmpty();
    }

    /// Takes one turn.
    ///
    /// @return whether it took steps
    boolean turn(O observed, Instant now) {
        if (!failure.isEmpty() && now.isBefore(wakeAt)) {
            return false;
        }
        Question<S, P, M> question;
        Decision<M> decision;
        try {
            question =
                    new Question<>(
                            spec.view().of(observed),
                            spec.policy(),
                            past,
                            last,
                            now,
                            around.seed());
            if (isAsleep(question)) {
                return false;
            }
            decision = spec.decider().decide(question);
        } catch (RuntimeException mistake) {
            fail(mistake, now);
            return false;
        }
        failure = "";
        backOff = FIRST_BACK_OFF;
        return carryOut(observed, question, decision);
    }

    /// In a dry run no step is taken; the next question has them as failed.
    private boolean carryOut(O observed, Question<S, P, M> question, Decision<M> decision) {
        around.journal().decided(spec, observed, question, decision);
        boolean acts = !decision.plan().steps().isEmpty();
        rememberAndAct(decision);
        asked = question;
        wakeAt = decision.wakeAt();
        return acts && !spec.dryRun();
    }

    private void rememberAndAct(Decision<M> decision) {
        var before = remembered();
        past = decision.remember();
        last = Remembered.unknown(decision.plan());
        keepUnlessEqual(before);
        if (!decision.plan().steps().isEmpty()) {
            last = spec.dryRun() ? notTaken(decision.plan()) : around.world().act(decision.plan());
            around.journal().acted(spec.id(), last);
            around.memory().keep(remembered());
        }
    }

    private static List<Outcome> notTaken(Plan plan) {
        return plan.steps().stream()
                .<Outcome>map(step -> new Outcome.Failed(step, LoopSpec.DRY_RUN))
                .toList();
    }

    private void keepUnlessEqual(Remembered<M> before) {
        var now = remembered();
        if (asked == null || !now.equals(before)) {
            around.memory().keep(now);
        }
    }

    /// Records the cause once, and tries again later.
    private void fail(RuntimeException mistake, Instant now) {
        var cause = cause(mistake);
        if (!cause.equals(failure)) {
            failure = cause;
            backOff = FIRST_BACK_OFF;
            around.journal().failed(spec.id(), now, cause);
        }
        wakeAt = now.plus(backOff);
        var twice = backOff.multipliedBy(2);
        backOff = twice.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : twice;
    }

    private static String cause(RuntimeException mistake) {
        var trace = mistake.getStackTrace();
        var what = mistake.toString().lines().collect(joining(" "));
        return what + (trace.length == 0 ? "" : " at " + trace[0]);
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
