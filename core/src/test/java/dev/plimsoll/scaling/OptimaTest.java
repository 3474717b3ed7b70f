package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Plans against the proven optima of 300 small clusters: up to 40 pending pods, up to 8 instance
/// types in 3 zones. `optima.py`, beside the file, makes it.
class OptimaTest {

    private static final List<String> ZONES = List.of("a", "b", "c");
    private static final long MEBIBYTE = 1 << 20;
    private static final long NANOS = 1_000;

    @Test
    @Tag("long")
    void plansCostLittleMoreThanTheOptimum() {
        var ratios = ratios(1);

        assertThat(ratios).hasSize(300);
        assertThat(mean(ratios)).isLessThanOrEqualTo(1.015);
        assertThat(ratios.get(284)).isLessThanOrEqualTo(1.05);
        assertThat(ratios.getLast()).isLessThanOrEqualTo(1.17);
    }

    @Test
    void aPartOfThemDoesToo() {
        var ratios = ratios(30);

        assertThat(ratios).hasSize(10);
        assertThat(mean(ratios)).isLessThanOrEqualTo(1.015);
        assertThat(ratios.getFirst()).isEqualTo(1.0);
    }

    private static double mean(List<Double> ratios) {
        return ratios.stream().mapToDouble(ratio -> ratio).average().orElseThrow();
    }

    /// The cost of each plan as a multiple of its optimum, sorted.
    ///
    /// @param share plans every `share`-th cluster
    private static List<Double> ratios(int share) {
        var ratios = new ArrayList<Double>();
        var lines = lines();
        for (int i = 0; i < lines.size(); i += share) {
            var parts = lines.get(i).split("\\|", -1);
            var proposal = answer(cluster(parts), Policy.DEFAULT).details();
            long optimum = Long.parseLong(parts[4]) * NANOS;
            long cost = proposal.cost().added().nanos();

            assertThat(proposal.left()).describedAs("case %s", parts[0]).isZero();
            assertThat(cost).describedAs("case %s", parts[0]).isGreaterThanOrEqualTo(optimum);
            ratios.add(cost == optimum ? 1.0 : (double) cost / optimum);
        }
        ratios.sort(null);
        return ratios;
    }

    private static List<String> lines() {
        try (var in = OptimaTest.class.getResourceAsStream("optima.txt")) {
            var text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Cluster cluster(String[] parts) {
        var variants = new ArrayList<Variant>();
        for (var type : parts[1].split(" ", -1)) {
            var words = type.split(":", -1);
            var free = resources(words[1], words[2]).with(Resources.PODS, Long.parseLong(words[3]));
            for (int zone = 0; zone < ZONES.size(); zone++) {
                variants.add(variant(words[0], ZONES.get(zone), free, words[4 + zone]));
            }
        }
        var pool =
                new Group(
                        "pool",
                        Labels.of("pool", "new"),
                        0,
                        Limits.UNLIMITED,
                        variants,
                        GroupSpread.CHOSEN,
                        List.of(),
                        Group.Condition.IN_SERVICE);
        var nodes = nodes(parts[2], variants);
        var old = Village.group("old", nodes.size(), "1").with(nodes.size());
        return Cluster.of(nodes, pods(parts[3]), List.of(pool, old));
    }

    private static Variant variant(String type, String zone, Resources free, String millionths) {
        var labels = Labels.of("pool", "new").with(WellKnown.INSTANCE_TYPE, type);
        return new Variant(
                new VariantKey(zone, type, ""),
                new Template(free, labels.with(WellKnown.ZONE, zone), List.of()),
                new Price.Known(new Money(Long.parseLong(millionths) * NANOS), "a list"));
    }

    private static List<Node> nodes(String text, List<Variant> variants) {
        var nodes = new ArrayList<Node>();
        for (var node : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
            var words = node.split(":", -1);
            var slots =
                    variants.stream()
                            .filter(variant -> variant.key().instanceType().equals(words[0]))
                            .mapToLong(one -> one.template().allocatable().offered(Resources.PODS))
                            .findFirst()
                            .orElseThrow();
            var name = "n" + nodes.size();
            var labels = "pool=old," + WellKnown.ZONE + "=" + words[1];
            nodes.add(
                    Village.node(name, labels, words[2] + "m", words[3] + "Mi")
                            .withAllocatable(
                                    resources(words[2], words[3]).with(Resources.PODS, slots - 1)));
        }
        return nodes;
    }

    private static List<Pods> pods(String text) {
        var pods = new ArrayList<Pods>();
        for (var some : text.split(" ", -1)) {
            var words = some.split(":", -1);
            var placement =
                    new Shape.Placement(
                            words[3].equals("any")
                                    ? Labels.NONE
                                    : Labels.of(WellKnown.ZONE, words[3]),
                            new Affinity.Anywhere(),
                            List.of(),
                            PodConstraints.ANY,
                            words[4].equals("apart")
                                    ? List.of(new HostPort("TCP", HostPort.ANY, 80 + pods.size()))
                                    : List.of(),
                            List.of(),
                            List.of());
            var plain = Village.pods(1, "p", words[1] + "m", words[2] + "Mi").shape();
            pods.add(
                    new Pods(plain.with(placement), Integer.parseInt(words[0]), "p" + pods.size()));
        }
        return pods;
    }

    private static Resources resources(String cpu, String memory) {
        return Resources.NONE
                .with(Resources.CPU, Long.parseLong(cpu))
                .with(Resources.MEMORY, Long.parseLong(memory) * MEBIBYTE);
    }
}
