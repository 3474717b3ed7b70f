package dev.plimsoll.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class InventoryTest {

    private static final Shape SHAPE =
            new Shape(
                    "shop",
                    Labels.NONE,
                    Resources.NONE.with("cpu", 100),
                    Placement.ANYWHERE,
                    Owner.REPLICA_SET,
                    0);
    private static final Budget OF_APPS =
            new Budget("shop", "apps", List.of(Requirement.in("app", "web")), 1);

    /// Objects that were reported and not taken back, beside the inventory they were reported to.
    private static final class Reported {

        private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");

        private final RandomGenerator random;
        private final AnyObject any;
        private final Inventory inventory = new Inventory();
        private final TreeMap<String, Pod> pods = new TreeMap<>();
        private final TreeMap<String, Node> nodes = new TreeMap<>();
        private final TreeMap<String, Group> groups = new TreeMap<>();
        private final TreeMap<String, Budget> budgets = new TreeMap<>();

        private Reported(RandomGenerator random) {
            this.random = random;
            this.any = new AnyObject(random);
        }

        private void event() {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> report(anyPod());
                case 4 -> move();
                case 5 -> repeat();
                case 6 -> forgetPod();
                case 7, 8 -> report(any.node(any.of(NODES)));
                case 9 -> forgetNode();
                case 10 -> report(any.group(any.of(List.of("blue", "green"))));
                default -> changeBudgets();
            }
        }

        private Pod anyPod() {
            var place = random.nextInt(3) == 0 ? "" : any.of(NODES);
            var shape = random.nextInt(3) == 0 ? any.choosyShape().with(Labels.NONE) : any.shape();
            return new Pod("pod-" + random.nextInt(12), place, any.labels(), shape);
        }

        private void report(Pod pod) {
            pods.put(pod.key(), pod);
            inventory.put(pod);
        }

        private void report(Node node) {
            nodes.put(node.name(), node);
            inventory.put(node);
        }

        private void report(Group group) {
            groups.put(group.name(), group);
            inventory.put(group);
        }

        /// A pod that waited runs, or one that ran does so elsewhere.
        private void move() {
            if (!pods.isEmpty()) {
                var pod = any.of(List.copyOf(pods.values()));
                report(new Pod(pod.name(), any.of(NODES), pod.labels(), pod.shape()));
            }
        }

        private void repeat() {
            pods.values().forEach(inventory::put);
            nodes.values().forEach(inventory::put);
            groups.values().forEach(inventory::put);
            budgets.values().forEach(inventory::put);
        }

        private void forgetPod() {
            var pod = anyPod();
            pods.remove(pod.key());
            inventory.removePod(pod.shape().namespace(), pod.name());
        }

        private void forgetNode() {
            var name = any.of(NODES);
            nodes.remove(name);
            inventory.removeNode(name);
        }

        private void changeBudgets() {
            var budget = any.budget(any.of(List.of("one", "two")));
            var key = budget.namespace() + "/" + budget.name();
            if (random.nextBoolean()) {
                budgets.put(key, budget);
                inventory.put(budget);
            } else {
                budgets.remove(key);
                inventory.removeBudget(budget.namespace(), budget.name());
            }
        }

        /// What is left, reported to a new inventory as other objects in another order.
        private Inventory fromScratch() {
            var scratch = new Inventory();
            var reports = new ArrayList<Runnable>();
            pods.values().forEach(pod -> reports.add(() -> scratch.put(copy(pod))));
            nodes.values().forEach(node -> reports.add(() -> scratch.put(any.copy(node))));
            groups.values().forEach(group -> reports.add(() -> scratch.put(group)));
            budgets.values().forEach(budget -> reports.add(() -> scratch.put(budget)));
            any.shuffled(reports).forEach(Runnable::run);
            return scratch;
        }

        private Pod copy(Pod pod) {
            return new Pod(pod.name(), pod.node(), pod.labels(), any.copy(pod.shape()));
        }
    }

    @Test
    void afterAnyEventsTheClusterIsTheOneThatWhatIsLeftMakes() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    for (int turn = 0; turn < 8; turn++) {
                        for (int events = random.nextInt(12); events > 0; events--) {
                            reported.event();
                        }

                        var cluster = reported.inventory.cluster();
                        var scratch = reported.fromScratch();

                        assertThat(cluster).isEqualTo(scratch.cluster());
                        assertThat(cluster).hasSameHashCodeAs(scratch.cluster());
                        assertThat(reported.inventory.podCount()).isEqualTo(scratch.podCount());
                        assertThat(reported.inventory.shapeCount()).isEqualTo(scratch.shapeCount());
                        for (var node : Reported.NODES) {
                            assertThat(reported.inventory.podsOn(node))
                                    .isEqualTo(scratch.podsOn(node));
                        }
                    }
                });
    }

    @Test
    void theClusterCountsEveryPodOnceUnderItsNodeOrAmongThoseThatWait() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    for (int events = random.nextInt(60); events > 0; events--) {
                        reported.event();
                    }

                    var cluster = reported.inventory.cluster();

                    assertThat(count(cluster.pending())).isEqualTo(podsAt(reported, ""));
                    assertThat(cluster.nodes())
                            .extracting(Node::name)
                            .containsExactlyElementsOf(reported.nodes.keySet());
                    for (var node : cluster.nodes()) {
                        assertThat(count(node.pods())).isEqualTo(podsAt(reported, node.name()));
                        assertThat(reported.inventory.podsOn(node.name()))
                                .hasSize(count(node.pods()))
                                .isSorted();
                    }
                });
    }

    @Test
    void aNodeThatDidNotChangeIsTheSameObjectInTheNextCluster() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    var before = Cluster.EMPTY;
                    for (int turn = 0; turn < 8; turn++) {
                        for (int events = random.nextInt(6); events > 0; events--) {
                            reported.event();
                        }

                        var after = reported.inventory.cluster();

                        for (var old : before.nodes()) {
                            for (var node : after.nodes()) {
                                if (node.equals(old)) {
                                    assertThat(node).isSameAs(old);
                                }
                            }
                        }
                        before = after;
                    }
                });
    }

    @Test
    void nothingNewGivesTheSameCluster() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    for (int events = random.nextInt(60); events > 0; events--) {
                        reported.event();
                    }
                    var cluster = reported.inventory.cluster();

                    assertThat(reported.inventory.cluster()).isSameAs(cluster);

                    reported.repeat();
                    reported.inventory.removePod("nowhere", "nobody");
                    reported.inventory.removeNode("nowhere");
                    reported.inventory.removeBudget("nowhere", "nothing");
                    assertThat(reported.inventory.cluster()).isSameAs(cluster);
                });
    }

    @Test
    void shapesCarryOnlyTheLabelsThatSomeBudgetAsksFor() {
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(pod("web-1", "n1", "web"));
        inventory.put(pod("api-1", "n1", "api"));

        assertThat(onN1(inventory)).containsExactly(new Pods(SHAPE, 2, "api-1"));

        inventory.put(OF_APPS);
        var web = SHAPE.with(Labels.of("app", "web"));
        var api = SHAPE.with(Labels.of("app", "api"));
        assertThat(onN1(inventory))
                .containsExactlyInAnyOrder(new Pods(web, 1, "web-1"), new Pods(api, 1, "api-1"));
        assertThat(OF_APPS.covers(web)).isTrue();
        assertThat(OF_APPS.covers(api)).isFalse();

        inventory.put(pod("web-2", "n1", "web"));
        assertThat(onN1(inventory)).contains(new Pods(web, 2, "web-1"));

        inventory.removeBudget("shop", "apps");
        assertThat(onN1(inventory)).containsExactly(new Pods(SHAPE, 3, "api-1"));
    }

    @Test
    void aBudgetThatAsksForNoOtherLabelLeavesEveryNodeAsItIs() {
        var inventory = new Inventory();
        inventory.put(OF_APPS);
        inventory.put(node("n1"));
        inventory.put(pod("web-1", "n1", "web"));
        var before = inventory.cluster();

        inventory.put(new Budget("shop", "apps", OF_APPS.selector(), 0));

        assertThat(inventory.cluster()).isNotEqualTo(before);
        assertThat(inventory.cluster().nodes().getFirst()).isSameAs(before.nodes().getFirst());
    }

    @Test
    void aBudgetCoversThePodsOfItsNamespaceOnly() {
        var everyPod = new Budget("bank", "all", List.of(), 1);

        assertThat(everyPod.covers(SHAPE)).isFalse();
        assertThat(new Budget("shop", "all", List.of(), 1).covers(SHAPE)).isTrue();
    }

    @Test
    void podsThatAreReportedBeforeTheirNodeAreOnItWhenItComes() {
        var inventory = new Inventory();
        inventory.put(pod("web-1", "n1", "web"));
        assertThat(inventory.cluster().nodes()).isEmpty();
        assertThat(inventory.cluster().pending()).isEmpty();

        inventory.put(node("n1"));
        assertThat(onN1(inventory)).containsExactly(new Pods(SHAPE, 1, "web-1"));

        inventory.removeNode("n1");
        inventory.cluster();
        inventory.put(node("n1"));
        assertThat(onN1(inventory)).containsExactly(new Pods(SHAPE, 1, "web-1"));
    }

    @Test
    void aNodeIsReportedWithoutItsPods() {
        var inventory = new Inventory();

        inventory.put(node("n1").with(List.of(new Pods(SHAPE, 7, "ghost"))));

        assertThat(onN1(inventory)).isEmpty();
    }

    @Test
    void forgetsTheLabelsAndShapesOfPodsThatAreGone() {
        var inventory = new Inventory();
        for (int job = 0; job < 20_000; job++) {
            var asks = Resources.NONE.with("cpu", job);
            var shape = new Shape("shop", Labels.NONE, asks, Placement.ANYWHERE, Owner.JOB, 0);
            inventory.put(new Pod("job-" + job, "n1", Labels.of("job", "job-" + job), shape));
            inventory.removePod("shop", "job-" + (job - 10));
            inventory.cluster();
        }

        assertThat(inventory.podCount()).isEqualTo(10);
        assertThat(inventory.keptCount()).isLessThan(5_000);
    }

    @Test
    void groupsHaveTheNodesThatCarryTheirLabels() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    for (int events = random.nextInt(60); events > 0; events--) {
                        reported.event();
                    }

                    var cluster = reported.inventory.cluster();

                    for (var group : cluster.groups()) {
                        assertThat(cluster.group(group.name())).isSameAs(group);
                        assertThat(cluster.nodesOf(group.name()))
                                .isEqualTo(
                                        cluster.nodes().stream()
                                                .filter(node ->
                                                        node.labels().hasAll(group.labels()))
                                                .toList());
                    }
                });
    }

    private static List<Pods> onN1(Inventory inventory) {
        return inventory.cluster().nodes().getFirst().pods();
    }

    private static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    private static int podsAt(Reported reported, String place) {
        return (int)
                reported.pods.values().stream().filter(pod -> pod.node().equals(place)).count();
    }

    private static Node node(String name) {
        return new Node(
                name,
                Instant.EPOCH,
                Labels.NONE,
                List.of(),
                Resources.NONE.with("cpu", 1_000),
                new NodeState.Active(),
                true,
                false,
                List.of());
    }

    private static Pod pod(String name, String node, String app) {
        var labels = new TreeMap<String, String>();
        labels.put("app", app);
        labels.put("pod-template-hash", name);
        return new Pod(name, node, Labels.of(labels), SHAPE);
    }
}
