package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.JsonTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Users have the rights that a test gives them, and a kubeconfig each.
@Tag("e2e")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsersTest {

    private static final User OTHER = User.named("other");
    private static final String NODES = Api.path("v1", "Node", "");

    private final ControlPlane plane;

    UsersTest() {
        plane = ControlPlane.start(Setup.of().withUser(OTHER));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    @Test
    void aUserHasTheRightsOfItsRoles() {
        assertThat(status(User.PLIMSOLL, NODES)).isEqualTo(403);

        var rule = Roles.rule("", List.of("nodes"), List.of("list"));
        Roles.grant(plane, User.PLIMSOLL, "reader", List.of(rule));

        assertThat(status(User.PLIMSOLL, NODES)).isEqualTo(200);
        assertThat(status(User.PLIMSOLL, Api.path("v1", "Pod", "default"))).isEqualTo(403);
        assertThat(status(OTHER, NODES)).isEqualTo(403);
        assertThat(status(User.named("stranger"), NODES)).isEqualTo(401);
    }

    @Test
    void aKubeconfigHasOneContext() throws IOException {
        var kubeconfig = JsonTree.parse(Files.readString(plane.kubeconfig(User.PLIMSOLL)));

        assertThat(JsonTree.text(kubeconfig, "current-context")).isEqualTo("e2e");
        assertThat(JsonTree.maps(kubeconfig, "contexts"))
                .containsExactly(
                        Map.of(
                                "name",
                                "e2e",
                                "context",
                                Map.of("cluster", "e2e", "user", "plimsoll")));
        assertThat(JsonTree.maps(kubeconfig, "users"))
                .containsExactly(Map.of("name", "plimsoll", "user", Map.of("token", "t-plimsoll")));
        assertThat(JsonTree.maps(kubeconfig, "clusters"))
                .extracting(cluster -> JsonTree.text(cluster, "cluster", "server"))
                .containsExactly(plane.server().toString());
    }

    private int status(User user, String path) {
        return plane.api(user).ask("GET", path, Map.of()).status();
    }
}
