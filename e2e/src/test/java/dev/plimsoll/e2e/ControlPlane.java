package dev.plimsoll.e2e;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A running control plane. It is ready when it has started, and gone when it is closed or its
/// process has ended in any way: `ControlPlaneTest` kills one.
public final class ControlPlane implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Home home = Home.make();
    private final List<Child> children = new ArrayList<>();
    private final Path binaries;
    private final Programs programs;
    private final HttpClient client;
    private final Api api;

    private ControlPlane(Setup setup) {
        binaries = Binaries.directory();
        try {
            programs = new Programs(home, setup, binaries);
            start(Program.ETCD);
            start(Program.API_SERVER);
            var certificate = programs.certificate();
            await("the API server's certificate", () -> Files.exists(certificate));
            client = Trust.client(certificate);
            api = api(User.ADMIN);
            await("the API server", this::isReady);
            setup.programs().forEach(this::start);
            if (setup.programs().contains(Program.CONTROLLERS)) {
                await("the default service account", this::hasDefaultAccount);
            }
        } catch (RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /// Builds the programs if they are not built.
    public static ControlPlane start(Setup setup) {
        try {
            return new ControlPlane(setup);
        } catch (ChildEnded failure) {
            if (!failure.isPortTaken()) {
                throw failure;
            }
            return new ControlPlane(setup);
        }
    }

    /// As the admin.
    public Api api() {
        return api;
    }

    /// @param user one of the setup's users
    public Api api(User user) {
        return new Api(programs.server(), user.token(), client);
    }

    public URI server() {
        return programs.server();
    }

    /// A kubeconfig file whose only context, `e2e`, is the user on this control plane.
    public Path kubeconfig(User user) {
        return programs.kubeconfig(user);
    }

    /// The requests of a user whom the setup audits.
    public AuditLog audit(User user) {
        return AuditLog.read(List.of(programs.auditLog()), user);
    }

    /// Installs the custom resources of API groups and waits until they are served.
    ///
    /// @param groups such as `cluster.x-k8s.io`; `e2e/controlplane/crds` has all
    public void install(String... groups) {
        var definitions =
                Stream.of(groups)
                        .flatMap(group -> Definitions.of(binaries.resolve("crds"), group).stream())
                        .toList();
        definitions.forEach(api::create);
        definitions.forEach(each -> await(Api.path(each), () -> Definitions.isServed(api, each)));
    }

    /// Waits until it is so. Fails at once if a part of the control plane ends before.
    public void await(String what, BooleanSupplier isSo) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long millis = 5;
        while (!isSo.getAsBoolean()) {
            children.forEach(Child::mustRun);
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "waited " + PATIENCE.toSeconds() + " s in vain for " + what);
            }
            pause(millis);
            millis = Math.min(100, millis * 2);
        }
    }

    /// Ends everything and removes its directory.
    @Override
    public void close() {
        children.reversed().forEach(Child::close);
        home.close();
    }

    private void start(Program program) {
        var name = program.binary();
        var log = home.path(name + ".log");
        children.add(Child.start(binaries.resolve(name), programs.arguments(program), log));
    }

    private boolean isReady() {
        try {
            return api.ask("GET", "/readyz", Map.of()).isGood();
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private boolean hasDefaultAccount() {
        var path = "/api/v1/namespaces/default/serviceaccounts/default";
        return api.ask("GET", path, Map.of()).isGood();
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
