package dev.plimsoll.bench;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.prices.PriceList;
import dev.plimsoll.formats.prices.Region;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// A workload for packing: pending pods, existing nodes and nodes that can be bought.
///
/// @param offers with one offer the question is how many nodes, with several also which
record PackingWorkload(String name, List<Node> there, List<Offer> offers, List<Pods> pods) {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";
    private static final int EXISTING = 5_000;

    /// The rules of a pod about other pods, and its labels.
    private record Wish(Labels labels, PodConstraints constraints, List<HostPort> ports) {

        private static final Wish NONE = new Wish(Labels.NONE, PodConstraints.ANY, List.of());
    }

    /// Pods of several shapes on nodes with 16 cores and 64 GiB. A single shape requests 500m and 2
    /// GiB; several shapes draw their requests from a linear congruential generator.
    ///
    /// @param existing number of full existing nodes
    static PackingWorkload recipe(int pods, int shapes, int existing) {
        var waiting = new ArrayList<Pods>();
        sizes(shapes).forEach(asks -> waiting.add(pods(asks, Wish.NONE, pods / shapes)));
        return new PackingWorkload(
                "%,d pods, %,d shapes%s"
                        .formatted(pods, shapes, existing > 0 ? ", 5,000 nodes" : ""),
                full(existing),
                List.of(new Offer("16-core", template(), new Money(768_000_000), 1_000_000)),
                waiting);
    }

    /// The question of `plan`: every offer is a group, and groups of existing nodes do not grow.
    Question<Cluster, Policy, Past> question() {
        var groups = new ArrayList<Group>();
        for (var offer : offers) {
            var node = offer.node();
            groups.add(
                    new Group(
                            offer.name(),
                            node.labels(),
                            0,
                            new Limits(0, offer.most()),
                            new Template(
                                    node.allocatable().less(node.asked()),
                                    node.labels(),
                                    node.taints()),
                            new Price.Known(offer.priceHour(), "the workload")));
        }
        var nodes = new ArrayList<Node>();
        if (!there.isEmpty()) {
            var limits = new Limits(0, there.size());
            var free = new Price.Known(Money.NONE, "the workload");
            groups.add(
                    new Group("there", Labels.NONE, there.size(), limits, Template.UNKNOWN, free));
            var machine = new Node.Machine("", "there", Resources.NONE);
            there.forEach(node -> nodes.add(node.with(machine)));
        }
        return new Question<>(
                Cluster.of(nodes, merged(), groups),
                Policy.DEFAULT,
                Past.NONE,
                List.of(),
                Instant.EPOCH,
                0);
    }

    private List<Pods> merged() {
        var byShape = new TreeMap<Shape, Integer>();
        pods.forEach(some -> byShape.merge(some.shape(), some.count(), Integer::sum));
        var merged = new ArrayList<Pods>();
        byShape.forEach((shape, count) -> merged.add(new Pods(shape, count, "pod")));
        return merged;
    }

    /// The same, with a host port or a spread over zones for one pod in a hundred.
    PackingWorkload choosy() {
        var changed = new ArrayList<Pods>();
        int seen = 0;
        int wishes = 0;
        for (var some : pods) {
            int few = (seen + some.count()) / 100 - seen / 100;
            seen += some.count();
            if (few > 0) {
                int number = wishes++ / 2 % 10;
                var wish = wishes % 2 == 1 ? port(8_000 + number) : zoneSpread("app", "a" + number);
                changed.add(pods(some.shape().requests(), wish, few));
            }
            if (few < some.count()) {
                changed.add(new Pods(some.shape(), some.count() - few, some.first()));
            }
        }
        return new PackingWorkload(name + ", 1 % choosy", there, offers, changed);
    }

