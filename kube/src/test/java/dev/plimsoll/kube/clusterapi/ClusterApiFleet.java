package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.provider.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A provider and its API server, with one deployment `blue` of up to ten machines.
final class ClusterApiFleet implements AutoCloseable {

    static final String BLUE = "MachineDeployment/fleet/blue";
    static final String MARK = "plimsoll 2026-01-02T03:04:05Z";

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final FakeApiServer server;
    final ClusterApiProvider provider;
    private final ApiServer connection;

    ClusterApiFleet(Path directory, int target, ApiObject... others) {
        this("v1beta2", directory, target, others);
    }

    ClusterApiFleet(String version, Path directory, int target, ApiObject... others) {
        server = new FakeApiServer(version, directory);
        server.put(Objects.group("MachineDeployment", "blue", target, 1, 10));
        server.put(Objects.setOf("blue"));
        List.of(others).forEach(server::put);
        connection = server.connect();
        provider = start();
    }

    /// A provider that has seen nothing yet, as after a restart.
    ClusterApiProvider start() {
        var started =
                ClusterApiProvider.start(
                        connection,
                        ClusterApiScope.ALL,
                        () -> Instant.parse("2026-01-02T03:04:05.678Z"));
        try {
            if (!started.awaitLists(PATIENCE)) {
                throw new IllegalStateException(started.state().problem());
            }
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        return started;
    }

    int target() {
        return provider.find("blue").orElseThrow().target();
    }

    Machine.State state(String id) {
        return provider.find("blue").orElseThrow().machines().stream()
                .filter(machine -> machine.id().equals(id))
                .findFirst()
                .orElseThrow()
                .state();
    }

    boolean isUpgrading() {
        return provider.find("blue").orElseThrow().condition() == Group.Condition.UPGRADING;
    }

    /// The replicas at the API server.
    int replicas() {
        return server.object("machinedeployments", "blue").number(-1, "spec", "replicas");
    }

    /// The mark of a machine at the API server; empty for none.
    String mark(String machine) {
        return server.object("machines", machine).annotation(Annotations.DELETE_MACHINE);
    }

    static void await(BooleanSupplier isSo) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited in vain");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        provider.close();
        server.close();
        connection.close();
    }
}
