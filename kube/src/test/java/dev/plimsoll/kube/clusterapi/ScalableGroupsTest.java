package dev.plimsoll.kube.clusterapi;

import static dev.plimsoll.kube.clusterapi.Objects.annotated;
import static dev.plimsoll.kube.clusterapi.Objects.group;
import static dev.plimsoll.kube.clusterapi.Objects.owned;
import static dev.plimsoll.kube.clusterapi.Objects.pending;
import static dev.plimsoll.kube.clusterapi.Objects.running;
import static dev.plimsoll.kube.clusterapi.Objects.setOf;
import static dev.plimsoll.kube.clusterapi.Objects.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.Machine.State;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which objects are groups, and what they are like.
class ScalableGroupsTest {

    private static final ApiObject BLUE = group("MachineDeployment", "blue", 2, 1, 5);
    private static final String CAPACITY = Annotations.CAPACITY;

    private final Rollouts rollouts = new Rollouts();

    @Test
    void deploymentsSetsOfTheirOwnAndPoolsAreGroups() {
        var found =
                groups(
                        BLUE,
                        annotated(setOf("blue"), Annotations.MAX_SIZE, "9"),
                        group("MachineSet", "alone", 1, 0, 3),
                        group("MachinePool", "pool", 1, 0, 3));

        assertThat(found.all())
                .extracting(ScalableGroup::name)
                .containsExactly(
                        "MachineDeployment/fleet/blue",
                        "MachineSet/fleet/alone",
                        "MachinePool/fleet/pool");
        assertThat(found.all().getFirst().limits()).isEqualTo(new Limits(1, 5));
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void aGroupIsFoundByItsWholeNameOrByItsName() {
        var found = groups(BLUE, group("MachinePool", "blue", 1, 0, 3));

        assertThat(found.named("MachinePool/fleet/blue")).hasSize(1);
        assertThat(found.named("blue")).hasSize(2);
        assertThat(found.named("red")).isEmpty();
    }

    @Test
    void onlyObjectsOfTheScopeAreGroups() {
        var east = with(BLUE, "east", "spec", "clusterName");
        var objects = byKind(east, with(BLUE, "west", "spec", "clusterName"));

        var found = ScalableGroups.of(objects, new ClusterApiScope("", "east"), rollouts);

        assertThat(found.all()).extracting(ScalableGroup::object).containsExactly(east);
    }

    @Test
    void objectsWithoutAMaximumAreNoGroups() {
        assertThat(groups(Objects.object("MachineDeployment", "a", Map.of("replicas", 1L))).all())
                .isEmpty();
        assertThat(groups(group("MachineDeployment", "a", 1, 0, 0)).all()).isEmpty();
        assertThat(
                        groups(with(BLUE, "2026-01-01T00:00:00Z", "metadata", "deletionTimestamp"))
                                .all())
                .isEmpty();
    }

    @Test
    void namesMalformedAnnotations() {
        var blue = "MachineDeployment/fleet/blue: ";
        var annotation = "the annotation " + CAPACITY;

        assertThat(problems(annotated(BLUE, Annotations.MAX_SIZE, "many")))
                .containsExactly(
                        blue
                                + "the annotation "
                                + Annotations.MAX_SIZE
                                + " is 'many'; write a whole number, zero or more");
        assertThat(problems(annotated(BLUE, Annotations.MIN_SIZE, "6")))
                .containsExactly(
                        blue
                                + "its minimum 6 is above its maximum 5; correct the annotation "
                                + Annotations.MIN_SIZE
                                + " or "
                                + Annotations.MAX_SIZE);
        assertThat(problems(annotated(BLUE, CAPACITY + "cpu", "4")))
                .containsExactly(
                        blue
                                + "the capacity of a new node is incomplete; add the annotation "
                                + CAPACITY
                                + "memory");
        assertThat(problems(annotated(capable(), CAPACITY + "labels", "a")))
                .containsExactly(blue + annotation + "labels: 'a' is not of the form key=value");
        assertThat(problems(annotated(capable(), CAPACITY + "taints", "a=b:Never")))
                .containsExactly(
                        blue
                                + annotation
                                + "taints: the effect 'Never' is none of NoSchedule,"
                                + " PreferNoSchedule and NoExecute");
        assertThat(problems(annotated(capable(), CAPACITY + "memory", "-1Gi")))
                .containsExactly(
                        blue
                                + annotation
                                + "memory: '-1Gi' is negative; an amount is zero or more");
    }

    @Test
    void aMalformedCapacityLeavesTheGroupWithoutVariants() {
        var found = groups(annotated(BLUE, CAPACITY + "cpu", "4"));

        assertThat(found.all()).hasSize(1);
        assertThat(found.all().getFirst().variants()).isEmpty();
    }

    @Test
    void annotationsDescribeANewNode() {
        var object = annotated(capable(), CAPACITY + "maxPods", "58");
        object = annotated(object, CAPACITY + "ephemeral-disk", "100Gi");
        object = annotated(object, CAPACITY + "gpu-count", "2");
        object = annotated(object, CAPACITY + "labels", "team=a,kubernetes.io/arch=arm64");
        object = annotated(object, CAPACITY + "taints", "gpu=yes:NoSchedule, slow:NoExecute");
        object = with(object, "z1", "spec", "template", "spec", "failureDomain");
        object =
                with(
                        object,
                        List.of(
                                Map.of("key", "gpu", "value", "no", "effect", "NoSchedule"),
                                Map.of("key", "more", "effect", "NoSchedule")),
                        "spec",
                        "template",
                        "spec",
                        "taints");
        object =
                with(
                        object,
                        Map.of("node.cluster.x-k8s.io/role", "big", "other", "not copied"),
                        "spec",
                        "template",
                        "metadata",
                        "labels");

        var variant = groups(object).all().getFirst().variants().getFirst();

        assertThat(variant.key()).isEqualTo(new VariantKey("z1", "", ""));
        assertThat(variant.template().allocatable())
                .hasToString("cpu=4 ephemeral-storage=100Gi memory=16Gi nvidia.com/gpu=2 pods=58");
        assertThat(variant.template().labels().toMap())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "kubernetes.io/os", "linux",
                                "kubernetes.io/arch", "arm64",
                                "topology.kubernetes.io/zone", "z1",
                                "node.cluster.x-k8s.io/role", "big",
                                "team", "a"));
        assertThat(variant.template().taints())
                .extracting(Object::toString)
                .containsExactly("gpu=yes:NoSchedule", "slow:NoExecute", "more:NoSchedule");
    }

    @Test
    void aGroupWithoutMachinesCanGrow() {
        var none = with(capable(), 0L, "spec", "replicas");

        var group = groups(none).all().getFirst();

        assertThat(group.target()).isZero();
        assertThat(group.variants().getFirst().template().allocatable())
                .hasToString("cpu=4 memory=16Gi pods=110");
    }

    @Test
    void machinesBelongToTheDeploymentOfTheirSetOrToTheirPool() {
        var inPool = owned(running("p1", ""), "MachinePool", "pool");
        var found =
                groups(
                        BLUE,
                        setOf("blue"),
                        running("b1", "blue"),
                        with(pending("b2", "blue"), "z2", "spec", "failureDomain"),
                        running("stray", "other"),
                        group("MachinePool", "pool", 1, 0, 3),
                        inPool);

        assertThat(found.all().getFirst().shown().machines())
                .containsExactly(
                        new Machine(
                                "fake://b1",
                                VariantKey.UNKNOWN,
                                Instant.parse("2026-01-01T00:00:00Z"),
                                new State.Running()),
                        new Machine(
                                "b2",
                                new VariantKey("z2", "", ""),
                                Instant.parse("2026-01-01T00:00:00Z"),
                                new State.Creating()));
        assertThat(found.all().getLast().machines()).containsExactly(inPool);
    }

    @Test
    void aPoolWithoutMachinesShowsItsProviderIds() {
        var pool =
                with(
                        group("MachinePool", "pool", 2, 0, 3),
                        List.of("fake://1", "fake://2"),
                        "spec",
                        "providerIDList");

        assertThat(groups(pool).all().getFirst().shown().machines())
                .extracting(Machine::id, Machine::state)
                .containsExactly(
                        tuple("fake://1", new State.Running()),
                        tuple("fake://2", new State.Running()));
    }

    @Test
    void aMarkedMachineLeavesOnceTheTargetIsLower() {
        var marked = annotated(running("b1", "blue"), Annotations.DELETE_MACHINE, "yes");

        var before = groups(BLUE, setOf("blue"), marked, running("b2", "blue"));
        var after =
                groups(
                        with(BLUE, 1L, "spec", "replicas"),
                        setOf("blue"),
                        marked,
                        running("b2", "blue"));

        assertThat(before.all().getFirst().leaving()).isEmpty();
        assertThat(after.all().getFirst().leaving()).containsExactly("b1");
        assertThat(after.all().getFirst().shown().machines())
                .extracting(Machine::state)
                .containsExactly(new State.Deleting(), new State.Running());
    }

    @Test
    void aGroupIsPausedByItsAnnotationItsFieldOrItsController() {
        var paused = List.of(Map.of("type", "Paused", "status", "True"));

        assertThat(condition(BLUE)).isEqualTo(Condition.IN_SERVICE);
        assertThat(condition(annotated(BLUE, Annotations.PAUSED, ""))).isEqualTo(Condition.PAUSED);
        assertThat(condition(with(BLUE, true, "spec", "paused"))).isEqualTo(Condition.PAUSED);
        assertThat(condition(with(BLUE, paused, "status", "conditions")))
                .isEqualTo(Condition.PAUSED);
    }

    @Test
    void aGroupWithOldMachinesIsBeingUpgraded() {
        var all = with(settled(BLUE, 1), 3L, "status", "replicas");
        var rolling = List.of(Map.of("type", "RollingOut", "status", "True"));
        var done = List.of(Map.of("type", "RollingOut", "status", "False"));

        assertThat(condition(all)).isEqualTo(Condition.IN_SERVICE);
        assertThat(condition(with(all, 3L, "status", "updatedReplicas")))
                .isEqualTo(Condition.IN_SERVICE);
        assertThat(condition(with(all, 2L, "status", "updatedReplicas")))
                .isEqualTo(Condition.UPGRADING);
        assertThat(condition(with(all, 2L, "status", "upToDateReplicas")))
                .isEqualTo(Condition.UPGRADING);
        assertThat(condition(with(all, rolling, "status", "conditions")))
                .isEqualTo(Condition.UPGRADING);
        assertThat(
                        condition(
                                with(
                                        with(all, 2L, "status", "upToDateReplicas"),
                                        done,
                                        "status",
                                        "conditions")))
                .isEqualTo(Condition.IN_SERVICE);
    }

    @Test
    void anUnseenChangeIsAnUpgradeUnlessItIsOneOfReplicas() {
        var seen = settled(BLUE, 3);
        var resized = with(with(seen, 4L, "metadata", "generation"), 5L, "spec", "replicas");
        var changed = with(resized, "v2", "spec", "template", "spec", "version");

        assertThat(condition(resized)).isEqualTo(Condition.UPGRADING);
        assertThat(condition(seen)).isEqualTo(Condition.IN_SERVICE);
        assertThat(condition(resized)).isEqualTo(Condition.IN_SERVICE);
        assertThat(condition(changed)).isEqualTo(Condition.UPGRADING);
    }

    @Test
    void forgetsObjectsThatAreGone() {
        var seen = settled(BLUE, 3);
        var resized = with(with(seen, 4L, "metadata", "generation"), 5L, "spec", "replicas");
        assertThat(condition(seen)).isEqualTo(Condition.IN_SERVICE);
        assertThat(condition(resized)).isEqualTo(Condition.IN_SERVICE);

        groups();

        assertThat(condition(resized)).isEqualTo(Condition.UPGRADING);
    }

    private static ApiObject settled(ApiObject object, long generation) {
        return with(
                with(object, generation, "metadata", "generation"),
                generation,
                "status",
                "observedGeneration");
    }

    private static ApiObject capable() {
        return annotated(annotated(BLUE, CAPACITY + "cpu", "4"), CAPACITY + "memory", "16Gi");
    }

    private Condition condition(ApiObject object) {
        return groups(object).all().getFirst().condition();
    }

    private List<String> problems(ApiObject object) {
        return groups(object).problems();
    }

    private ScalableGroups groups(ApiObject... objects) {
        return ScalableGroups.of(byKind(objects), ClusterApiScope.ALL, rollouts);
    }

    private static Map<MachineKind, List<ApiObject>> byKind(ApiObject... objects) {
        var all = new EnumMap<MachineKind, List<ApiObject>>(MachineKind.class);
        for (var kind : MachineKind.values()) {
            all.put(
                    kind,
                    List.of(objects).stream()
                            .filter(object -> object.text("kind").equals(kind.toString()))
                            .toList());
        }
        return all;
    }
}