    /// The same pods on the AWS types of the openb workload, with all data of the built-in list.
    PackingWorkload onAws() {
        var choice = new ArrayList<Offer>();
        for (var listed : PriceList.builtIn().types(Region.of("aws/us-east-1"))) {
            if (isCommon(listed.type())) {
                var node = node(listed.type(), listed.capacity().with(Resources.PODS, 110), "a");
                choice.add(new Offer(listed.type(), node, listed.hour(), 1_000_000));
            }
        }
        return new PackingWorkload(name + ", AWS' types", there, choice, pods);
    }

    /// Cluster Autoscaler's own benchmark: 50,000 small pods and 1,000 larger ones.
    static PackingWorkload clusterAutoscaler() {
        var node =
                node(
                        "template",
                        Resources.of(new Cpu(1_000), Bytes.mebibytes(5_000))
                                .with(Resources.PODS, 100),
                        "mars");
        var small = Resources.of(new Cpu(50), new Bytes(100));
        var large = Resources.of(new Cpu(95), new Bytes(190));
        return new PackingWorkload(
                "51,000 pods, 2 shapes",
                List.of(),
                List.of(new Offer("template", node, new Money(48_000_000), 3_000)),
                List.of(pods(small, Wish.NONE, 50_000), pods(large, Wish.NONE, 1_000)));
    }

    /// A list of Karpenter's benchmark, on its 400 types in three zones.
    static PackingWorkload karpenter(Path vectors, String list) {
        var offers = new ArrayList<Offer>();
        for (var zone : List.of("test-zone-1", "test-zone-2", "test-zone-3")) {
            for (int i = 1; i <= 400; i++) {
                var room =
                        Resources.of(new Cpu(1_000L * i - 100), Bytes.mebibytes(2_048L * i - 10));
                var name = "fake-it-%03d-%s".formatted(i, zone);
                var price = new Money(Math.round(314_748_364.8 * i));
                var node = node(name, room.with(Resources.PODS, 10L * i), zone);
                offers.add(new Offer(name, node, price, 1_000_000));
            }
        }
        var pods = new ArrayList<Pods>();
        for (var row : PriceImport.rows(vectors.resolve("karpbench-" + list + ".csv"))) {
            var asks =
                    Resources.of(
                            new Cpu(number(row, "cpu_m")), Bytes.mebibytes(number(row, "mem_mi")));
            pods.add(pods(asks, wish(row), 1));
        }
        return new PackingWorkload("karpenter " + list, List.of(), offers, pods);
    }

    private static Wish wish(Fields row) {
        var label = row.text("label", "");
        var labels = label.isEmpty() ? Labels.NONE : labels(label);
        var selector = row.text("selector", "");
        return switch (row.text("kind", "")) {
            case "generic" -> new Wish(labels, PodConstraints.ANY, List.of());
            case "spread-zone" -> even(labels, ZONE, selector);
            case "spread-hostname" -> even(labels, HOST, selector);
            case "affinity-zone" -> {
                var near = List.of(term(label, ZONE));
                yield new Wish(labels, new PodConstraints(near, List.of(), List.of()), List.of());
            }
            default -> {
                var apart = List.of(term(label, HOST));
                yield new Wish(labels, new PodConstraints(List.of(), apart, List.of()), List.of());
            }
        };
    }

    /// openb's pods by cpu and memory alone, on AWS' types of the families c, m and r since the
    /// fifth generation in us-east-1, amd64, not bare metal.
    ///
    /// @param daemons requests of DaemonSets on every node
    static PackingWorkload openb(Path data, Resources daemons) {
        var offers = new ArrayList<Offer>();
        for (var row : PriceImport.rows(data.resolve("prices/aws_catalog.csv"))) {
            var type = row.text("instance_type", "");
            if (row.text("region", "").equals("us-east-1") && isCommon(type)) {
                var room =
                        Resources.of(
                                new Cpu(number(row, "allocatable_cpu_milli")),
                                Bytes.mebibytes(number(row, "allocatable_memory_mib")));
                var node =
                        node(type, room.with(Resources.PODS, number(row, "allocatable_pods")), "a");
                var each =
                        daemons.isEmpty() ? node : node.with(List.of(pods(daemons, Wish.NONE, 1)));
                var price = Money.dollars(PriceImport.number(row, "usd_per_hour"));
                offers.add(new Offer(type, each, price, 1_000_000));
            }
        }
        var pods = new ArrayList<Pods>();
        for (var row : PriceImport.rows(data.resolve("openb/openb_pod_list_default.csv"))) {
            var asks =
                    Resources.of(
                            new Cpu(number(row, "cpu_milli")),
                            Bytes.mebibytes(number(row, "memory_mib")));
            pods.add(pods(asks, Wish.NONE, 1));
        }
        var name = "openb on AWS' types" + (daemons.isEmpty() ? "" : ", DaemonSets");
        return new PackingWorkload(name, List.of(), offers, pods);
    }

