package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.Replacement.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The turns of a loop that replaces nodes of 16 cpu at 80 cents by nodes of 8 cpu at 40 cents.
class Replacing {

    static final Duration TEN = Duration.ofMinutes(10);

    Policy policy = mode(Mode.REPLACE);
    Past past = Past.NONE;
    Instant now = NOW;
    int smallTarget;
    int smallMost = 9;
    String smallPrice = "0.4";
    String labels = "";
    final List<Group> others = new ArrayList<>();
    List<Pods> pending = List.of();
    final List<Budget> budgets = new ArrayList<>();

    List<Step> twoTurns(List<Node> nodes) {
        turn(nodes);
        now = now.plus(TEN);
        return turn(nodes).plan().steps();
    }

    void order(List<Node> nodes) {
        turn(nodes);
        now = now.plus(TEN);
        turn(nodes);
        assertThat(stage()).isEqualTo(Stage.ORDERED);
        smallTarget = 1;
    }

    Stage stage() {
        return past.removals().replacements().getFirst().stage();
    }

    Decision<Past> turn(List<Node> nodes) {
        long small = nodes.stream().filter(node -> node.labels().has("pool", "small")).count();
        long large = nodes.stream().filter(node -> node.labels().has("pool", "large")).count();
        var groups = new ArrayList<>(others);
        groups.add(
                emptyGroup("small", small("new"), smallMost, smallPrice)
                        .with(Math.max(smallTarget, (int) small)));
        groups.add(group("large", 9, "0.8").with((int) large));
        var cluster = Cluster.of(nodes, pending, groups);
        for (var budget : budgets) {
            cluster = cluster.withBudgets(cluster.budgets().with(budget.name(), budget));
        }
        var decision =
                new Scaling().decide(new Question<>(cluster, policy, past, List.of(), now, 0));
        past = decision.remember();
        return decision;
    }

    /// A node of 16 cpu with pods of 600m.
    Node large(String name, int pods) {
        return with(pods, name, node(name, "pool=large" + labels, "16", "64Gi"));
    }

    /// A node of 8 cpu with pods of 600m.
    Node small(String name, int pods) {
        return with(pods, name, small(name));
    }

    Node small(String name) {
        return node(name, "pool=small" + labels, "8", "32Gi");
    }

    static Node with(int count, String name, Node node) {
        return count == 0 ? node : node.with(List.<Pods>of(pods(count, name, "600m", "1Gi")));
    }

    static Policy mode(Mode mode) {
        return mode(mode, 10);
    }

    static Policy mode(Mode mode, int least) {
        var consolidation = new Consolidation(mode, Percent.of(least), Duration.ofHours(1));
        return Policy.DEFAULT.with(ScaleDownPolicy.DEFAULT.with(consolidation));
    }

    static List<String> sentences(Decision<?> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }
}
