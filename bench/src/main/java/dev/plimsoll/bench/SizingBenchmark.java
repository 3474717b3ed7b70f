package dev.plimsoll.bench;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Measures sizing of one group of 5,000 nodes with 30 pods each, of 1,000 shapes.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class SizingBenchmark {

    private static final int NODES = 5_000;
    private static final int SHAPES = 1_000;
    private static final int PODS = 30;

    /// The utilisation of the nodes: it fits, it drains, it grows.
    @Param({"60", "30", "90"})
    int percent;

    private Question<Seen, Policy, Past> question = question(60);

    @Setup
    public void setUp() {
        question = question(percent);
    }

    @Benchmark
    public Decision<Past> decide() {
        return new Sizing().decide(question);
    }

    private static Question<Seen, Policy, Past> question(int percent) {
        var random = new SplittableRandom(1);
        var size = Resources.of(new Cpu(30_000), Bytes.gibibytes(120)).with(Resources.PODS, 110);
        var shapes = new ArrayList<Shape>();
        for (int i = 0; i < SHAPES; i++) {
            var requests =
                    Resources.of(
                            new Cpu(10L * percent + i % 7), Bytes.mebibytes(20L * percent + i));
            shapes.add(
                    new Shape(
                            "shop",
                            Labels.NONE,
                            requests,
                            Shape.Placement.ANYWHERE,
                            Owner.REPLICA_SET,
                            0));
        }
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < NODES; i++) {
            var pods = new ArrayList<Pods>();
            int first = random.nextInt(SHAPES);
            for (int pod = 0; pod < PODS; pod++) {
                pods.add(new Pods(shapes.get((first + 31 * pod) % SHAPES), 1, "pod-" + pod));
            }
            nodes.add(
                    Node.of("node-" + i, size)
                            .withCreated(Instant.EPOCH.plusSeconds(i))
                            .with(pods));
        }
        var group =
                new Group(
                        "blue",
                        Labels.NONE,
                        NODES,
                        Limits.UNLIMITED,
                        new Template(size, Labels.NONE, List.of()),
                        new Price.Unknown("not needed"));
        return new Question<>(
                new Seen(group, nodes, List.of(), List.of()),
                Policy.defaults(Policy.Reading.PLIMSOLL),
                Past.NONE,
                List.of(),
                Instant.EPOCH.plusSeconds(1_000_000),
                0);
    }
}
