package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.kubernetes.Keys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Nodes that go, and what keeps them.
@Tag("e2e")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(name = "of groups managed by {0}")
@EnumSource(Managed.class)
class DrainingTest {

    private static final String ATTACHMENTS = Api.path("storage.k8s.io/v1", "VolumeAttachment", "");

    @Parameter Managed managed;

    private Faults faults;
    private ControlPlane plane;

    @TempDir Path folder;

    @BeforeParameterizedClassInvocation
    void start() {
        faults = new Faults(Setup.whole(), managed);
        plane = faults.plane();
    }

    @AfterParameterizedClassInvocation
    void stop() {
        faults.close();
    }

    @Test
    void keepsNodesUntilTheirVolumesAreDetached() {
        var group = faults.group("attached", 3, 1);
        group.nodes().forEach(node -> plane.api().create(attachment(node)));
        var drains = new Drains(group);
        try (var replica = faults.start(folder, group, "a", plane.server())) {
            replica.awaitSays("failed: it waits until 1 of its volumes are detached");
            int before = replica.count("failed: it waits until");
            plane.await("three turns", () -> replica.count("failed: it waits until") > before + 3);
            assertThat(group.nodes()).hasSize(3);

            group.nodes().forEach(node -> plane.api().delete(ATTACHMENTS + "/" + nameOf(node)));
            drains.awaitGone(2);
            faults.end(replica, group);
        }
    }

    /// Its pods are evicted one by one, and the group grows for them.
    @Test
    void evictsThePodsOfANodeThatIsForcedToDrain() {
        var group = faults.group("forced", 2, 10);
        plane.await("10 pods to run", () -> group.running() == 10);
        var taint = Map.of("key", Keys.FORCE_DRAIN, "effect", "NoSchedule");
        plane.api()
                .patch(
                        Api.path("v1", "Node", "") + "/forced-1",
                        Map.of("spec", Map.of("taints", List.of(taint))));
        var drains = new Drains(group);
        try (var replica =
                faults.start(folder, group, "a", plane.server(), group.policy(Faults.TEMPLATE))) {
            drains.awaitGone(1);
            plane.await("10 pods to run", () -> group.running() == 10);
            assertThat(drains.gone()).containsOnlyKeys("forced-1");
            assertThat(faults.audit().done("create pods/eviction")).isNotEmpty();
            faults.end(replica, group);
        }
    }

    private static Map<String, Object> attachment(Map<String, Object> node) {
        return Map.of(
                "apiVersion",
                "storage.k8s.io/v1",
                "kind",
                "VolumeAttachment",
                "metadata",
                Map.of("name", nameOf(node)),
                "spec",
                Map.of(
                        "attacher",
                        "disk.example.com",
                        "nodeName",
                        nameOf(node),
                        "source",
                        Map.of("persistentVolumeName", "of-" + nameOf(node))));
    }

    private static String nameOf(Map<String, Object> node) {
        return JsonTree.text(node, "metadata", "name");
    }
}
