package dev.plimsoll.bench;

import dev.plimsoll.batching.Batching;
import dev.plimsoll.batching.Formula;
import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Policy;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.decision.Question;
import dev.plimsoll.quantity.Count;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Measures the CPU time of a warm batching decision about a subnet, with its reasons.
public final class BatchingBench {

    private static final int LARGE = 65_536;
    private static final int MANY = 5_000;

    private BatchingBench() {}

    public static void main(String[] arguments) {
        print("no nodes", new Seen("pods", Count.of(1_019), 16, List.of()));
        print("capacity unknown", new Seen("pods", Count.unknown(), 16, equal(28)));
        print("more in use than the capacity", new Seen("pods", Count.of(256), 16, equal(28)));
        print("one node", new Seen("pods", Count.of(1_019), 16, equal(1)));
        print("a /22, 28 equal nodes", new Seen("pods", Count.of(1_019), 16, equal(28)));
        print("65,536 addresses, 5,000 equal nodes", large(equal(MANY)));
        print("65,536 addresses, 5,000 different nodes", large(different()));
        print("the same, capacity used up", new Seen("pods", Count.of(10), 128, different()));
        print("the same, batch is raised", new Seen("pods", Count.of(1 << 24), 1, different()));
        for (var rule : List.of(new Formula.State(200), new Formula.Prose(200))) {
            print("the same, by " + rule, question(large(different()), rule));
        }
        seeing();
        answering();
    }

    private static void print(String what, Seen seen) {
        print(what, question(seen, new Formula.FeedForward()));
    }

    private static void print(String what, Question<Seen, Policy, Past> question) {
        var batching = new Batching();
        Warm.print(what, List.of(() -> batching.decide(question).reasons().size()));
    }

    /// One turn of a loop: nodes are added one at a time, in any order.
    private static void seeing() {
        var nodes = different();
        Warm.print(
                "collect 5,000 different nodes",
                List.<LongSupplier>of(() -> large(nodes).nodes().size()));
    }

    private static void answering() {
        var question = question(large(different()), new Formula.FeedForward());
        var answers = new Batching().answer(question).details().figures().orElseThrow();
        Warm.print(
                "all other figures of them",
                List.<LongSupplier>of(() ->
                        answers.fit()
                                + answers.need()
                                + answers.joinable()
                                + answers.idle()
                                + answers.podsLeft().tight()
                                + answers.nodesLeft().tight()
                                + answers.thresholds().size()));
    }

    private static Question<Seen, Policy, Past> question(Seen seen, Formula rule) {
        var policy = Policy.DEFAULTS.withRule(rule);
        return new Question<>(seen, policy, Past.NONE, List.of(), Instant.EPOCH, 0);
    }

    private static Seen large(List<Nodes> nodes) {
        return new Seen("pods", Count.of(LARGE), 16, nodes);
    }

    private static List<Nodes> equal(int count) {
        return List.of(new Nodes(count, 9, Nodes.ANY));
    }

    /// Fifty loads with a hundred limits each.
    private static List<Nodes> different() {
        var random = new SplittableRandom(1);
        var nodes = new ArrayList<Nodes>();
        for (int i = 0; i < MANY; i++) {
            nodes.add(random.nextInt(i + 1), new Nodes(1, i % 50, 100 + i / 50));
        }
        return nodes;
    }
}
