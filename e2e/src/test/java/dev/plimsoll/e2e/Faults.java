package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.NodeGroup.Managed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// A control plane with controllers that run with the rights of the chart. A group of 30 pods with
/// 500m each needs 6 nodes of 4 cpu for a utilisation of at most 70%, and 4 for its pods. It never
/// has more: nothing is bought twice. `Laws` looks at all groups all the time.
final class Faults implements AutoCloseable {

    private static final int PODS = 30;
    static final String TEMPLATE = "template: {allocatable: {cpu: 4, memory: 16Gi, pods: 110}}";

    private static final String NAMESPACE = "plimsoll";
    private static final User ACCOUNT = Release.account(NAMESPACE);

    /// The pods of 500m that fit on a node.
    private static final int PODS_OF_NODE = 8;

    private final ControlPlane plane;
    private final Laws laws;
    private final Managed managed;

    Faults() {
        this(Setup.whole(), Managed.UTILISATION);
    }

    /// Pods start slowly enough for a budget to stay broken until somebody looks.
    ///
    /// @param managed what sets the size of its groups
    Faults(Setup setup, Managed managed) {
        this.managed = managed;
        plane =
                ControlPlane.start(
                        setup.withUser(ACCOUNT)
                                .withAudit(ACCOUNT)
                                .withPodStart(Duration.ofMillis(500)));
        Release.install(plane, NAMESPACE, "provider=nodes");
        laws = new Laws(plane, NAMESPACE);
    }

    ControlPlane plane() {
        return plane;
    }

    AuditLog audit() {
        return plane.audit(ACCOUNT);
    }

    /// A group that never has more nodes than it needs. One of its pods may be missing, but not the
    /// only one.
    NodeGroup group(String name, int nodes, int replicas) {
        return group(name, nodes, replicas, new NodeGroup(plane, name, managed).nodesFor(PODS));
    }

    /// @param most the nodes and orders that it may have
    NodeGroup group(String name, int nodes, int replicas, int most) {
        return create(new NodeGroup(plane, name, managed), nodes, replicas, most);
    }

    /// @param most the nodes and orders that it may have
    NodeGroup create(NodeGroup group, int nodes, int replicas, int most) {
        group.create(nodes, replicas);
        int available = Math.max(1, Math.min(replicas, PODS_OF_NODE * nodes) - 1);
        var name = group.name();
        plane.api().create(Manifests.budget(name, name, available, Map.of("app", name)));
        laws.watch(group, 1, most);
        return group;
    }

    /// The group gets the nodes that it needs.
    void awaitNeeded(NodeGroup group) {
        plane.await(
                "nodes of " + group.name(),
                () -> group.nodes().size() == group.nodesFor(PODS) && group.running() == PODS);
    }

    Replica start(Path folder, NodeGroup group, String name, URI server) {
        return start(folder, group, name, server, group.policy(TEMPLATE));
    }

    Replica start(
            Path folder, NodeGroup group, String name, URI server, String policy, String... more) {
        var words = new String[more.length + 2];
        words[0] = "--namespace";
        words[1] = NAMESPACE;
        System.arraycopy(more, 0, words, 2, more.length);
        return Replica.start(
                folder.resolve(group.name() + "-" + name),
                plane.kubeconfig(ACCOUNT, server),
                policy,
                words);
    }

    /// Before the API server, for a replica.
    RequestProxy proxy() {
        return new RequestProxy(plane.server(), plane.client());
    }

    /// Ends it, replays its journal, and looks whether the laws held.
    void end(Replica replica, NodeGroup group) {
        assertThat(replica.stopAndReplay().code()).isZero();
        laws.mustHoldWithBudget(group);
    }

    Laws laws() {
        return laws;
    }

    @Override
    public void close() {
        laws.close();
        plane.close();
    }
}
