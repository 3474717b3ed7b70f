package dev.plimsoll.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Inventory.Kind;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.storage.Attachment;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
            new Budget(new ObjectName("shop", "apps"), List.of(Requirement.in("app", "web")), 1);

    /// The objects of one kind that were reported and not taken back.
    private static final class Left<K extends Comparable<K>, V> {

        private final Kind kind;
        private final Function<V, K> key;
        private final BiConsumer<Inventory, V> put;
        private final BiConsumer<Inventory, K> remove;
        private final TreeMap<K, V> objects = new TreeMap<>();

        private Left(
                Kind kind,
                Function<V, K> key,
                BiConsumer<Inventory, V> put,
                BiConsumer<Inventory, K> remove) {
            this.kind = kind;
            this.key = key;
            this.put = put;
            this.remove = remove;
        }

        private void report(Inventory inventory, V object) {
            objects.put(key.apply(object), object);
            put.accept(inventory, object);
        }

        private void forget(Inventory inventory, V object) {
            objects.remove(key.apply(object));
            remove.accept(inventory, key.apply(object));
        }

        private void repeat(Inventory inventory) {
            objects.values().forEach(object -> put.accept(inventory, object));
        }

        /// Lists the objects again, except some that are gone.
        private void relist(Inventory inventory, RandomGenerator random) {
            objects.values().removeIf(_ -> random.nextInt(4) == 0);
            inventory.beginList(kind);
            repeat(inventory);
            inventory.endList(kind);
        }
    }

    /// A namespace with its labels, as it is reported.
    private record Namespace(String name, Labels labels) {}

    /// Objects that were reported and not taken back, beside the inventory they were reported to.
    private static final class Reported {

        private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");

        private final RandomGenerator random;
        private final AnyObject any;
        private final Inventory inventory = new Inventory();
        private final TreeMap<ObjectName, Nomination> nominations = new TreeMap<>();

        private final Left<ObjectName, Pod> pods =
                new Left<>(Kind.POD, Pod::key, Inventory::put, Inventory::removePod);
        private final Left<String, Node> nodes =
                new Left<>(Kind.NODE, Node::name, Inventory::put, Inventory::removeNode);
        private final Left<String, Group> groups =
                new Left<>(Kind.GROUP, Group::name, Inventory::put, Inventory::removeGroup);
        private final Left<ObjectName, Budget> budgets =
                new Left<>(Kind.BUDGET, Budget::name, Inventory::put, Inventory::removeBudget);
        private final Left<String, Namespace> namespaces =
                new Left<>(
                        Kind.NAMESPACE,
                        Namespace::name,
                        (all, some) -> all.putNamespace(some.name(), some.labels()),
                        Inventory::removeNamespace);
        private final Left<String, Subnet> subnets =
                new Left<>(Kind.SUBNET, Subnet::name, Inventory::put, Inventory::removeSubnet);
        private final Left<ObjectName, Claim> claims =
                new Left<>(Kind.CLAIM, Claim::key, Inventory::put, Inventory::removeClaim);
        private final Left<String, Volume> volumes =
                new Left<>(Kind.VOLUME, Volume::name, Inventory::put, Inventory::removeVolume);
        private final Left<String, VolumeClass> classes =
                new Left<>(
                        Kind.VOLUME_CLASS,
                        VolumeClass::name,
                        Inventory::put,
                        Inventory::removeClass);
        private final Left<String, Driver> drivers =
                new Left<>(Kind.DRIVER, Driver::name, Inventory::put, Inventory::removeDriver);
        private final Left<String, NodeDrivers> nodeDrivers =
                new Left<>(
                        Kind.NODE_DRIVERS,
                        NodeDrivers::node,
                        Inventory::put,
                        Inventory::removeNodeDrivers);
        private final Left<String, Attachment> attachments =
                new Left<>(
                        Kind.ATTACHMENT,
                        Attachment::name,
                        Inventory::put,
                        Inventory::removeAttachment);
        private final Left<ObjectName, Capacity> capacities =
                new Left<>(Kind.CAPACITY, Capacity::key, Inventory::put, Inventory::removeCapacity);
        private final Left<ObjectName, CapacityBuffer> buffers =
                new Left<>(
                        Kind.CAPACITY_BUFFER,
                        CapacityBuffer::name,
                        Inventory::put,
                        Inventory::removeBuffer);
        private final Left<ObjectName, ResourceQuota> quotas =
                new Left<>(
                        Kind.RESOURCE_QUOTA,
                        ResourceQuota::name,
                        Inventory::put,
                        Inventory::removeResourceQuota);
        private final Left<KindName, Workload> templates = workloads(Kind.POD_TEMPLATE);
        private final Left<KindName, Workload> deployments = workloads(Kind.DEPLOYMENT);
        private final List<Left<?, ?>> all =
                List.of(
                        pods,
                        nodes,
                        groups,
                        budgets,
                        namespaces,
                        subnets,
                        claims,
                        volumes,
                        classes,
                        drivers,
                        nodeDrivers,
                        attachments,
                        capacities,
                        buffers,
                        quotas,
                        templates,
                        deployments);

        private static Left<KindName, Workload> workloads(Kind kind) {
            return new Left<>(kind, Workload::name, Inventory::put, Inventory::removeWorkload);
        }

        private Reported(RandomGenerator random) {
            this.random = random;
            this.any = new AnyObject(random);
        }

        private void events(int most) {
            for (int left = random.nextInt(most); left > 0; left--) {
                event();
            }
        }

        private void event() {
            switch (random.nextInt(19)) {
                case 0, 1, 2, 3 -> pods.report(inventory, anyPod());
                case 4 -> move();
                case 5 -> repeat();
                case 6 -> forgetPod();
                case 7, 8 -> nodes.report(inventory, anyNode());
                case 9 -> nodes.forget(inventory, anyNode());
                case 10 -> change(groups, any.group(any.of(List.of("blue", "green", "red"))));
                case 11 -> change(budgets, any.budget());
                case 12 -> change(namespaces, new Namespace(any.namespace(), any.labels()));
                case 13 -> nominate();
                case 14 -> relist(any.of(all));
                case 15 -> change(buffers, any.capacityBuffer());
                case 16 -> changeWorkload();
                case 17 -> change(quotas, any.quota());
                default -> changeStorage();
            }
        }

        private void changeWorkload() {
            if (random.nextBoolean()) {
                change(templates, any.workload("PodTemplate"));
            } else {
                change(deployments, any.workload("Deployment"));
            }
        }

        private void changeStorage() {
            switch (random.nextInt(8)) {
                case 0 -> change(subnets, any.subnet());
                case 1 -> change(claims, any.claim());
                case 2 -> change(volumes, any.volume());
                case 3 -> change(classes, any.volumeClass());
                case 4 -> change(drivers, any.driver());
                case 5 -> change(nodeDrivers, any.nodeDrivers());
                case 6 -> change(attachments, any.attachment());
                default -> change(capacities, any.capacity());
            }
        }

        private <K extends Comparable<K>, V> void change(Left<K, V> some, V object) {
            if (random.nextInt(3) > 0) {
                some.report(inventory, object);
            } else {
                some.forget(inventory, object);
            }
        }

        private Pod anyPod() {
            var place = random.nextInt(3) == 0 ? "" : any.of(NODES);
            var shape = random.nextInt(3) == 0 ? any.choosyShape().with(Labels.NONE) : any.shape();
            var name = "pod-" + random.nextInt(12);
            return new Pod(name, place, any.labels(), shape, any.time());
        }

        /// The nomination of a pod goes with it.
        private void forgetPod() {
            var pod = anyPod();
            pods.forget(inventory, pod);
            nominations.remove(pod.key());
        }

        private Node anyNode() {
            return any.node(any.of(NODES));
        }

        /// A pending pod runs, or a running one does so elsewhere.
        private void move() {
            if (!pods.objects.isEmpty()) {
                var pod = any.of(List.copyOf(pods.objects.values()));
                pods.report(inventory, pod.on(any.of(NODES)));
            }
        }

        private void nominate() {
            if (!pods.objects.isEmpty()) {
                var pod = any.of(List.copyOf(pods.objects.keySet()));
                if (random.nextBoolean()) {
                    var nomination = any.nomination(any.of(NODES));
                    nominations.put(pod, nomination);
                    inventory.nominate(pod, nomination);
                } else {
                    nominations.remove(pod);
                    inventory.removeNomination(pod);
                }
            }
        }

        private void relist(Left<?, ?> some) {
            some.relist(inventory, random);
            nominations.keySet().retainAll(pods.objects.keySet());
        }

        private void repeat() {
            all.forEach(some -> some.repeat(inventory));
            nominations.forEach(inventory::nominate);
        }

        /// The remaining objects, reported to a new inventory as other objects in another order.
        private Inventory fromScratch() {
            var scratch = new Inventory();
            var reports = new ArrayList<Runnable>();
            pods.objects.values().forEach(pod -> reports.add(() -> scratch.put(copy(pod))));
            nodes.objects.values().forEach(node -> reports.add(() -> scratch.put(any.copy(node))));
            for (var some : all) {
                if (some != pods && some != nodes) {
                    reports.add(() -> some.repeat(scratch));
                }
            }
            nominations.forEach((pod, node) -> reports.add(() -> scratch.nominate(pod, node)));
            any.shuffled(reports).forEach(Runnable::run);
            return scratch;
        }

        private Pod copy(Pod pod) {
            var shape = any.copy(pod.shape());
            return new Pod(pod.name(), pod.node(), pod.labels(), shape, pod.created(), pod.ends());
        }
    }

    @Test
    void afterAnyEventsTheClusterIsTheOneThatWhatIsLeftMakes() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    for (int turn = 0; turn < 8; turn++) {
                        reported.events(12);

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
                    reported.events(60);

                    var cluster = reported.inventory.cluster();

                    assertThat(count(cluster.pending())).isEqualTo(podsAt(reported, ""));
                    assertThat(cluster.nodes())
                            .extracting(Node::name)
                            .containsExactlyElementsOf(reported.nodes.objects.keySet());
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
                        reported.events(6);

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
                    reported.events(60);
                    var cluster = reported.inventory.cluster();

                    assertThat(reported.inventory.cluster()).isSameAs(cluster);

                    reported.repeat();
                    var nowhere = new ObjectName("nowhere", "nothing");
                    reported.inventory.removePod(nowhere);
                    reported.inventory.removeNode("nowhere");
                    reported.inventory.removeBudget(nowhere);
                    reported.inventory.removeGroup("nowhere");
                    reported.inventory.removeNamespace("nowhere");
                    reported.inventory.removeClaim(nowhere);
                    reported.inventory.removeNomination(nowhere);
                    assertThat(reported.inventory.cluster()).isSameAs(cluster);
                });
    }

    /// Pods of equal labels and of the same kind of owner have one owner; equal shapes do not say
    /// that.
    @Test
    void countsThePodsWhoseOwnerHasAPodOnSomeNodes() {
        var inventory = new Inventory();
        inventory.put(pod("web-1", "n-1", "web"));
        inventory.put(pod("web-2", "n-2", "web"));
        inventory.put(pod("web-3", "", "web"));
        inventory.put(pod("api-1", "n-2", "api"));
        var shape = inventory.shape(new ObjectName("shop", "web-1"));

        assertThat(inventory.podsWithSiblingsOn(new TreeSet<>(List.of("n-1"))))
                .containsExactly(Map.entry(shape, 3));
        assertThat(inventory.podsWithSiblingsOn(new TreeSet<>(List.of("n-1", "n-2"))))
                .containsExactly(Map.entry(shape, 4));
        assertThat(inventory.podsWithSiblingsOn(new TreeSet<>())).isEmpty();
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

        inventory.removeBudget(OF_APPS.name());
        assertThat(onN1(inventory)).containsExactly(new Pods(SHAPE, 3, "api-1"));
    }

    @Test
    void aBudgetThatAsksForNoOtherLabelLeavesEveryNodeAsItIs() {
        var inventory = new Inventory();
        inventory.put(OF_APPS);
        inventory.put(node("n1"));
        inventory.put(pod("web-1", "n1", "web"));
        var before = inventory.cluster();

        inventory.put(new Budget(OF_APPS.name(), OF_APPS.selector(), 0));

        assertThat(inventory.cluster()).isNotEqualTo(before);
        assertThat(inventory.cluster().nodes().getFirst()).isSameAs(before.nodes().getFirst());
    }

    @Test
    void aBudgetCoversThePodsOfItsNamespaceOnly() {
        var everyPod = new Budget(new ObjectName("bank", "all"), List.of(), 1);

        assertThat(everyPod.covers(SHAPE)).isFalse();
        assertThat(new Budget(new ObjectName("shop", "all"), List.of(), 1).covers(SHAPE)).isTrue();
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
            inventory.removePod(new ObjectName("shop", "job-" + (job - 10)));
            inventory.cluster();
        }

        assertThat(inventory.podCount()).isEqualTo(10);
        assertThat(inventory.keptCount()).isLessThan(5_000);
    }

    @Test
    void aListRemovesExactlyTheObjectsThatItDoesNotName() {
        Seeds.forAtLeast(
                200,
                4,
                random -> {
                    var reported = new Reported(random);
                    reported.events(60);
                    var before = reported.inventory.cluster();

                    reported.all.forEach(reported::relist);

                    var after = reported.inventory.cluster();
                    assertThat(after).isEqualTo(reported.fromScratch().cluster());
                    return !after.equals(before);
                });
    }

    @Test
    void aListThatNamesEveryObjectGivesTheSameCluster() {
        Seeds.forOneIn(
                4,
                random -> {
                    var reported = new Reported(random);
                    reported.events(60);
                    var before = reported.inventory.cluster();

                    for (var kind : Kind.values()) {
                        reported.inventory.beginList(kind);
                    }
                    reported.repeat();
                    for (var kind : Kind.values()) {
                        reported.inventory.endList(kind);
                    }

                    assertThat(reported.inventory.cluster()).isSameAs(before);
                });
    }

    /// Most changes of workloads are about their replicas, and few buffers ask for a share of them.
    @Test
    void aWorkloadThatScalesChangesOnlyTheBuffersThatTakeAShareOfIt() {
        var shares = new BufferSize(Count.unknown(), Count.of(50), Resources.NONE);
        var web = new KindName("Deployment", new ObjectName("shop", "web"));
        var db = new KindName("Deployment", new ObjectName("shop", "db"));
        var inventory = new Inventory();
        inventory.put(
                new CapacityBuffer(new ObjectName("shop", "half"), shares, web, Instant.EPOCH));
        inventory.put(
                new CapacityBuffer(
                        new ObjectName("shop", "three"), BufferSize.of(3), db, Instant.EPOCH));
        inventory.put(workload(web, 4));
        inventory.put(workload(db, 4));
        var before = inventory.cluster();

        inventory.put(workload(db, 9));
        assertThat(inventory.cluster()).isSameAs(before);

        inventory.put(workload(web, 9));
        assertThat(inventory.cluster().buffers().values())
                .extracting(Buffer::placeholders)
                .containsExactly(Count.of(5), Count.of(3), Count.of(2));
    }

    private static Workload workload(KindName name, int replicas) {
        var shape =
                new Shape(
                        "shop",
                        Labels.NONE,
                        Resources.NONE,
                        Placement.ANYWHERE,
                        Owner.REPLICA_SET,
                        0);
        var reserve =
                name.object().name().equals("db")
                        ? new Reserve.Placeholders(2)
                        : Reserve.unmarked();
        return new Workload(
                name,
                new Pod(name.object().name(), "", Labels.NONE, shape),
                Count.of(replicas),
                reserve,
                "");
    }

    /// Quotas change with every pod, and concern nobody but CapacityBuffers.
    @Test
    void showsTheQuotasOfNamespacesWithACapacityBuffer() {
        var inventory = new Inventory();
        var hard = Resources.NONE.with("cpu", 4_000);
        inventory.put(
                new ResourceQuota(new ObjectName("shop", "q"), hard, Resources.NONE, List.of()));
        inventory.put(
                new ResourceQuota(new ObjectName("other", "q"), hard, Resources.NONE, List.of()));
        assertThat(inventory.cluster()).isSameAs(Cluster.EMPTY);

        var template = new KindName("PodTemplate", new ObjectName("shop", "chunk"));
        var name = new ObjectName("shop", "web");
        inventory.put(new CapacityBuffer(name, BufferSize.of(3), template, Instant.EPOCH));
        assertThat(inventory.cluster().resourceQuotas().keys())
                .containsExactly(new ObjectName("shop", "q"));

        inventory.removeBuffer(name);
        assertThat(inventory.cluster()).isEqualTo(Cluster.EMPTY);
    }

    /// An object may change while the list is read: it was reported, so it stays.
    @Test
    void anObjectThatChangesDuringAListStays() {
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(node("n2"));
        inventory.beginList(Kind.NODE);
        inventory.put(node("n1"));
        inventory.put(node("n3"));

        inventory.endList(Kind.NODE);

        assertThat(inventory.cluster().nodes()).extracting(Node::name).containsExactly("n1", "n3");
    }

    @Test
    void aListThatBeginsAgainForgetsWhatTheFirstOneNamed() {
        var inventory = new Inventory();
        inventory.put(pod("web-1", "", "web"));
        inventory.beginList(Kind.POD);
        inventory.put(pod("web-1", "", "web"));

        inventory.beginList(Kind.POD);
        inventory.put(pod("web-2", "", "web"));
        inventory.endList(Kind.POD);

        assertThat(inventory.pendingPods()).containsExactly(new ObjectName("shop", "web-2"));
    }

    @Test
    void aBudgetWithANewKeyChangesOnlyNodesWithPodsOfItsNamespace() {
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(node("n2"));
        inventory.put(node("n3"));
        inventory.put(pod("web-1", "n1", "web"));
        inventory.put(pod("bank", "ledger-1", "n2", PodConstraints.ANY));
        var before = inventory.cluster();

        inventory.put(OF_APPS);

        var after = inventory.cluster();
        assertThat(after.nodes().get(0)).isNotEqualTo(before.nodes().get(0));
        assertThat(after.nodes().get(1)).isSameAs(before.nodes().get(1));
        assertThat(after.nodes().get(2)).isSameAs(before.nodes().get(2));
    }

    /// A pod of `shop` keeps away from pods of `bank`.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    by name | by label     | labels of bank | chosen in bank
                    bank    | nothing      | -              | app=web
                    other   | nothing      | -              | -
                    -       | team=finance | team=finance   | app=web
                    -       | team=finance | team=shop      | -
                    -       | team=finance | -              | -
                    -       | kubernetes.io/metadata.name=bank | - | app=web
                    """)
    void termsOfPodAffinityChooseLabelsInTheNamespacesThatTheyReach(
            String byName, String byLabel, String labels, String chosen) {
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(pod("bank", "ledger-1", "n1", PodConstraints.ANY));
        if (!labels.equals("-")) {
            inventory.putNamespace("bank", labels(labels));
        }
        var names = byName.equals("-") ? List.<String>of() : List.of(byName);

        inventory.put(pod("shop", "web-1", "", awayFrom(names, byLabel)));

        assertThat(onN1(inventory))
                .extracting(pods -> pods.shape().labels())
                .containsExactly(labels(chosen));

        inventory.removePod(new ObjectName("shop", "web-1"));
        assertThat(onN1(inventory))
                .extracting(pods -> pods.shape().labels())
                .containsExactly(Labels.NONE);
    }

    @Test
    void aNamespaceThatGetsOtherLabelsComesIntoReachAndLeavesIt() {
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(pod("bank", "ledger-1", "n1", PodConstraints.ANY));
        inventory.put(pod("shop", "web-1", "", awayFrom(List.of(), "team=finance")));
        var unreached = SHAPE.labels();

        assertThat(onN1(inventory).getFirst().shape().labels()).isEqualTo(unreached);

        inventory.putNamespace("bank", labels("team=finance"));
        assertThat(onN1(inventory).getFirst().shape().labels()).isEqualTo(labels("app=web"));

        inventory.putNamespace("bank", labels("team=sales"));
        assertThat(onN1(inventory).getFirst().shape().labels()).isEqualTo(unreached);

        inventory.putNamespace("bank", labels("team=finance"));
        inventory.removeNamespace("bank");
        assertThat(onN1(inventory).getFirst().shape().labels()).isEqualTo(unreached);
    }

    @SuppressWarnings("ReferenceEquality") // That is the question.
    @Test
    void aBoundClaimLeavesAllOtherPartsTheSameObjects() {
        Seeds.forAtLeast(
                300,
                4,
                random -> {
                    var reported = new Reported(random);
                    reported.events(60);
                    var before = reported.inventory.cluster();
                    var claim = reported.any.claim();

                    reported.inventory.put(claim);

                    var after = reported.inventory.cluster();
                    assertThat(after.storage().claims().get(claim.key())).isEqualTo(claim);
                    assertThat(after.nodes()).isSameAs(before.nodes());
                    assertThat(after.pending()).isSameAs(before.pending());
                    assertThat(after.groups()).isSameAs(before.groups());
                    assertThat(after.budgets()).isSameAs(before.budgets());
                    assertThat(after.namespaces()).isSameAs(before.namespaces());
                    assertThat(after.nominations()).isSameAs(before.nominations());
                    assertThat(after.subnets()).isSameAs(before.subnets());
                    assertThat(after.storage().volumes()).isSameAs(before.storage().volumes());
                    assertThat(after.storage().classes()).isSameAs(before.storage().classes());
                    assertThat(after.storage().nodes()).isSameAs(before.storage().nodes());
                    return after != before;
                });
    }

    @Test
    void pendingPodsOfOneShapeShowTheOldestAndTheNewest() {
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(pendingSince("web-1", 30));
        inventory.put(pendingSince("web-2", 10));
        inventory.put(pendingSince("web-3", 20));

        assertThat(inventory.cluster().pending())
                .containsExactly(new Pods(SHAPE, 3, "web-1", age(10, 30)));

        inventory.removePod(new ObjectName("shop", "web-1"));
        assertThat(inventory.cluster().pending())
                .containsExactly(new Pods(SHAPE, 2, "web-2", age(10, 20)));

        inventory.put(pendingSince("web-2", 10).on("n1"));
        assertThat(inventory.cluster().pending())
                .containsExactly(new Pods(SHAPE, 1, "web-3", age(20, 20)));
        assertThat(onN1(inventory)).containsExactly(new Pods(SHAPE, 1, "web-2", Pods.Age.UNKNOWN));
    }

    @Test
    void runningPodsShowTheTimesThatADrainWaitsFor() {
        var created = Instant.EPOCH.plusSeconds(10);
        var ends = Instant.EPOCH.plusSeconds(40);
        var system =
                new Shape(
                        "kube-system",
                        Labels.NONE,
                        SHAPE.requests(),
                        Placement.ANYWHERE,
                        Owner.REPLICA_SET,
                        0);
        var ending = SHAPE.in(Shape.Stage.TERMINATING);
        var inventory = new Inventory();
        inventory.put(node("n1"));
        inventory.put(new Pod("web-1", "n1", Labels.NONE, SHAPE, created));
        inventory.put(new Pod("web-2", "n1", Labels.NONE, ending, created, ends));
        inventory.put(new Pod("dns-1", "n1", Labels.NONE, system, created));

        assertThat(onN1(inventory))
                .containsExactlyInAnyOrder(
                        new Pods(SHAPE, 1, "web-1"),
                        new Pods(ending, 1, "web-2", age(40, 40)),
                        new Pods(system, 1, "dns-1", age(10, 10)));
    }

    private static Pod pendingSince(String name, int seconds) {
        return new Pod(name, "", Labels.NONE, SHAPE, Instant.EPOCH.plusSeconds(seconds));
    }

    private static Pods.Age age(int oldest, int newest) {
        return new Pods.Age(Instant.EPOCH.plusSeconds(oldest), Instant.EPOCH.plusSeconds(newest));
    }

    @Test
    void aNodeIsNominatedForThePriorityOfItsHighestPodAndBelow() {
        var inventory = new Inventory();
        inventory.put(pod("web-1", "", "web"));
        inventory.put(pod("web-2", "", "web"));
        inventory.nominate(new ObjectName("shop", "web-1"), new Nomination("n1", 5));
        inventory.nominate(new ObjectName("shop", "web-2"), new Nomination("n1", 3));

        assertThat(inventory.cluster().isNominated("n1", 4)).isTrue();
        assertThat(inventory.cluster().isNominated("n1", 5)).isTrue();
        assertThat(inventory.cluster().isNominated("n1", 6)).isFalse();
        assertThat(inventory.cluster().isNominated("n2", 0)).isFalse();

        inventory.removePod(new ObjectName("shop", "web-1"));
        assertThat(inventory.cluster().isNominated("n1", 3)).isTrue();
        assertThat(inventory.cluster().isNominated("n1", 4)).isFalse();
    }

    @Test
    void groupsHaveTheNodesThatNameThemOrElseCarryTheirLabels() {
        Seeds.forAtLeast(
                200,
                4,
                random -> {
                    var reported = new Reported(random);
                    int pairs = 0;
                    for (int turn = 0; turn < 8; turn++) {
                        reported.events(12);

                        var cluster = reported.inventory.cluster();

                        for (var group : cluster.groups().values()) {
                            assertThat(cluster.group(group.name())).isSameAs(group);
                            assertThat(cluster.nodesOf(group.name()))
                                    .isEqualTo(nodesOf(cluster, group));
                            pairs += cluster.nodesOf(group.name()).size();
                        }
                        for (var node : cluster.nodes()) {
                            assertThat(cluster.groupsOf(node)).isEqualTo(groupsOf(cluster, node));
                            assertThat(cluster.node(node.name())).isSameAs(node);
                        }
                        assertThat(cluster.machines()).isEqualTo(machines(cluster));
                    }
                    return pairs > 0;
                });
    }

    private static List<Node> nodesOf(Cluster cluster, Group group) {
        return cluster.nodes().stream()
                .filter(node -> groupsOf(cluster, node).contains(group.name()))
                .toList();
    }

    private static List<String> groupsOf(Cluster cluster, Node node) {
        var named = node.machine().group();
        return named.isEmpty()
                ? cluster.groups().values().stream()
                        .filter(group -> node.labels().hasAll(group.labels()))
                        .map(Group::name)
                        .toList()
                : List.of(named);
    }

    private static int machines(Cluster cluster) {
        int machines = cluster.nodes().size();
        for (var group : cluster.groups().values()) {
            machines += Math.max(0, group.target() - nodesOf(cluster, group).size());
        }
        return machines;
    }

    /// Required anti-affinity against pods with `app` in other namespaces.
    private static PodConstraints awayFrom(List<String> namespaces, String byLabel) {
        var selector =
                byLabel.equals("nothing")
                        ? Selector.nothing()
                        : new Selector.AllOf(
                                List.of(
                                        Requirement.in(
                                                byLabel.split("=", -1)[0],
                                                byLabel.split("=", -1)[1])));
        var apps = new Selector.AllOf(List.of(Requirement.in("app", "web")));
        var term = new PodTerm(namespaces, selector, apps, "zone");
        return new PodConstraints(List.of(), List.of(term), List.of());
    }

    /// A pod with the labels `app=web` and `hash`.
    private static Pod pod(String namespace, String name, String node, PodConstraints constraints) {
        var placement =
                new Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        constraints,
                        List.of(),
                        List.of(),
                        List.of());
        var shape =
                new Shape(
                        namespace, Labels.NONE, SHAPE.requests(), placement, Owner.REPLICA_SET, 0);
        return new Pod(name, node, labels("app=web").with("hash", name), shape);
    }

    /// One label such as `app=web`, or `-` for none.
    private static Labels labels(String text) {
        return text.equals("-")
                ? Labels.NONE
                : Labels.of(text.split("=", -1)[0], text.split("=", -1)[1]);
    }

    private static List<Pods> onN1(Inventory inventory) {
        return inventory.cluster().nodes().getFirst().pods();
    }

    private static int count(List<Pods> pods) {
        return pods.stream().mapToInt(Pods::count).sum();
    }

    private static int podsAt(Reported reported, String place) {
        return (int)
                reported.pods.objects.values().stream()
                        .filter(pod -> pod.node().equals(place))
                        .count();
    }

    private static Node node(String name) {
        return Node.of(name, Resources.NONE.with("cpu", 1_000));
    }

    private static Pod pod(String name, String node, String app) {
        var labels = new TreeMap<String, String>();
        labels.put("app", app);
        labels.put("pod-template-hash", name);
        return new Pod(name, node, Labels.of(labels), SHAPE);
    }
}
