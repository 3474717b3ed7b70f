package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusMapTest {

    private static final String FOLDER = "/api/v1/namespaces/ops/configmaps";
    private static final String PATCH = "PATCH " + FOLDER + "/plimsoll-status";

    @TempDir Path folder;

    private final List<String> said = new ArrayList<>();
    private final BackgroundRequests background = new BackgroundRequests(said::add);
    private WrittenObjects written;
    private ApiServer server;
    private StatusMap status;

    @BeforeEach
    void start() throws IOException {
        written = new WrittenObjects(folder);
        server = written.connect();
        status = new StatusMap(server, "ops", background);
    }

    @AfterEach
    void stop() {
        background.close();
        server.close();
        written.close();
    }

    @Test
    void hasTheFormThatUsersOfClusterAutoscalerKnow() throws InterruptedException {
        turn(0, 4);

        assertThat(text())
                .isEqualTo(
                        """
                        time: "2026-01-05T12:00:00Z"
                        autoscalerStatus: Running
                        clusterWide:
                          health:
                            status: Healthy
                            lastProbeTime: "2026-01-05T12:00:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                            nodeCounts:
                              registered:
                                total: 4
                                ready: 2
                                notStarted: 1
                                beingDeleted: 1
                                unready:
                                  total: 0
                                  resourceUnready: 0
                              longUnregistered: 0
                              unregistered: 1
                          scaleUp:
                            status: InProgress
                            lastProbeTime: "2026-01-05T12:00:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                          scaleDown:
                            status: CandidatesPresent
                            lastProbeTime: "2026-01-05T12:00:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                            candidates: 1
                        nodeGroups:
                        - name: web
                          health:
                            status: Healthy
                            lastProbeTime: "2026-01-05T12:00:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                            nodeCounts:
                              registered:
                                total: 3
                                ready: 1
                                notStarted: 1
                                beingDeleted: 1
                                unready:
                                  total: 0
                                  resourceUnready: 0
                              longUnregistered: 0
                              unregistered: 1
                            cloudProviderTarget: 4
                            minSize: 2
                            maxSize: 10
                          scaleUp:
                            status: InProgress
                            lastProbeTime: "2026-01-05T12:00:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                          scaleDown:
                            status: CandidatesPresent
                            lastProbeTime: "2026-01-05T12:00:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                            candidates: 1
                          plimsoll:
                            decision:
                              loop: Sizing/web
                              decided: "2026-01-05T12:00:00Z"
                              rule: within-thresholds
                              sentence: web stays
                            draining:
                            - node: c
                              since: "2026-01-05T11:59:00Z"
                              cause: low-utilisation
                        """);
    }

    @Test
    void isCreatedOnceAndThenPatched() throws InterruptedException {
        turn(0, 4);
        assertThat(written.requests()).containsExactly(PATCH, "POST " + FOLDER);
        assertThat(status.uid()).isEqualTo("uid-1");

        turn(60, 4);
        assertThat(written.requests()).containsExactly(PATCH);
    }

    @Test
    void isWrittenEveryTenSecondsIfItChangesAndElseEveryMinute() throws InterruptedException {
        turn(0, 4);
        written.requests();

        turn(9, 5);
        assertThat(written.requests()).isEmpty();
        turn(10, 5);
        assertThat(written.requests()).containsExactly(PATCH);
        turn(69, 5);
        assertThat(written.requests()).isEmpty();
        turn(70, 5);
        assertThat(written.requests()).containsExactly(PATCH);
    }

    @Test
    void keepsTheTimeOfTheLastTransition() throws InterruptedException {
        turn(0, 4);
        turn(60, 3);
        turn(120, 3);

        assertThat(text())
                .contains(
                        """
                          scaleUp:
                            status: InProgress
                            lastProbeTime: "2026-01-05T12:02:00Z"
                            lastTransitionTime: "2026-01-05T12:00:00Z"
                        """);
    }

    @Test
    void keepsTheLastDecisionOfAGroupUntilTheNext() throws InterruptedException {
        turn(0, 4);
        var next = new OneTurn().undecided().at(OneTurn.NOON.plusSeconds(60));
        status.turned(next.report());
        background.await(Duration.ofSeconds(20));

        assertThat(text())
                .startsWith("time: \"2026-01-05T12:01:00Z\"")
                .contains("decided: \"2026-01-05T12:00:00Z\"", "sentence: web stays");
    }

    @Test
    void saysOnceThatItCannotBeWritten() throws InterruptedException {
        written.refuse(403);
        turn(0, 4);
        turn(10, 4);
        assertThat(said)
                .containsExactly(
                        "the status ops/plimsoll-status cannot be written: refused by the test;"
                                + " grant it, or use other credentials");

        written.refuse(0);
        turn(20, 4);
        assertThat(written.objects()).hasSize(1);
    }

    private void turn(int second, int target) throws InterruptedException {
        status.turned(new OneTurn().at(OneTurn.NOON.plusSeconds(second)).target(target).report());
        background.await(Duration.ofSeconds(20));
    }

    private String text() {
        return JsonTree.text(written.objects().getFirst(), "data", "status");
    }
}
