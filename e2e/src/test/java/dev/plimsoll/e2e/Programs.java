package dev.plimsoll.e2e;

import dev.plimsoll.formats.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The files and arguments of each program. Everything listens on loopback, on ports that were free
/// a moment ago.
final class Programs {

    /// The users that the programs are; the admin is the test itself.
    private static final List<User> USERS =
            List.of(User.ADMIN, User.CONTROLLERS, User.SCHEDULER, User.KWOK);

    /// Those that make a small cluster live: accounts, workloads, garbage, budgets, node taints.
    private static final List<String> CONTROLLERS =
            List.of(
                    "serviceaccount-controller",
                    "serviceaccount-token-controller",
                    "namespace-controller",
                    "garbage-collector-controller",
                    "pod-garbage-collector-controller",
                    "deployment-controller",
                    "replicaset-controller",
                    "statefulset-controller",
                    "daemonset-controller",
                    "job-controller",
                    "disruption-controller",
                    "node-lifecycle-controller",
                    "taint-eviction-controller");

    private final Home home;
    private final Setup setup;
    private final Path built;
    private final String key;
    private final List<Integer> ports;
    private final List<Path> auditLogs = new ArrayList<>();

    /// @param built the directory with programs and stages
    Programs(Home home, Setup setup, Path built) {
        this.home = home;
        this.setup = setup;
        this.built = built;
        key = home.write("service-account.pem", privateKey());
        ports = freePorts(6);
    }

    URI server() {
        return https(ports.get(2));
    }

    private static URI https(int port) {
        return URI.create("https://127.0.0.1:" + port);
    }

    /// The address at which a program tells its health.
    URI health(Program program) {
        return switch (program) {
            case ETCD -> URI.create("http://127.0.0.1:" + ports.get(0) + "/readyz");
            case API_SERVER -> server().resolve("/readyz");
            case CONTROLLERS -> https(ports.get(3)).resolve("/healthz");
            case SCHEDULER -> https(ports.get(4)).resolve("/healthz");
            case KWOK -> URI.create("http://127.0.0.1:" + ports.get(5) + "/healthz");
        };
    }

    /// The server of a further API server.
    URI anotherServer() {
        return https(freePorts(1).getFirst());
    }

    /// The certificate that all programs have, and its authority. The first API server makes it.
    Path certificate() {
        return home.path("apiserver/apiserver.crt");
    }

    Path kubeconfig(User user, URI server) {
        var name = user.fileName() + "-" + server.getPort() + ".kubeconfig";
        return Path.of(home.write(name, Kubeconfig.text(server, certificate(), user)));
    }

    private String kubeconfig(User user) {
        return kubeconfig(user, server()).toString();
    }

    List<String> arguments(Program program) {
        var all =
                new ArrayList<>(
                        switch (program) {
                            case ETCD -> etcd();
                            case API_SERVER -> firstApiServer();
                            case CONTROLLERS -> controllers();
                            case SCHEDULER -> scheduler();
                            case KWOK -> kwok();
                        });
        all.addAll(setup.flags(program));
        return all;
    }

    private List<String> etcd() {
        var client = "http://127.0.0.1:" + ports.get(0);
        var peer = "http://127.0.0.1:" + ports.get(1);
        return List.of(
                "--data-dir=" + home.path("etcd"),
                "--unsafe-no-fsync",
                "--log-level=warn",
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer);
    }

    private List<String> firstApiServer() {
        var all = apiServer(server());
        all.add("--cert-dir=" + certificate().getParent());
        return all;
    }

    List<String> anotherApiServer(URI server, List<String> flags) {
        var all = apiServer(server);
        all.addAll(tls());
        all.addAll(flags);
        return all;
    }

