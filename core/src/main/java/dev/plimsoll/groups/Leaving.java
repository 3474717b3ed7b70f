package dev.plimsoll.groups;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import java.util.List;

/// Ends the care for a group that no loop has any more: its draining nodes take pods again, because
/// nobody would remove them. It keeps what is remembered of the group, in case a loop takes it
/// over.
public final class Leaving implements Decider<Leaving.Seen, Leaving.Policy, GroupPast> {

    /// @param draining the names of its draining nodes, in order
    public record Seen(String group, List<String> draining) {

        public Seen {
            draining = List.copyOf(draining);
        }

        public static Seen of(Cluster cluster, String group) {
            return new Seen(
                    group,
                    cluster.nodesOf(group).stream()
                            .filter(node -> node.state() instanceof NodeState.Draining)
                            .map(Node::name)
                            .toList());
        }
    }

    /// There is nothing to choose.
    public record Policy() {

        public static final Policy ONLY = new Policy();
    }

    @Override
    public List<Rule> rules() {
        return Rules.ALL;
    }

    @Override
    public Decision<GroupPast> decide(Question<Seen, Policy, GroupPast> question) {
        var seen = question.seen();
        var why =
                seen.draining().isEmpty()
                        ? because(Rules.LEFT_ALONE, seen.group())
                        : because(
                                Rules.LEFT,
                                seen.group(),
                                fact("count", seen.draining().size()),
                                fact("names", String.join(", ", seen.draining())));
        var steps = seen.draining().stream().<Step>map(Step.UndrainNode::new).toList();
        return new Decision<>(new Plan(steps), List.of(why), question.past(), Decision.NEVER);
    }

    @Override
    public GroupPast handOver(GroupPast past, String group) {
        return past;
    }

    @Override
    public GroupPast takeOver(GroupPast past, String group, GroupPast handed) {
        return handed;
    }
}
