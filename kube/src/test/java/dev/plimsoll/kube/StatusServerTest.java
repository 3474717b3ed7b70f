package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusServerTest {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Signs STARTING = signs(false, true, false, Duration.ofMinutes(4));
    private static final Signs LEADING = signs(true, true, true, Duration.ofSeconds(60));
    private static final Signs STANDING_BY = signs(true, true, false, Duration.ZERO);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Metrics metrics = new Metrics();
    private volatile Signs now = STARTING;
    private StatusServer server;

    @BeforeEach
    void listen() throws IOException {
        server = StatusServer.start(anyPort(), () -> now, metrics);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void isHealthyAndNotReadyWhileItReadsTheCluster() {
        assertThat(get("/healthz")).isEqualTo("200 ok\n");
        assertThat(get("/readyz")).isEqualTo("503 the cluster has not been read yet\n");
    }

    @Test
    void isHealthyAndReadyAsLeaderAndAsStandby() {
        now = LEADING;
        assertThat(get("/healthz")).isEqualTo("200 ok\n");
        assertThat(get("/readyz")).isEqualTo("200 ok: leads\n");

        now = STANDING_BY;
        assertThat(get("/healthz")).isEqualTo("200 ok\n");
        assertThat(get("/readyz")).isEqualTo("200 ok: does not lead\n");
    }

    @Test
    void isNotHealthyIfItsTurnsStandStill() {
        now = signs(true, true, true, LONGEST.plusSeconds(1));

        assertThat(get("/healthz")).isEqualTo("503 no turn has moved for 61 s\n");
    }

    @Test
    void isNotReadyWhileAWatchIsSilent() {
        now = signs(true, false, true, Duration.ZERO);

        assertThat(get("/healthz")).isEqualTo("200 ok\n");
        assertThat(get("/readyz"))
                .isEqualTo("503 the picture of the cluster may be old: a watch does not report\n");
    }

    @Test
    void givesMetricsInTheFormatOfPrometheus() {
        now = LEADING;
        metrics.turned(new OneTurn().report());

        var reply = send("GET", "/metrics");

        assertThat(reply.headers().firstValue("Content-Type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(reply.body()).contains("\nplimsoll_leader 1.0\n", "\nplimsoll_pending_pods 3");
    }

    @Test
    void refusesOtherPathsAndMethods() {
        assertThat(get("/")).startsWith("404");
        assertThat(get("/healthz/more")).startsWith("404");
        assertThat(send("POST", "/metrics").statusCode()).isEqualTo(405);
        assertThat(send("HEAD", "/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void saysThatAPortIsTaken() {
        int port = Integer.parseInt(server.address().replace("127.0.0.1:", ""));
        var taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);

        assertThatThrownBy(() -> StatusServer.start(taken, () -> now, metrics))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "cannot listen on 127.0.0.1:"
                                + port
                                + " (Address already in use); choose another address with --listen"
                                + " ADDRESS:PORT, or --listen off");
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private String get(String path) {
        var reply = send("GET", path);
        return reply.statusCode() + " " + reply.body();
    }

    private HttpResponse<String> send(String method, String path) {
        var request =
                HttpRequest.newBuilder(URI.create("http://" + server.address() + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    private static Signs signs(
            boolean isRead, boolean isCurrent, boolean leads, Duration sinceMove) {
        return new Signs(isRead, isCurrent, leads, sinceMove, LONGEST, Duration.ZERO, 1);
    }
}
