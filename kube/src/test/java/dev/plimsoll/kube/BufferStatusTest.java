package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import dev.plimsoll.formats.kubernetes.ServerText;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import dev.plimsoll.scaling.Growths;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.turn.LoopId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The status of CapacityBuffers, as users of Cluster Autoscaler know it.
class BufferStatusTest {

    private static final String TEMPLATE =
            """
            {"metadata":{"name":"chunk","namespace":"shop","generation":3,"uid":"t","resourceVersion":"5"},\
            "template":{"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]}}}\
            """;

    private static final List<Reason> WHY =
            List.of(Reason.because(Rule.held("nothing-pending", "no pod is pending"), "cluster"));

    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00.5Z");

    @TempDir Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<Map<String, Object>> written = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> texts = new CopyOnWriteArrayList<>();
    private final BackgroundRequests background = new BackgroundRequests(said::add);
    private final TreeMap<String, String> seats = new TreeMap<>();
    private Inventory inventory = new Inventory();
    private SeenBuffers seen = new SeenBuffers();
    private int refusal;
    private String quota = "";
    private ScriptedServer api;
    private ApiServer server;
    private BufferStatus status;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedServer(folder, this::answer);
        server = api.connect();
        status = new BufferStatus(server, background);
    }

    @AfterEach
    void stop() {
        background.close();
        server.close();
        api.close();
    }

    private void answer(ScriptedServer.Asked asked) throws IOException {
        paths.add(asked.line());
        texts.add(asked.text());
        boolean isGone = refusal == 404 && asked.is("v1beta1");
        if (isGone || (refusal > 0 && refusal != 404)) {
            asked.answer(refusal, "{\"message\":\"refused by the test\"}");
        } else {
            written.add(asked.object());
            asked.answer(200, "{}");
        }
    }

    @Test
    void hasTheFormThatUsersOfClusterAutoscalerKnow() throws InterruptedException {
        seats.put("buffer-shop/web-1", "n1");
        seats.put("buffer-shop/web-2", "n2");
        seats.put("standard-1", "n2");

        turn(buffer("{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}", "{}"));

        assertThat(paths)
                .containsExactly(
                        "PATCH"
                            + " /apis/autoscaling.x-k8s.io/v1beta1/namespaces/shop/capacitybuffers/web/status");
        assertThat(written.getFirst())
                .isEqualTo(
                        JsonTree.parse(
                                """
                                {"metadata": {"resourceVersion": "7"}, "status": {
                                 "provisioningStrategy": "buffer.x-k8s.io/active-capacity",
                                 "replicas": 3,
                                 "podTemplateRef": {"name": "chunk"},
                                 "podTemplateGeneration": 3,
                                 "conditions": [
                                  {"type": "ReadyForProvisioning", "status": "True", "observedGeneration": 2,
                                   "lastTransitionTime": "2026-01-05T12:00:00Z",
                                   "reason": "AttributesSetSuccessfully", "message": "ready"},
                                  {"type": "LimitedByQuotas", "status": "False", "observedGeneration": 2,
                                   "lastTransitionTime": "2026-01-05T12:00:00Z",
                                   "reason": "ResourceQuotasAllocated", "message": ""},
                                  {"type": "Provisioning", "status": "True", "observedGeneration": 2,
                                   "lastTransitionTime": "2026-01-05T12:00:00Z",
                                   "reason": "FakePodsInjected", "message": "2 of 3 placeholders have a place"}]}}
                                """));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    spec                                                 | ready                           | provisioning
                    "replicas":1,"podTemplateRef":{"name":"chunk"}       | True AttributesSetSuccessfully ready | True FakePodsInjected 0 of 1 placeholders have a place
                    "replicas":0,"podTemplateRef":{"name":"chunk"}       | True AttributesSetSuccessfully ready | False BufferIsEmpty it asks for no room
                    "replicas":1,"podTemplateRef":{"name":"gone"}        | False error Buffer not ready for provisioning: there is no PodTemplate shop/gone | False NotReadyForProvisioning the buffer is not ready
                    "podTemplateRef":{"name":"chunk"}                    | False error Buffer not ready for provisioning: it says neither replicas nor limits, nor a percentage of a workload | False NotReadyForProvisioning the buffer is not ready
                    """)
    void saysWhetherABufferIsReadyAndHeld(String spec, String ready, String provisioning)
            throws InterruptedException {
        turn(buffer("{" + spec + "}", "{}"));

        assertThat(conditions())
                .containsExactly(ready, "False ResourceQuotasAllocated ", provisioning);
    }

    /// A pod requests 1 cpu.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    hard | used | replicas | limited                                                                                | provisioning
                    4    | 2    | 2        | True ResourceQuotasAllocated Buffer replicas limited from 3 to 2 due to quotas: compute | True FakePodsInjected 1 of 2 placeholders have a place
                    4    | 4    | 0        | True ResourceQuotasAllocated Buffer replicas limited from 3 to 0 due to quotas: compute | False BufferIsEmpty quotas leave no room
                    4    | 1    | 3        | False ResourceQuotasAllocated                                                          | True FakePodsInjected 1 of 3 placeholders have a place
                    """)
    void saysByWhichQuotasABufferIsLimited(
            int hard, int used, long replicas, String limited, String provisioning)
            throws InterruptedException {
        seats.put("buffer-shop/web-1", "n1");
        quota =
                """
                {"metadata":{"name":"compute","namespace":"shop","uid":"q","resourceVersion":"6"},\
                "status":{"hard":{"requests.cpu":"%d"},"used":{"requests.cpu":"%d"}}}\
                """
                        .formatted(hard, used);

        turn(buffer("{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}", "{}"));

        assertThat(conditions()).extracting(String::strip).contains(limited, provisioning);
        assertThat(JsonTree.map(Objects.requireNonNull(written.getLast().get("status"))))
                .containsEntry("replicas", replicas);
    }

    /// The pods of a workload have no PodTemplate.
    @Test
    void leavesThePodTemplateOutWhereABufferIsForAWorkload() throws InterruptedException {
        turn(buffer("{\"percentage\":50,\"scalableRef\":{\"kind\":\"Job\",\"name\":\"a\"}}", "{}"));

        assertThat(texts.getFirst())
                .contains("\"podTemplateRef\":null", "\"podTemplateGeneration\":null")
                .contains("\"replicas\":null", "there is no Job shop/a");
    }

    /// What the watch shows is not written again, and a change is written with the times of what
    /// stays.
    @Test
    void writesOnlyWhatChanges() throws InterruptedException {
        var spec = "{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}";
        turn(buffer(spec, "{}"));
        turn(buffer(spec, "{}"));
        assertThat(written).hasSize(1);
        var shown =
                Json.text(JsonTree.map(Objects.requireNonNull(written.getFirst().get("status"))));

        turn(NOON.plusSeconds(60), buffer(spec, shown));
        assertThat(written).hasSize(1);

        seats.put("buffer-shop/web-1", "n1");
        turn(NOON.plusSeconds(60), buffer(spec, shown));
        assertThat(written).hasSize(2);
        assertThat(conditions()).contains("True FakePodsInjected 1 of 3 placeholders have a place");
        assertThat(Json.text(written.getLast())).doesNotContain("12:01:00Z");
    }

    @Test
    void keepsConditionsOfOthers() throws InterruptedException {
        turn(
                buffer(
                        "{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}",
                        """
                        {"conditions":[{"type":"Audited","status":"True","reason":"x","message":"y"},\
                        {"type":"Provisioning","status":"False","reason":"old","message":"z",\
                        "lastTransitionTime":"2020-01-01T00:00:00Z"}]}\
                        """));

        assertThat(conditions())
                .containsExactly(
                        "True x y",
                        "True AttributesSetSuccessfully ready",
                        "False ResourceQuotasAllocated ",
                        "True FakePodsInjected 0 of 3 placeholders have a place");
        assertThat(Json.text(written.getFirst())).doesNotContain("2020-01-01");
    }

    @Test
    void leavesBuffersOfOtherStrategiesAlone() throws InterruptedException {
        turn(
                buffer(
                        "{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"},"
                                + "\"provisioningStrategy\":\"example.com/other\"}",
                        "{}"));

        assertThat(paths).isEmpty();
    }

    /// Only a loop that keeps the room says so.
    @Test
    void writesNothingWithoutALoopThatKeepsRoom() throws InterruptedException {
        take(buffer("{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}", "{}"));

        status.turned(report(NOON, List.of(loop("", false))));
        status.turned(report(NOON, List.of(loop(past(), true))));
        background.await(Duration.ofSeconds(5));

        assertThat(paths).isEmpty();
    }

    /// Someone else was faster: the next turn sees it.
    @Test
    void leavesABufferThatHasChangedToTheNextTurn() throws InterruptedException {
        refusal = 409;

        turn(buffer("{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}", "{}"));

        assertThat(paths).hasSize(1);
        assertThat(said).isEmpty();
    }

    @Test
    void writesTheOlderVersionWhereTheNewOneIsAbsent() throws InterruptedException {
        refusal = 404;

        turn(buffer("{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}", "{}"));

        assertThat(paths.getLast()).contains("/v1alpha1/");
        assertThat(written).hasSize(1);
        assertThat(said).isEmpty();
    }

    @Test
    void saysOnceThatItMayNotWrite() throws InterruptedException {
        refusal = 403;

        turn(buffer("{\"replicas\":3,\"podTemplateRef\":{\"name\":\"chunk\"}}", "{}"));

        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("the status of CapacityBuffer shop/web cannot be written: ");
    }

    /// The conditions that were written last: status, reason and message.
    private List<String> conditions() {
        var conditions = new ArrayList<String>();
        for (var each : JsonTree.maps(written.getLast(), "status", "conditions")) {
            conditions.add(
                    JsonTree.text(each, "status")
                            + " "
                            + JsonTree.text(each, "reason")
                            + " "
                            + JsonTree.text(each, "message"));
        }
        return conditions;
    }

    private static String buffer(String spec, String status) {
        return """
        {"metadata":{"name":"web","namespace":"shop","generation":2,"uid":"b","resourceVersion":"7"},\
        "spec":%s,"status":%s}\
        """
                .formatted(spec, status);
    }

    private void turn(String buffer) throws InterruptedException {
        turn(NOON, buffer);
    }

    private void turn(Instant now, String buffer) throws InterruptedException {
        take(buffer);
        status.turned(report(now, List.of(loop(past(), false))));
        background.await(Duration.ofSeconds(5));
    }

    private void take(String buffer) {
        inventory = new Inventory();
        seen = new SeenBuffers();
        var reader = new ObjectReader(inventory, new Mistakes());
        list(reader, ObjectKind.POD_TEMPLATE, TEMPLATE);
        list(reader, ObjectKind.CAPACITY_BUFFER, buffer);
        list(reader, ObjectKind.RESOURCE_QUOTA, quota);
    }

    private void list(ObjectReader reader, ObjectKind kind, String object) {
        var text = "{\"metadata\":{},\"items\":[" + object + "]}";
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        new ServerText(kind, change -> take(reader, change)).page(in, _ -> false);
    }

    private void take(ObjectReader reader, Change change) {
        reader.take(change);
        seen.take(change);
    }

    private Past past() {
        return new Past(new TreeMap<>(), Past.Removals.NONE, new SlackPast(seats), Growths.NONE);
    }

    private static LoopTurn loop(Object remember, boolean dryRun) {
        var decision = new Decision<>(Plan.nothing(), WHY, remember, Decision.NEVER);
        return new LoopTurn(new LoopId("Scaling", "cluster"), "", "", decision, dryRun, List.of());
    }

    private TurnReport report(Instant now, List<LoopTurn> loops) {
        return new TurnReport(
                now, inventory.cluster(), seen.all(), loops, List.of(), Duration.ZERO, 0);
    }
}
