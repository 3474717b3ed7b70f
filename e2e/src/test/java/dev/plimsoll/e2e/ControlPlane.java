package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A running control plane. It is ready when it has started, and gone when it is closed or its
/// process has ended in any way: `ControlPlaneTest` kills one.
public final class ControlPlane implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Home home = Home.make();
    private final List<Child> children = new ArrayList<>();
    private final Path binaries;
    private final Programs programs;
    private final Api api;

    private ControlPlane(Setup setup) {
        binaries = Binaries.directory();
        try {
            programs = new Programs(home);
            start("etcd", programs.etcd());
            start("kube-apiserver", programs.apiServer(setup.apiServer()));
            var certificate = home.path("apiserver/apiserver.crt");
            await("the API server's certificate", () -> Files.exists(certificate));
            api = new Api(URI.create(programs.server()), Programs.TOKEN, client(certificate));
            await("the API server", this::isReady);
            setup.parts().forEach(part -> start(part, setup));
            if (setup.parts().contains(Setup.Part.CONTROLLERS)) {
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

    public Api api() {
        return api;
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

    private void start(Setup.Part part, Setup setup) {
        switch (part) {
            case CONTROLLERS -> start("kube-controller-manager", programs.controllers());
            case SCHEDULER -> start("kube-scheduler", programs.scheduler(setup.scheduler()));
            case KWOK -> {
                var stages = binaries.resolve("kwok-stages.yaml").toString();
                start("kwok", programs.kwok(stages));
            }
        }
    }

    private void start(String name, List<String> arguments) {
        var log = home.path(name + ".log");
        children.add(Child.start(binaries.resolve(name), arguments, log));
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

    /// A client that trusts the certificates of that file and no others.
    private static HttpClient client(Path certificates) {
        try (InputStream in = Files.newInputStream(certificates)) {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (var each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("c" + trusted.size(), each);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            var tls = SSLContext.getInstance("TLS");
            tls.init(null, trust.getTrustManagers(), new SecureRandom());
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .sslContext(tls)
                    .build();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("the API server's certificate is not usable", failure);
        }
    }
}
