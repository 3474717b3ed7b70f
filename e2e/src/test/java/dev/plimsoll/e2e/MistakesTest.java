package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Mistakes of an operator: each ends the command with one clear sentence and the right exit code,
/// or is said once while the controller stays alive.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MistakesTest {

    private static final String NAMESPACE = "plimsoll";
    private static final User ACCOUNT = Release.account(NAMESPACE);
    private static final User STRANGER = User.named("stranger");
    private static final String ROLE =
            Api.path("rbac.authorization.k8s.io/v1", "ClusterRole", "")
                    + "/plimsoll-"
                    + NAMESPACE
                    + "-reading";

    private final ControlPlane plane;

    @TempDir Path folder;

    MistakesTest() {
        plane = ControlPlane.start(Setup.whole().withUser(ACCOUNT));
        Release.install(plane, NAMESPACE, "provider=nodes");
        Roles.grant(plane, User.PLIMSOLL, "no-pods", withoutPods(rules()));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void planWhereNothingListens() throws IOException {
        var ended = plan(plane.kubeconfig(User.ADMIN, closed()));

        assertEndsWith(ended, 3, "the API server https://127.0.0.1:", "cannot be reached");
    }

    /// It says that it waits, and gives up after half a minute.
    @Test
    void runWhereNothingListens() throws IOException {
        long begin = System.nanoTime();
        var ended = run("lost", plane.kubeconfig(User.ADMIN, closed()), policy());

        var said = ended.err().lines().toList();
        assertThat(said).hasSize(2).allMatch(line -> line.contains("cannot be reached"));
        assertThat(said.getFirst()).contains("waits for the cluster: the API server https://127");
        assertThat(said.getLast()).contains("; check the address and the network");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void planWithAnUnknownToken() {
        var ended = plan(plane.kubeconfig(STRANGER));

        assertEndsWith(ended, 3, "does not accept the credentials of the kubeconfig; log in again");
    }

    @Test
    void runWithAnUnknownToken() {
        var ended = run("stranger", plane.kubeconfig(STRANGER), policy());

        assertEndsWith(ended, 3, "does not accept the credentials of the kubeconfig; log in again");
    }

    @Test
    void planWithoutTheRightToListPods() {
        var ended = plan(plane.kubeconfig(User.PLIMSOLL));

        assertEndsWith(ended, 3, "\"plimsoll\" cannot list resource \"pods\"", "; grant it");
    }

    @Test
    void runWithoutTheRightToListPods() {
        var ended = run("unlisted", plane.kubeconfig(User.PLIMSOLL), policy());

        assertEndsWith(ended, 3, "\"plimsoll\" cannot list resource \"pods\"", "; grant it");
    }

    @Test
    void runWithAPolicyThatHasAMistake() {
        var ended = run("mistaken", plane.kubeconfig(ACCOUNT), mistaken(policy()));

        assertEndsWith(ended, 2, "policy.yaml:9:", "maxNodes", "many");
    }

    @Test
    void aPolicyThatGetsAMistakeWhileItRuns() {
        var group = NodeGroup.create(plane, "changed", 1, 1);
        try (var replica = start(group, plane.server())) {
            replica.awaitSays("groups=1");

            replica.change(mistaken(group.policy()));
            replica.awaitSays("; the policy before stays");
            assertThat(line(replica, "; the policy before stays"))
                    .contains("policy.yaml:9:", "maxNodes", "many");

            group.scale(12);
            plane.await("a second node", () -> group.nodes().size() >= 2);
            assertThat(replica.count("; the policy before stays")).isEqualTo(1);
            assertThat(replica.stopAndReplay().code()).isZero();
        }
    }

    /// Watches end after 60 to 90 s; this one ends at once. Only the next one is refused.
    @Test
    void aRightThatIsRevokedWhileItRuns() {
        var group = NodeGroup.create(plane, "revoked", 1, 1);
        var rules = rules();
        try (var proxy = new RequestProxy(plane.server(), plane.client());
                var replica = start(group, proxy.server())) {
            replica.awaitSays("groups=1");

            plane.api().patch(ROLE, Map.of("rules", withoutPods(rules)));
            plane.await("the end of the right", () -> !mayListPods());
            proxy.cut(request -> request.isWatchOf("pods"));
            replica.awaitSays("cannot watch resource \"pods\"");
            assertThat(line(replica, "cannot watch resource \"pods\""))
                    .contains("no turn: ", "; grant it")
                    .doesNotContain("over: ");
            pause(Duration.ofSeconds(5));
            assertThat(replica.count("cannot watch resource \"pods\"")).isEqualTo(1);

            plane.api().patch(ROLE, Map.of("rules", rules));
            replica.awaitSays("over: no turn: ");
            group.scale(12);
            plane.await("a second node", () -> group.nodes().size() >= 2);
            assertThat(replica.stopAndReplay().code()).isZero();
        }
    }

    private boolean mayListPods() {
        return plane.api(ACCOUNT).ask("GET", Api.path("v1", "Pod", ""), Map.of()).isGood();
    }

    /// The rights to read that the chart grants.
    private List<Map<String, Object>> rules() {
        return JsonTree.maps(plane.api().get(ROLE), "rules");
    }

    private static List<Map<String, Object>> withoutPods(List<Map<String, Object>> rules) {
        return rules.stream().map(MistakesTest::withoutPods).toList();
    }

    private static Map<String, Object> withoutPods(Map<String, Object> rule) {
        var without = new LinkedHashMap<>(rule);
        if (rule.get("resources") instanceof List<?> resources) {
            without.put(
                    "resources", resources.stream().filter(each -> !each.equals("pods")).toList());
        }
        return without;
    }

    private static String mistaken(String policy) {
        return policy.replace("maxNodes: 12", "maxNodes: many");
    }

    private String policy() {
        return new NodeGroup(plane, "any").policy();
    }

    /// An address where nothing listens.
    private static URI closed() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("https://127.0.0.1:" + socket.getLocalPort());
        }
    }

    private Ended plan(Path kubeconfig) {
        return Plimsoll.run(folder, "plan", "--kubeconfig", kubeconfig.toString());
    }

    private Ended run(String name, Path kubeconfig, String policy) {
        try {
            var file = Files.createDirectories(folder.resolve(name)).resolve("policy.yaml");
            Files.writeString(file, policy);
            return Plimsoll.run(
                    folder,
                    "run",
                    "--kubeconfig",
                    kubeconfig.toString(),
                    "-c",
                    file.toString(),
                    "--namespace",
                    NAMESPACE,
                    "--listen",
                    "off");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Replica start(NodeGroup group, URI server) {
        return Replica.start(
                folder.resolve(group.name()),
                plane.kubeconfig(ACCOUNT, server),
                group.policy(Faults.TEMPLATE),
                "--namespace",
                NAMESPACE);
    }

    private static void assertEndsWith(Ended ended, int code, String... words) {
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).singleElement().asString().contains(words);
        assertThat(ended.code()).isEqualTo(code);
    }

    private static String line(Replica replica, String words) {
        return replica.output().lines().filter(line -> line.contains(words)).findFirst().orElse("");
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
