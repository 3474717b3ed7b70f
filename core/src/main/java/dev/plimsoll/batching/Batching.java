package dev.plimsoll.batching;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Count;
import java.util.List;
import java.util.Optional;

/// The decider for the batch of a subnet: how many of its addresses a node takes at a time.
///
/// The formulas and their source are in the package comment, the rules in [Rules], further figures
/// of a subnet in [SubnetFigures].
public final class Batching implements Answering<Seen, Policy, Past, Batching.Details> {

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    /// Beside the decision: the state of the subnet, the next batch and further figures.
    ///
    /// @param figures empty if the capacity is unknown
    public record Details(State state, int next, Optional<SubnetFigures> figures) {}

    @Override
    public Answer<Past, Details> answer(Question<Seen, Policy, Past> question) {
        var seen = question.seen();
        var need = new Need(question);
        var draft = new Draft(seen, minFreeInForce(question));
        noteOverwritten(question, draft);
        switch (seen.capacity()) {
            case Count.Unknown _ ->
                    draft.because(Rules.CAPACITY_UNKNOWN, fact("batch", seen.batch()));
            case Count.Known(int capacity) -> {
                noteState(need, capacity, draft);
                choose(question, need, capacity, draft);
                if (seen.used().now() instanceof Count.Known(int used)) {
                    noteFree(need, Math.max(0, capacity - used), draft);
                }
            }
        }
        return new Answer<>(
                draft.decision(remember(question, need, draft)), details(question, need, draft));
    }

    private static Details details(Question<Seen, Policy, Past> question, Need need, Draft draft) {
        return switch (question.seen().capacity()) {
            case Count.Unknown _ -> new Details(State.UNKNOWN, draft.batch(), Optional.empty());
            case Count.Known(int capacity) ->
                    new Details(
                            need.state(),
                            draft.batch(),
                            Optional.of(new SubnetFigures(question, need, capacity)));
        };
    }

    /// The past of this subnet. The past of another subnet is ignored.
    static Past past(Question<Seen, Policy, Past> question) {
        var past = question.past();
        return past.subnet().equals(question.seen().subnet()) ? past : Past.NONE;
    }

    private static int minFreeInForce(Question<Seen, Policy, Past> question) {
        int decided = past(question).lastDrop() ? 0 : question.policy().minFreePercent();
        return question.seen().minFreePercent().orElse(decided);
    }

    private static void choose(
            Question<Seen, Policy, Past> question, Need need, int capacity, Draft draft) {
        var stable = new StableRules(question, need, capacity, draft);
        var published = new SourceRules(question, need, capacity, draft);
        switch (question.policy().rule()) {
            case Formula.FeedForward _ -> stable.feedForward();
            case Formula.State state -> stable.byState(state);
            case Formula.Level level -> published.level(level);
            case Formula.Threshold threshold -> published.threshold(threshold);
            case Formula.Snippet _ -> published.snippet();
            case Formula.Prose _ -> published.prose();
        }
    }

    private static void noteOverwritten(Question<Seen, Policy, Past> question, Draft draft) {
        int batch = question.seen().batch();
        for (var outcome : question.last()) {
            if (outcome instanceof Outcome.Done(Step.UseBatch(_, _, int wanted, _))
                    && wanted != batch) {
                draft.because(Rules.OVERWRITTEN, fact("wanted", wanted), fact("batch", batch));
            }
        }
    }

    private static void noteState(Need need, int capacity, Draft draft) {
        switch (need.state()) {
            case TIGHT ->
                    draft.because(
                            Rules.TIGHT,
                            fact("least", SubnetFigures.roundedUp(need.at(1))),
                            fact("capacity", capacity),
                            fact("joins", need.joins()));
            case EXHAUSTED ->
                    draft.because(
                            Rules.EXHAUSTED,
                            fact("nodes", need.nodes),
                            fact("pods", need.pods),
                            fact("least", need.settled(1)),
                            fact("capacity", capacity),
                            fact("others", need.others.most()));
            case OK, UNKNOWN -> {}
        }
        if (need.bare() > capacity) {
            draft.because(Rules.OVERFULL, fact("least", need.bare()), fact("capacity", capacity));
        }
    }

    /// Notes that nodes which may join would have to wait for addresses.
    private static void noteFree(Need need, int free, Draft draft) {
        long least = need.joins() * need.join(draft.batch());
        if (need.state() == State.OK && free < least) {
            draft.because(
                    Rules.LITTLE_FREE,
                    fact("free", free),
                    fact("least", least),
                    fact("joins", need.joins()));
        }
    }

    private static Past remember(Question<Seen, Policy, Past> question, Need need, Draft draft) {
        var seen = question.seen();
        var past = past(question);
        boolean changed = draft.isChange();
        return new Past(
                seen.subnet(),
                changed
                        ? new Past.Change(
                                question.now(),
                                seen.batch(),
                                draft.batch(),
                                past.change().number() + 1)
                        : past.change(),
                changed
                        ? new HoldDown(question).after(seen.batch(), draft.batch())
                        : past.holdDown(),
                need.others,
                Count.of(Math.clamp(need.used(), 0, Integer.MAX_VALUE)),
                new HoldDown(question).undone(seen.batch(), draft.batch(), past.undone()),
                draft.minFree() == 0 && question.policy().minFreePercent() > 0);
    }
}