    private List<String> apiServer(URI server) {
        var all = new ArrayList<String>();
        all.add("--etcd-servers=http://127.0.0.1:" + ports.get(0));
        all.add("--bind-address=127.0.0.1");
        all.add("--advertise-address=127.0.0.1");
        all.add("--endpoint-reconciler-type=none");
        all.add("--secure-port=" + server.getPort());
        all.add("--service-account-key-file=" + key);
        all.add("--service-account-signing-key-file=" + key);
        all.add("--service-account-issuer=https://kubernetes.default.svc");
        all.add("--service-cluster-ip-range=10.0.0.0/16");
        all.add("--authorization-mode=RBAC");
        all.add("--token-auth-file=" + home.write("tokens.csv", tokens()));
        all.add("--enable-priority-and-fairness=false");
        all.addAll(audit(server));
        return all;
    }

    private List<String> audit(URI server) {
        if (setup.audited().isEmpty()) {
            return List.of();
        }
        var log = home.path("audit-" + server.getPort() + ".log");
        auditLogs.add(log);
        return List.of(
                "--audit-policy-file=" + home.write("audit.json", AuditLog.policy(setup.audited())),
                "--audit-log-path=" + log);
    }

    List<Path> auditLogs() {
        return List.copyOf(auditLogs);
    }

    private List<String> tls() {
        return List.of(
                "--tls-cert-file=" + certificate(),
                "--tls-private-key-file=" + home.path("apiserver/apiserver.key"));
    }

    private String tokens() {
        var users = Stream.concat(USERS.stream(), setup.users().stream());
        return users.map(user -> user.line() + "\n").collect(Collectors.joining());
    }

    private List<String> controllers() {
        var all = new ArrayList<>(tls());
        all.addAll(
                List.of(
                        "--kubeconfig=" + kubeconfig(User.CONTROLLERS),
                        "--authentication-skip-lookup=true",
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + ports.get(3),
                        "--leader-elect=false",
                        "--use-service-account-credentials=true",
                        "--service-account-private-key-file=" + key,
                        "--kube-api-qps=500",
                        "--kube-api-burst=1000",
                        "--node-monitor-period=1s",
                        "--controllers=" + String.join(",", CONTROLLERS)));
        return all;
    }

    /// With a configuration the scheduler takes its connection from there, else from flags.
    private List<String> scheduler() {
        var configuration = setup.scheduler();
        var kubeconfig = kubeconfig(User.SCHEDULER);
        var all = new ArrayList<>(tls());
        all.add("--authentication-skip-lookup=true");
        all.add("--bind-address=127.0.0.1");
        all.add("--secure-port=" + ports.get(4));
        if (configuration.isEmpty()) {
            all.add("--kubeconfig=" + kubeconfig);
            all.add("--leader-elect=false");
            all.add("--kube-api-qps=1000");
            all.add("--kube-api-burst=2000");
            return all;
        }
        var tree = new LinkedHashMap<>(configuration);
        tree.put("apiVersion", "kubescheduler.config.k8s.io/v1");
        tree.put("kind", "KubeSchedulerConfiguration");
        tree.put("leaderElection", Map.of("leaderElect", false));
        tree.put(
                "clientConnection", Map.of("kubeconfig", kubeconfig, "qps", 5000, "burst", 10_000));
        all.add("--config=" + home.write("scheduler.json", Json.text(tree)));
        return all;
    }

    /// Short leases make nodes fail when the machine is busy.
    private List<String> kwok() {
        var stages = Stages.text(built.resolve("stages"), setup.podStart());
        return List.of(
                "--config=" + home.write("stages.yaml", stages),
                "--kubeconfig=" + kubeconfig(User.KWOK),
                "--manage-all-nodes=false",
                "--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake",
                "--node-lease-duration-seconds=40",
                "--node-ip=127.0.0.1",
                "--server-address=127.0.0.1:" + ports.get(5));
    }

    /// All at once, so that no two are the same.
    private static List<Integer> freePorts(int count) {
        var sockets = new ServerSocket[count];
        try {
            for (int i = 0; i < count; i++) {
                sockets[i] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            }
            var ports = Arrays.stream(sockets).map(ServerSocket::getLocalPort).toList();
            for (var socket : sockets) {
                socket.close();
            }
            return ports;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String privateKey() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            var bytes = generator.generateKeyPair().getPrivate().getEncoded();
            var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
            return "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK knows RSA", missing);
        }
    }
}
