package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;

/// A control plane with controllers that run with the rights of the chart. A group of 30 pods with
/// 500m each needs 6 nodes of 4 cpu for a utilisation of at most 70%. It never has more: nothing is
/// bought twice.
final class Faults {

    static final int NEEDED = 6;
    static final String TEMPLATE = "template: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}";

    private static final String NAMESPACE = "plimsoll";
    private static final User ACCOUNT = Release.account(NAMESPACE);

    private final ControlPlane plane;

    Faults() {
        this(Setup.whole());
    }

    Faults(Setup setup) {
        plane = ControlPlane.start(setup.withUser(ACCOUNT).withAudit(ACCOUNT));
        Release.install(plane, NAMESPACE, "provider=nodes");
    }

    ControlPlane plane() {
        return plane;
    }

    /// As the controller.
    Api api(URI server) {
        return plane.api(ACCOUNT, server);
    }

    AuditLog audit() {
        return plane.audit(ACCOUNT);
    }

    /// The group gets the nodes that it needs, and at no time more.
    void awaitNeeded(NodeGroup group) {
        plane.await(
                "nodes of " + group.name(),
                () -> {
                    int nodes = group.nodes().size();
                    assertThat(nodes).isLessThanOrEqualTo(NEEDED);
                    return nodes == NEEDED && group.running() == 30;
                });
    }

    Replica start(Path folder, NodeGroup group, String name, URI server) {
        return start(folder, group, name, server, group.policy(TEMPLATE));
    }

    Replica start(Path folder, NodeGroup group, String name, URI server, String policy) {
        return Replica.start(
                folder.resolve(group.name() + "-" + name),
                plane.kubeconfig(ACCOUNT, server),
                policy,
                "--namespace",
                NAMESPACE);
    }

    /// Ends it and replays its journal.
    void end(Replica replica) {
        assertThat(replica.stopAndReplay().code()).isZero();
    }
}
