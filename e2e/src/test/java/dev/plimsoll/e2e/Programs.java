package dev.plimsoll.e2e;

import dev.plimsoll.formats.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The files and arguments of each program. Everything listens on loopback, on ports that were free
/// a moment ago.
final class Programs {

    static final String TOKEN = "t-admin";

    private static final String TOKENS =
            """
            t-admin,admin,1,"system:masters"
            t-controllers,system:kube-controller-manager,2
            t-scheduler,system:kube-scheduler,3
            t-kwok,kwok,4,"system:masters"
            """;

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
    private final String key;
    private final List<Integer> ports;

    Programs(Home home) {
        this.home = home;
        key = home.write("service-account.pem", privateKey());
        ports = freePorts(6);
    }

    String server() {
        return "https://127.0.0.1:" + ports.get(2);
    }

    List<String> etcd() {
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

    List<String> apiServer(List<String> more) {
        var all = new ArrayList<String>();
        all.add("--etcd-servers=http://127.0.0.1:" + ports.get(0));
        all.add("--bind-address=127.0.0.1");
        all.add("--advertise-address=127.0.0.1");
        all.add("--endpoint-reconciler-type=none");
        all.add("--secure-port=" + ports.get(2));
        all.add("--cert-dir=" + home.path("apiserver"));
        all.add("--service-account-key-file=" + key);
        all.add("--service-account-signing-key-file=" + key);
        all.add("--service-account-issuer=https://kubernetes.default.svc");
        all.add("--service-cluster-ip-range=10.0.0.0/16");
        all.add("--authorization-mode=RBAC");
        all.add("--token-auth-file=" + home.write("tokens.csv", TOKENS));
        all.add("--enable-priority-and-fairness=false");
        all.addAll(more);
        return all;
    }

    List<String> controllers() {
        return List.of(
                "--kubeconfig=" + kubeconfig("t-controllers"),
                "--authentication-skip-lookup=true",
                "--bind-address=127.0.0.1",
                "--secure-port=" + ports.get(3),
                "--cert-dir=" + home.path("controllers"),
                "--leader-elect=false",
                "--use-service-account-credentials=true",
                "--service-account-private-key-file=" + key,
                "--kube-api-qps=500",
                "--kube-api-burst=1000",
                "--node-monitor-period=1s",
                "--controllers=" + String.join(",", CONTROLLERS));
    }

    /// With a configuration the scheduler takes its connection from there, else from flags.
    List<String> scheduler(Map<String, Object> configuration) {
        var kubeconfig = kubeconfig("t-scheduler");
        var all = new ArrayList<String>();
        all.add("--authentication-skip-lookup=true");
        all.add("--bind-address=127.0.0.1");
        all.add("--secure-port=" + ports.get(4));
        all.add("--cert-dir=" + home.path("scheduler"));
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

    List<String> kwok(String stages) {
        return List.of(
                "--config=" + stages,
                "--kubeconfig=" + kubeconfig("t-kwok"),
                "--manage-all-nodes=false",
                "--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake",
                "--node-lease-duration-seconds=40",
                "--node-ip=127.0.0.1",
                "--server-address=127.0.0.1:" + ports.get(5));
    }

    private String kubeconfig(String token) {
        var cluster =
                Map.of(
                        "server",
                        server(),
                        "certificate-authority",
                        home.path("apiserver/apiserver.crt").toString());
        var tree =
                Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Config",
                        "clusters",
                        List.of(Map.of("name", "c", "cluster", cluster)),
                        "users",
                        List.of(Map.of("name", "u", "user", Map.of("token", token))),
                        "contexts",
                        List.of(
                                Map.of(
                                        "name",
                                        "x",
                                        "context",
                                        Map.of("cluster", "c", "user", "u"))),
                        "current-context",
                        "x");
        return home.write(token + ".kubeconfig", Json.text(tree));
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
