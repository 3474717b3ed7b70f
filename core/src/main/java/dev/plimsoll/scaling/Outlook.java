package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Answering;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.EndState.Course;
import dev.plimsoll.scaling.EndState.Finish;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// The decision of [Scaling], repeated on its own outcome in virtual time: until nothing changes,
/// or the horizon of the policy is over. Without a horizon it is one decision.
///
/// Nothing fails in virtual time ([VirtualCluster]). Nodes that wait only for others to be drained
/// first do not wait, neither for a number of drains nor for a disruption budget that others have
/// spent, nor for the disruption windows of the policy: that changes when the end is reached, not
/// what it is. Windows are named once. What is remembered for the next turn is that of the first
/// decision. Pods ask for nodes however young they are.
///
/// **Invariant:** on constant demand no state comes twice, the end is reached within the horizon,
/// and decides nothing more: `OutlookTest`.
public final class Outlook implements Answering<Cluster, Policy, Past, Proposal> {

    /// The most decisions.
    static final int MOST_ROUNDS = 200;

    /// The time between a decision that changes something and the next.
    private static final Duration TURN = Duration.ofSeconds(10);

    @Override
    public List<Rule> rules() {
        return new Scaling().rules();
    }

    @Override
    public Answer<Past, Proposal> answer(Question<Cluster, Policy, Past> question) {
        return answer(question, _ -> {});
    }

    /// @param states takes the cluster before each decision
    static Answer<Past, Proposal> answer(
            Question<Cluster, Policy, Past> asked, Consumer<Cluster> states) {
        var policy = asked.policy();
        if (policy.horizon().isZero()) {
            return new Scaling().answer(asked);
        }
        var open = policy.with(policy.scaleDown().with(List.of()));
        var ahead = toTheEnd(shown(asked, open), DisruptionWindow.leftOut(policy), states);
        return open.equals(policy)
                ? ahead
                : remembering(ahead, new Scaling().decide(shown(asked, policy)));
    }

    private static Question<Cluster, Policy, Past> shown(
            Question<Cluster, Policy, Past> asked, Policy policy) {
        return new Question<>(
                Grouping.withInferred(StartingNodes.shownIn(asked).seen()),
                policy.withNewPodDelay(Duration.ZERO),
                asked.past(),
                asked.last(),
                asked.now(),
                asked.seed());
    }

    /// The next turn continues with a decision that waits for windows.
    private static Answer<Past, Proposal> remembering(
            Answer<Past, Proposal> ahead, Decision<Past> next) {
        var decision = ahead.decision();
        return new Answer<>(
                new Decision<>(decision.plan(), decision.reasons(), next.remember(), next.wakeAt()),
                ahead.details());
    }

    private static Answer<Past, Proposal> toTheEnd(
            Question<Cluster, Policy, Past> asked, List<Reason> windows, Consumer<Cluster> states) {
        var question = asked;
        var end = asked.now().plus(asked.policy().horizon());
        var first = new Scaling().answer(question);
        var answer = first;
        var story = new Story(question, first.details(), windows);
        int rounds = 1;
        while (rounds < MOST_ROUNDS && !question.now().isAfter(end)) {
            states.accept(question.seen());
            var after = carriedOut(question, answer, story);
            boolean isSame = after.equals(question.seen());
            var next = isSame ? answer.decision().wakeAt() : question.now().plus(TURN);
            if (isSame && next.isAfter(end)) {
                var why = next.equals(Decision.NEVER) ? Finish.SETTLED : Finish.TIME_IS_UP;
                return ended(first, answer, story, story.course(rounds, why, answer.details()));
            }
            question = next(question, after, answer, next);
            answer = new Scaling().answer(question);
            rounds++;
        }
        var why = rounds < MOST_ROUNDS ? Finish.TIME_IS_UP : Finish.TOO_MANY_ROUNDS;
        return ended(first, answer, story, story.course(rounds, why, answer.details()));
    }

    private static Question<Cluster, Policy, Past> next(
            Question<Cluster, Policy, Past> question,
            Cluster after,
            Answer<Past, Proposal> answer,
            Instant now) {
        return new Question<>(
                after,
                question.policy(),
                answer.decision().remember(),
                List.of(),
                now,
                question.seed());
    }

    private static Cluster carriedOut(
            Question<Cluster, Policy, Past> question, Answer<Past, Proposal> answer, Story story) {
        var decision = answer.decision();
        var world = new VirtualCluster(question.seen(), answer.details(), question.now());
        world.take(decision.plan().steps());
        drainTheRest(question, decision, world);
        story.tell(question, answer.details(), world.steps());
        return world.cluster();
    }

    /// Drains the nodes that have been unneeded for long enough and wait for others.
    private static void drainTheRest(
            Question<Cluster, Policy, Past> question,
            Decision<Past> decision,
            VirtualCluster world) {
        var unneededFor = question.policy().scaleDown().unneededFor();
        decision.remember()
                .removals()
                .unneeded()
                .forEach((node, since) -> {
                    if (!question.now().isBefore(since.plus(unneededFor))) {
                        world.drain(new Step.DrainNode(node, DrainCause.LOW_UTILISATION));
                    }
                });
    }

    private static Answer<Past, Proposal> ended(
            Answer<Past, Proposal> first, Answer<Past, Proposal> last, Story story, Course course) {
        var decision = first.decision();
        var end = EndState.of(first.details(), last.details(), course);
        var proposal = first.details().leadingTo(end);
        return new Answer<>(
                new Decision<>(
                        new Plan(story.steps()),
                        course.reasons(),
                        decision.remember(),
                        decision.wakeAt()),
                proposal);
    }

    @Override
    public Past jumped(Past past, Instant now, Duration lost) {
        return new Scaling().jumped(past, now, lost);
    }

    @Override
    public GroupPast handOver(Past past, String group) {
        return new Scaling().handOver(past, group);
    }

    @Override
    public Past takeOver(Past past, String group, GroupPast handed) {
        return new Scaling().takeOver(past, group, handed);
    }
}
