package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.sizing.Policy.Rotation;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// The health of nodes and of their group by Escalator's rules. The age of a node counts from its
/// creation.
final class EscalatorHealth {

    private final Seen seen;
    private final Rotation rotation;
    private final Instant now;

    EscalatorHealth(Question<Seen, Policy, Past> question) {
        seen = question.seen();
        rotation = question.policy().rotation();
        now = question.now();
    }

    private boolean isChecked() {
        return !rotation.unhealthyAfter().isZero();
    }

    boolean isUnhealthy(Node node) {
        return isChecked()
                && !(node.state() instanceof NodeState.Cordoned)
                && !node.ready()
                && !now.isBefore(node.created().plus(rotation.unhealthyAfter()));
    }

    /// The same question with every unhealthy node drained, without regard to the minimum.
    Question<Seen, Policy, Past> drained(Question<Seen, Policy, Past> question, Draft draft) {
        var names =
                seen.nodes().stream()
                        .filter(node -> node.state() instanceof NodeState.Active)
                        .filter(this::isUnhealthy)
                        .map(Node::name)
                        .toList();
        if (names.isEmpty()) {
            return question;
        }
        for (var node : seen.nodes()) {
            if (names.contains(node.name())) {
                draft.take(new DrainNode(node.name(), DrainCause.UNHEALTHY));
                draft.because(Rules.UNHEALTHY, node.name(), Replacing.unready(node, now));
            }
        }
        var draining = new NodeState.Draining(now, DrainCause.UNHEALTHY);
        return question.about(seen.with(draining, names));
    }

    /// Why the group is not scaled; empty if it is healthy.
    List<Fact> complaint() {
        if (!isChecked()) {
            return List.of();
        }
        var old =
                seen.nodes().stream()
                        .filter(node -> now.isAfter(node.created().plus(rotation.unhealthyAfter())))
                        .sorted(Comparator.comparing(Node::created).reversed())
                        .toList();
        long tested = Math.ceilDiv((long) old.size() * rotation.health().newest(), 100L);
        long unready = old.stream().limit(tested).filter(this::isUnhealthy).count();
        int most = rotation.health().mostUnhealthy();
        return tested == 0 || unready * 100 / tested <= most
                ? List.of()
                : List.of(fact("unready", unready), fact("tested", tested), fact("most", most));
    }
}
