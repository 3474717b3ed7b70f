package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `plan` says of dumps with CapacityBuffers and annotations of workloads.
class BufferPlanTest {

    private static final String TEMPLATE =
            """
            {"kind":"PodTemplate","apiVersion":"v1","metadata":{"name":"chunk","namespace":"shop"},\
            "template":{"spec":{"containers":[{"name":"c","resources":{"requests":\
            {"cpu":"1","memory":"2Gi"}}}]}}}\
            """;

    private static final String DEPLOYMENT =
            """
            {"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"db","namespace":"shop",\
            "annotations":{"plimsoll.dev/reserve":"2"}},"spec":{"template":{"spec":{"containers":\
            [{"name":"c","resources":{"requests":{"cpu":"3","memory":"8Gi"}}}]}}}}\
            """;

    private static final String HIGH =
            TEMPLATE.replace("\"spec\":{", "\"spec\":{\"priorityClassName\":\"high\",");

    private static final String OF_HIGH =
            "{\"replicas\":9,\"podTemplateRef\":{\"name\":\"chunk\"}}";

    private static final String QUOTA =
            """
            {"kind":"ResourceQuota","apiVersion":"v1","metadata":{"name":"compute","namespace":"shop"},\
            "spec":{"scopeSelector":{"matchExpressions":[{"scopeName":"PriorityClass",\
            "operator":"In","values":["high"]}]}},"status":{\
            "hard":{"count/pods":"9","gold.storageclass.storage.k8s.io/requests.storage":"1Gi"},\
            "used":{"count/pods":"6"}}}\
            """;

    @TempDir private Path folder = Path.of("");

    private static Cluster nodes() {
        return new Cluster()
                .node("a1", "web", "m5.xlarge", "3920m", "15Gi")
                .pod("old", "3", "4Gi", ",\"nodeName\":\"a1\"");
    }

    private static String buffer(String spec) {
        return """
        {"kind":"CapacityBuffer","apiVersion":"autoscaling.x-k8s.io/v1beta1",\
        "metadata":{"name":"web","namespace":"shop"},"spec":%s}\
        """
                .formatted(spec);
    }

    /// One node of 4 cpu is full, and each new one holds three pods of 1 cpu.
    @Test
    void buysTheRoomOfABuffer() {
        var dump =
                nodes().add(TEMPLATE)
                        .add(buffer("{\"replicas\":4,\"podTemplateRef\":{\"name\":\"chunk\"}}"));

        var plan = plimsollReading(dump.toString(), "plan", "-f", "-");

        assertThat(plan.err()).isEmpty();
        assertThat(plan.code()).isZero();
        assertThat(plan.out())
                .contains("web grows from 1 to 3 nodes for 4 placeholders of room to keep free")
                .contains("room for 4 pods of CapacityBuffer shop/web");
    }

    @Test
    void buysTheRoomOfAMarkedDeployment() {
        var plan = plimsollReading(nodes().add(DEPLOYMENT).toString(), "plan", "-f", "-");

        assertThat(plan.out())
                .contains("web grows from 1 to 3 nodes for 2 placeholders of room to keep free")
                .contains("room for 2 pods like Deployment shop/db, by its annotation");
    }

    @Test
    void saysWhyABufferHasNoRoom() {
        var dump = nodes().add(buffer("{\"replicas\":4,\"podTemplateRef\":{\"name\":\"chunk\"}}"));

        var plan = plimsollReading(dump.toString(), "plan", "-f", "-");

        assertThat(plan.out())
                .contains(
                        "no room is kept free for CapacityBuffer shop/web: there is no PodTemplate"
                                + " shop/chunk");
    }

    /// The snapshot that `plan --question` prints is decided alike.
    @Test
    void asksAQuestionWithTheBuffer() throws IOException {
        var dump =
                nodes().add(TEMPLATE)
                        .add(buffer("{\"replicas\":4,\"podTemplateRef\":{\"name\":\"chunk\"}}"));

        var question = plimsollReading(dump.toString(), "plan", "-f", "-", "--question").out();
        var file = Files.writeString(folder.resolve("question.yaml"), question);

        assertThat(question).contains("buffers:", "kind: CapacityBuffer", "replicas: 4");
        assertThat(plimsoll("decide", file, "-o", "json").out())
                .isEqualTo(plimsollReading(dump.toString(), "plan", "-f", "-", "-o", "json").out())
                .contains("\"name\":\"buffer-shop/web-4\",\"kind\":\"buffer\"");
    }

    /// Room for pods that a quota would refuse is not bought.
    @Test
    void buysNoRoomBeyondAQuota() throws IOException {
        var dump = nodes().add(HIGH).add(buffer(OF_HIGH)).add(QUOTA);

        var plan = plimsollReading(dump.toString(), "plan", "-f", "-").out();
        var question = plimsollReading(dump.toString(), "plan", "-f", "-", "--question").out();
        var file = Files.writeString(folder.resolve("question.yaml"), question);

        assertThat(plan)
                .contains("web grows from 1 to 2 nodes for 3 placeholders of room to keep free")
                .contains(
                        "CapacityBuffer shop/web is limited to 3 of 9 pods by ResourceQuotas:"
                                + " compute");
        assertThat(question)
                .contains("resourceQuotas:", "priorityClass: high", "key: PriorityClass");
        assertThat(plimsoll("decide", file, "-o", "json").out())
                .isEqualTo(plimsollReading(dump.toString(), "plan", "-f", "-", "-o", "json").out());
    }

    /// Some keys of a quota are named after a StorageClass.
    @Test
    void aRedactedDumpHasTheSameQuotas() throws IOException {
        var dump = nodes().add(HIGH).add(buffer(OF_HIGH)).add(QUOTA);
        var whole = Files.writeString(folder.resolve("dump.json"), dump.toString());
        var redacted = folder.resolve("redacted.json");

        assertThat(plimsoll("collect", whole, "--redact", "--out", redacted).code()).isZero();

        assertThat(Files.readString(redacted))
                .contains("ResourceQuota", "count/pods")
                .doesNotContain("gold", "compute", "\"high\"");
        assertThat(placeholders(redacted)).isEqualTo(placeholders(whole)).isEqualTo(3);
    }

    /// Names are replaced in references as in what they name.
    @Test
    void aRedactedDumpAsksForTheSameRoom() throws IOException {
        var workload =
                "{\"percentage\":300,\"scalableRef\":{\"kind\":\"Deployment\",\"name\":\"db\"}}";
        var dump = nodes().add(DEPLOYMENT).add(buffer(workload));
        var whole = Files.writeString(folder.resolve("dump.json"), dump.toString());
        var redacted = folder.resolve("redacted.json");

        assertThat(plimsoll("collect", whole, "--redact", "--out", redacted).code()).isZero();

        assertThat(Files.readString(redacted)).contains("CapacityBuffer").doesNotContain("\"db\"");
        assertThat(placeholders(redacted)).isEqualTo(placeholders(whole)).isEqualTo(5);
    }

    private static int placeholders(Path dump) {
        var plan = plimsoll("plan", "-f", dump, "-o", "json").out();
        return plan.split("\"kind\":\"(marked|buffer)\"", -1).length - 1;
    }
}
