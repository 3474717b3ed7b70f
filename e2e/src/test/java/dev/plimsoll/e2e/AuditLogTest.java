package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The audit log has exactly what a user asked for.
@Tag("e2e")
class AuditLogTest {

    private static final String NODES = Api.path("v1", "Node", "");
    private static final String DEPLOYMENTS = Api.path("apps/v1", "Deployment", "default");

    @Test
    void hasTheRequestsOfOneUser() {
        try (var plane = ControlPlane.start(Setup.of().withAudit(User.PLIMSOLL))) {
            var verbs = List.of("create", "get", "list", "patch", "watch");
            var rule = Roles.rule("", List.of("nodes", "nodes/status"), verbs);
            Roles.grant(plane, User.PLIMSOLL, "nodes", List.of(rule));
            var api = plane.api(User.PLIMSOLL);

            api.create(Manifests.node("n1", "4", "16Gi"));
            api.list(NODES);
            api.list(NODES + "?limit=1");
            api.patch(NODES + "/n1/status", Map.of("status", Map.of("phase", "Running")));
            api.ask("GET", NODES + "?watch=true&timeoutSeconds=1", Map.of());
            api.ask("GET", DEPLOYMENTS + "/web/scale", Map.of());
            api.ask("GET", "/version", Map.of());
            plane.api().list(Api.path("v1", "Pod", ""));

            var log = plane.audit(User.PLIMSOLL);
            assertThat(log.counts().toString())
                    .isEqualTo(
                            "{create nodes=1, get /version=1, get apps/deployments/scale=1,"
                                    + " list nodes=2, patch nodes/status=1, watch nodes=1}");
            assertThat(log.forbidden()).hasToString("[get apps/deployments/scale]");
            assertThat(log.accesses()).isEqualTo(log.counts().keySet());
        }
    }
}
