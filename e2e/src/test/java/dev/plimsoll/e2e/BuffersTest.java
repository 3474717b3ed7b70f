package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Room for CapacityBuffers and annotated workloads on a real control plane.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BuffersTest {

    private static final String ACTIVE = "buffer.x-k8s.io/active-capacity";

    /// With the controller that counts what the pods of a namespace use of its quotas.
    private final Faults faults =
            new Faults(
                    Setup.whole()
                            .withFlags(
                                    Program.CONTROLLERS, "--controllers=resourcequota-controller"),
                    Managed.PODS);

    private final ControlPlane plane = faults.plane();

    @TempDir Path folder;

    BuffersTest() {
        plane.install("autoscaling.x-k8s.io");
    }

    /// The chart grants what CapacityBuffers need.
    @AfterAll
    void stop() {
        try (faults) {
            var used = faults.audit().accesses().stream().map(Object::toString);
            assertThat(used.filter(Release::isOfBuffers))
                    .containsExactlyInAnyOrder(
                            "list autoscaling.x-k8s.io/capacitybuffers",
                            "watch autoscaling.x-k8s.io/capacitybuffers",
                            "patch autoscaling.x-k8s.io/capacitybuffers/status");
            assertThat(faults.audit().forbidden()).isEmpty();
        }
    }

    /// Four pods of half a cpu are on a node of 4 cpu. Five placeholders of 1 cpu need another
    /// node, and one more after four pods have taken room.
    @Tag("smoke")
    @Test
    void holdsTheRoomOfACapacityBuffer() throws IOException, InterruptedException {
        var timeline = new Timeline();
        var group = faults.group("buffered", 1, 4, 3);
        plane.api().create(chunk(group));
        plane.api().create(buffer(group, "spare", 5, ACTIVE));
        try (var replica = start(group)) {
            plane.await("a node for the buffer", () -> group.ready() == 2);
            plane.await("its status", () -> isHeld(group, "5 of 5 placeholders have a place"));
            timeline.note("the group has a node more, and the buffer its status");
            assertThat(conditions(group, "spare"))
                    .contains(
                            "ReadyForProvisioning True AttributesSetSuccessfully ready",
                            "Provisioning True FakePodsInjected 5 of 5 placeholders have a place");
            var buffers = kubectl("get", "cb", "-n", group.name());
            assertThat(buffers).contains(ACTIVE, "chunk", "AttributesSetSuccessfully");
            assertThat(column(buffers, "REPLICAS")).isEqualTo("5");

            group.scale(8);
            plane.await("8 pods to run", () -> group.running() == 8);
            timeline.note("four pods more run");
            assertThat(nodesWithPods(group, group.name())).isLessThanOrEqualTo(2);
            plane.await("the room to be held again", () -> group.ready() == 3);
            timeline.note("the group has another node more");

            plane.api().delete(Api.path(buffer(group, "spare", 5, ACTIVE)));
            plane.await("a node to go", () -> group.nodes().size() < 3);
            timeline.note("without the buffer a node is gone");
            plane.await("8 pods to run", () -> group.running() == 8);
            faults.end(replica, group);
        }
    }

    /// The pods of the group use 2 cpu of their quota. It leaves 2 cpu, and 5 when it is raised.
    @Test
    void holdsNoMoreOfABufferThanAQuotaLeaves() throws IOException, InterruptedException {
        var group = faults.group("limited", 1, 4, 3);
        var quota = quota(group, "4");
        plane.api().create(quota);
        plane.await("the quota to be counted", () -> used(quota).equals("2"));
        plane.api().create(chunk(group));
        plane.api().create(buffer(group, "spare", 5, ACTIVE));
        try (var replica = start(group)) {
            plane.await("its status", () -> isHeld(group, "2 of 2 placeholders have a place"));
            assertThat(conditions(group, "spare"))
                    .contains(
                            "LimitedByQuotas True ResourceQuotasAllocated Buffer replicas limited"
                                    + " from 5 to 2 due to quotas: compute");
            assertThat(group.nodes()).hasSize(1);
            assertThat(kubectl("get", "cb", "-n", group.name())).containsPattern("chunk +2 +Ready");

            plane.api().patch(Api.path(quota), quota(group, "7"));
            plane.await("all of its room", () -> isHeld(group, "5 of 5 placeholders have a place"));
            assertThat(conditions(group, "spare"))
                    .contains("LimitedByQuotas False ResourceQuotasAllocated ");
            assertThat(group.ready()).isEqualTo(2);
            faults.end(replica, group);
        }
    }

    /// Half of the pods of a Deployment.
    @Test
    void holdsAShareOfAWorkload() {
        var group = faults.group("shared", 1, 4, 3);
        var spec =
                Map.<String, Object>of(
                        "percentage",
                        50,
                        "scalableRef",
                        Map.of("apiGroup", "apps", "kind", "Deployment", "name", group.name()));
        var buffer = Manifests.capacityBuffer(group.name(), "spare", spec);
        plane.api().create(buffer);
        try (var replica = start(group)) {
            plane.await("its status", () -> isHeld(group, "2 of 2 placeholders have a place"));
            assertThat(conditions(group, "spare"))
                    .contains("ReadyForProvisioning True AttributesSetSuccessfully ready");
            var status = JsonTree.map(JsonTree.at(plane.api().get(Api.path(buffer)), "status"));
            assertThat(status)
                    .containsEntry("replicas", 2L)
                    .doesNotContainKeys("podTemplateRef", "podTemplateGeneration");

            group.scale(6);
            plane.await(
                    "the room of a larger one",
                    () -> isHeld(group, "3 of 3 placeholders have a place"));
            faults.end(replica, group);
        }
    }

    /// No two of these pods can be on one node. When the second one starts where the placeholder
    /// was, the placeholder needs a third node.
    @Test
    void keepsRoomForAMarkedDeploymentWhosePodsKeepApart() {
        var group = faults.group("apart", 1, 1, 3);
        try (var replica = start(group)) {
            plane.api().create(lone(group));
            plane.await("the first pod to run", () -> runningLone(group) == 1);
            plane.await("a node for the placeholder", () -> group.ready() == 2);

            plane.api().patch(lonePath(group), Map.of("spec", Map.of("replicas", 2)));
            plane.await("the second pod to run", () -> runningLone(group) == 2);
            assertThat(nodesWithPods(group, "lone")).isEqualTo(2);
            plane.await("the placeholder to have a seat again", () -> group.ready() == 3);

            assertThat(replica.output()).doesNotContain("evict");
            faults.end(replica, group);
        }
    }

    /// A dry run writes no status, and nobody writes that of a buffer with another strategy.
    @Test
    void leavesTheStatusOfOthersAlone() {
        var group = faults.group("quiet", 1, 1, 2);
        plane.api().create(chunk(group));
        plane.api().create(buffer(group, "spare", 1, ACTIVE));
        plane.api().create(buffer(group, "other", 1, "example.com/other"));
        try (var dry = start(group, "--dry-run")) {
            dry.awaitSays("turn nodes=");
            assertThat(conditions(group, "spare")).isEmpty();
            assertThat(dry.stop()).isZero();
            assertThat(conditions(group, "spare")).isEmpty();
        }

        try (var replica = start(group)) {
            plane.await("its status", () -> isHeld(group, "1 of 1 placeholders have a place"));
            assertThat(conditions(group, "other")).isEmpty();
            faults.end(replica, group);
        }
    }

    private Replica start(NodeGroup group, String... more) {
        var name = "a" + more.length;
        var policy =
                group.policy(Faults.TEMPLATE)
                        .replace("settle: 5s}", "settle: 5s, settleForSlack: 5s}");
        return faults.start(folder, group, name, plane.server(), policy, more);
    }

    private boolean isHeld(NodeGroup group, String message) {
        return conditions(group, "spare").stream().anyMatch(one -> one.endsWith(message));
    }

    /// Type, status, reason and message.
    private List<String> conditions(NodeGroup group, String buffer) {
        var path = Api.path("autoscaling.x-k8s.io/v1beta1", "CapacityBuffer", group.name());
        return JsonTree.maps(plane.api().get(path + "/" + buffer), "status", "conditions").stream()
                .map(one ->
                        String.join(
                                " ",
                                JsonTree.text(one, "type"),
                                JsonTree.text(one, "status"),
                                JsonTree.text(one, "reason"),
                                JsonTree.text(one, "message")))
                .toList();
    }

    /// The cell of the first row below a title.
    private static String column(String table, String title) {
        var lines = table.lines().toList();
        int begin = lines.getFirst().indexOf(title);
        assertThat(begin).as(table).isNotNegative();
        return lines.get(1).substring(begin).split(" ", 2)[0];
    }

    private String kubectl(String... words) throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of(plane.tool("kubectl").toString()));
        all.addAll(List.of(words));
        var ended =
                Ended.run(
                        Map.of(
                                "HOME", folder.toString(),
                                "PATH", "/usr/bin:/bin",
                                "KUBECONFIG", plane.kubeconfig(User.ADMIN).toString()),
                        Ended.NOTHING,
                        all);
        assertThat(ended.code()).as(ended.err()).isZero();
        return ended.out();
    }

    /// A pod of 1 cpu on a node of the group.
    private static Map<String, Object> chunk(NodeGroup group) {
        var template =
                PodTemplate.of("chunk", "1", "1Gi").withNodeSelector(NodeGroup.LABEL, group.name());
        return Manifests.podTemplate(group.name(), "chunk", template);
    }

    private static Map<String, Object> buffer(
            NodeGroup group, String name, int replicas, String strategy) {
        var spec =
                Map.<String, Object>of(
                        "replicas", replicas,
                        "podTemplateRef", Map.of("name", "chunk"),
                        "provisioningStrategy", strategy);
        return Manifests.capacityBuffer(group.name(), name, spec);
    }

    private static Map<String, Object> quota(NodeGroup group, String cpu) {
        return Manifests.resourceQuota(group.name(), "compute", Map.of("requests.cpu", cpu));
    }

    private String used(Map<String, Object> quota) {
        return JsonTree.text(plane.api().get(Api.path(quota)), "status", "used", "requests.cpu");
    }

    /// A Deployment whose pods are on different nodes, with room for one more.
    private static Map<String, Object> lone(NodeGroup group) {
        var labels = Map.<String, Object>of("app", "lone");
        var apart =
                Map.of(
                        "topologyKey",
                        "kubernetes.io/hostname",
                        "labelSelector",
                        Map.of("matchLabels", labels));
        var pods =
                PodTemplate.of("lone", "1", "1Gi").withNodeSelector(NodeGroup.LABEL, group.name());
        var podSpec = new LinkedHashMap<>(pods.spec());
        podSpec.put(
                "affinity",
                Map.of(
                        "podAntiAffinity",
                        Map.of("requiredDuringSchedulingIgnoredDuringExecution", List.of(apart))));
        var object = new LinkedHashMap<>(Manifests.deployment(group.name(), "lone", 1, pods));
        object.put(
                "metadata",
                Map.of(
                        "namespace", group.name(),
                        "name", "lone",
                        "annotations", Map.of("plimsoll.dev/reserve", "1")));
        object.put(
                "spec",
                Map.of(
                        "replicas", 1,
                        "selector", Map.of("matchLabels", labels),
                        "template", Map.of("metadata", Map.of("labels", labels), "spec", podSpec)));
        return object;
    }

    private static String lonePath(NodeGroup group) {
        return Api.path("apps/v1", "Deployment", group.name()) + "/lone";
    }

    private static long runningLone(NodeGroup group) {
        return group.pods().stream()
                .filter(pod -> JsonTree.text(pod, "metadata", "labels", "app").equals("lone"))
                .filter(pod -> JsonTree.text(pod, "status", "phase").equals("Running"))
                .count();
    }

    /// The number of nodes on which the pods of an app run.
    private static long nodesWithPods(NodeGroup group, String app) {
        return group.pods().stream()
                .filter(pod -> JsonTree.text(pod, "metadata", "labels", "app").equals(app))
                .map(pod -> JsonTree.text(pod, "spec", "nodeName"))
                .distinct()
                .count();
    }
}
