package dev.plimsoll.bench;

import dev.plimsoll.batching.Batching;
import dev.plimsoll.batching.Count;
import dev.plimsoll.batching.Formula;
import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.Past;
import dev.plimsoll.batching.Policy;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.batching.SubnetFigures;
import dev.plimsoll.decision.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// How much processor time a warm decision about a subnet takes, reasons included.
public final class BatchingBench {

    private static final int LARGE = 65_536;
    private static final int MANY = 5_000;

    private BatchingBench() {}

    public static void main(String[] arguments) {
        print("no nodes", new Seen("pods", Count.of(1_019), 16, List.of()));
        print("capacity unknown", new Seen("pods", Count.unknown(), 16, alike(28)));
        print("more in use than there is", new Seen("pods", Count.of(256), 16, alike(28)));
        print("one node", new Seen("pods", Count.of(1_019), 16, alike(1)));
        print("a /22, 28 nodes alike", new Seen("pods", Count.of(1_019), 16, alike(28)));
        print("65,536 addresses, 5,000 nodes alike", large(alike(MANY)));
        print("65,536 addresses, 5,000 nodes, no two alike", large(unlike()));
        print("the same, with no room", new Seen("pods", Count.of(10), 128, unlike()));
        print("the same, to be raised", new Seen("pods", Count.of(1 << 24), 1, unlike()));
        for (var rule : List.of(new Formula.State(200), new Formula.Prose(200))) {
            print("the same, by " + rule, question(large(unlike()), rule));
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

    /// What a loop does each turn: a node at a time, in any order.
    private static void seeing() {
        var nodes = unlike();
        Warm.print(
                "5,000 nodes, no two alike, put together",
                List.<LongSupplier>of(() -> large(nodes).nodes().size()));
    }

    private static void answering() {
        var question = question(large(unlike()), new Formula.FeedForward());
        var answers = new SubnetFigures(question, LARGE, 2);
        Warm.print(
                "all that else can be told of them",
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

    private static List<Nodes> alike(int count) {
        return List.of(new Nodes(count, 9, Nodes.ANY));
    }

    /// Fifty loads with a hundred limits each.
    private static List<Nodes> unlike() {
        var random = new SplittableRandom(1);
        var nodes = new ArrayList<Nodes>();
        for (int i = 0; i < MANY; i++) {
            nodes.add(random.nextInt(i + 1), new Nodes(1, i % 50, 100 + i / 50));
        }
        return nodes;
    }
}
