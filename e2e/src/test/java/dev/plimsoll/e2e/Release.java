package dev.plimsoll.e2e;

import dev.plimsoll.formats.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The rights that a release of the Helm chart grants to the service account of its pods.
record Release(ControlPlane plane, Chart chart, User account) {

    private static final Set<String> RIGHTS =
            Set.of("ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");

    /// The user that the pods of a release are.
    static User account(String namespace) {
        return User.named("system:serviceaccount:" + namespace + ":plimsoll-" + namespace);
    }

    /// Creates the namespace and the rights, and waits until they have effect.
    ///
    /// @param values of the chart
    static Release install(ControlPlane plane, String namespace, String... values) {
        var release = new Release(plane, Chart.in(namespace, List.of(values)), account(namespace));
        plane.api().create(Manifests.namespace(namespace));
        release.chart().objects().stream()
                .filter(object -> RIGHTS.contains(JsonTree.text(object, "kind")))
                .forEach(plane.api()::create);
        plane.await("the rights of " + namespace, release::mayRead);
        return release;
    }

    private boolean mayRead() {
        return plane.api(account).ask("GET", Api.path("v1", "Node", ""), Map.of()).isGood();
    }

    /// Every access that it grants, such as `list storage.k8s.io/csinodes`, but for
    /// CapacityBuffers, which few clusters have: `BuffersTest`.
    Set<String> granted() {
        var granted = new TreeSet<String>();
        Stream.of("ClusterRole", "Role")
                .flatMap(kind -> chart.granted(kind).stream())
                .map(access -> access.replaceFirst(" \\[.*", ""))
                .filter(access -> !isOfBuffers(access))
                .forEach(granted::add);
        return granted;
    }

    static boolean isOfBuffers(String access) {
        return access.contains("/capacitybuffers");
    }

    /// Every access that the account asked for, but for CapacityBuffers.
    Set<String> used() {
        var used = new TreeSet<String>();
        plane.audit(account).accesses().forEach(access -> used.add(access.toString()));
        used.removeIf(Release::isOfBuffers);
        return used;
    }
}