    /// Types with a g before the point are arm64.
    private static boolean isCommon(String type) {
        return type.matches("[cmr][5-9][a-fh-z0-9-]*\\..*") && !type.contains("metal");
    }

    private static List<Resources> sizes(int shapes) {
        var sizes = new ArrayList<Resources>();
        if (shapes == 1) {
            return List.of(Resources.of(new Cpu(500), Bytes.mebibytes(2_048)));
        }
        long state = 42;
        for (int i = 0; i < shapes; i++) {
            state = next(state);
            var cpu = new Cpu(100 + (state >>> 33) % 40 * 100);
            state = next(state);
            sizes.add(Resources.of(cpu, Bytes.mebibytes(128 + (state >>> 33) % 64 * 128)));
        }
        return sizes;
    }

    private static long next(long state) {
        return state * 6364136223846793005L + 1442695040888963407L;
    }

    private static List<Node> full(int count) {
        var nodes = new ArrayList<Node>();
        var running = List.of(pods(sizes(1).getFirst(), Wish.NONE, 32));
        for (int i = 0; i < Math.min(count, EXISTING); i++) {
            nodes.add(node("there-" + i, template().allocatable(), "a").with(running));
        }
        return nodes;
    }

    private static Node template() {
        var room = Resources.of(new Cpu(16_000), Bytes.mebibytes(65_536));
        return node("new", room.with(Resources.PODS, 110), "a");
    }

    private static Node node(String name, Resources room, String zone) {
        var labels = new TreeMap<String, String>();
        labels.put(HOST, name);
        labels.put(ZONE, zone);
        return Node.of(name, room).withLabels(Labels.of(labels));
    }

    private static Pods pods(Resources asks, Wish wish, int count) {
        var placement =
                new Shape.Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        wish.constraints(),
                        wish.ports(),
                        List.of(),
                        List.of());
        var shape = new Shape("shop", wish.labels(), asks, placement, Owner.REPLICA_SET, 0);
        return new Pods(shape, count, "pod");
    }

    private static Wish port(int port) {
        return new Wish(
                Labels.NONE, PodConstraints.ANY, List.of(new HostPort("TCP", HostPort.ANY, port)));
    }

    private static Wish zoneSpread(String key, String value) {
        return even(Labels.of(key, value), ZONE, key + "=" + value);
    }

    private static Wish even(Labels labels, String key, String selector) {
        var spread =
                new Spread(
                        1, key, selector(selector), 1, Spread.Policy.HONOR, Spread.Policy.IGNORE);
        return new Wish(
                labels, new PodConstraints(List.of(), List.of(), List.of(spread)), List.of());
    }

    private static PodTerm term(String label, String key) {
        return new PodTerm(List.of("shop"), Selector.nothing(), selector(label), key);
    }

    private static Selector selector(String label) {
        var pair = label.split("=", -1);
        return new Selector.AllOf(List.of(Requirement.in(pair[0], pair[1])));
    }

    private static Labels labels(String label) {
        var pair = label.split("=", -1);
        return Labels.of(pair[0], pair[1]);
    }

    private static long number(Fields row, String column) {
        return PriceImport.number(row, column).longValueExact();
    }
}
