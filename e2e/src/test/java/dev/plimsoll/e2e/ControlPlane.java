package dev.plimsoll.e2e;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A running control plane. It is ready when it has started, and gone when it is closed or its
/// process has ended in any way: `ControlPlaneTest` kills one.
public final class ControlPlane implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Home home = Home.make();
    private final List<Component> components = new CopyOnWriteArrayList<>();
    private final Map<Program, Component> byProgram = new EnumMap<>(Program.class);
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
            component(Program.API_SERVER).awaitReady();
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
        return api(user, server());
    }

    /// @param server an API server, or a proxy before one
    public Api api(User user, URI server) {
        return new Api(server, user.token(), client);
    }

    public URI server() {
        return programs.server();
    }

    /// Trusts all API servers.
    HttpClient client() {
        return client;
    }

    /// A kubeconfig file whose only context, `e2e`, is the user on this control plane.
    public Path kubeconfig(User user) {
        return kubeconfig(user, server());
    }

    /// @param server an API server, or a proxy before one
    public Path kubeconfig(User user, URI server) {
        return programs.kubeconfig(user, server);
    }

    /// A program for the command line that was built with the control plane.
    ///
    /// @param name `kubectl` or `helm`
    public Path tool(String name) {
        return binaries.resolve(name);
    }

    public Component component(Program program) {
        var component = byProgram.get(program);
        if (component == null) {
            throw new IllegalArgumentException("the setup has no " + program);
        }
        return component;
    }

    /// Starts a further API server and waits until it is ready. The other programs do not use it.
    ///
    /// @param flags its own further flags; those of the setup are for the first API server
    public ApiServer startApiServer(String... flags) {
        var server = programs.anotherServer();
        var arguments = programs.anotherApiServer(server, List.of(flags));
        var component = start(Program.API_SERVER, arguments, server.resolve("/readyz"));
        component.awaitReady();
        return new ApiServer(server, component);
    }

    /// The requests of a user whom the setup audits.
    public AuditLog audit(User user) {
        return AuditLog.read(programs.auditLogs(), user);
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
            components.forEach(Component::mustRun);
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
        components.reversed().forEach(Component::close);
        home.close();
    }

    private void start(Program program) {
        var arguments = programs.arguments(program);
        byProgram.put(program, start(program, arguments, programs.health(program)));
    }

    private Component start(Program program, List<String> arguments, URI health) {
        var name = program.binary();
        var log = home.path(name + "-" + health.getPort() + ".log");
        var component =
                new Component(
                        this,
                        name,
                        () -> Child.start(binaries.resolve(name), arguments, log),
                        () -> Health.isGood(client, health));
        components.add(component);
        return component;
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
