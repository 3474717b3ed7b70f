package dev.plimsoll.e2e;

import java.util.List;
import java.util.Map;

/// An admission policy by which the API server refuses what the provider `nodes` orders.
record Barrier(ControlPlane plane) {

    static final String MESSAGE = "no orders today";

    private static final String NAME = "no-orders";
    private static final String VERSION = "admissionregistration.k8s.io/v1";

    /// Waits until it has effect.
    static Barrier againstOrders(ControlPlane plane) {
        plane.api().create(policy());
        plane.api()
                .create(
                        Map.of(
                                "apiVersion",
                                VERSION,
                                "kind",
                                "ValidatingAdmissionPolicyBinding",
                                "metadata",
                                Map.of("name", NAME),
                                "spec",
                                Map.of("policyName", NAME, "validationActions", List.of("Deny"))));
        var maps = Api.path("v1", "ConfigMap", "default");
        plane.await(
                "the admission policy",
                () -> !plane.api().ask("POST", maps + "?dryRun=All", orders()).isGood());
        return new Barrier(plane);
    }

    private static Map<String, Object> policy() {
        var rule =
                Map.of(
                        "apiGroups",
                        List.of(""),
                        "apiVersions",
                        List.of("v1"),
                        "operations",
                        List.of("CREATE", "UPDATE"),
                        "resources",
                        List.of("configmaps"));
        var validation =
                Map.of(
                        "expression",
                        "object.metadata.name != 'plimsoll-nodes'",
                        "message",
                        MESSAGE);
        return Map.of(
                "apiVersion",
                VERSION,
                "kind",
                "ValidatingAdmissionPolicy",
                "metadata",
                Map.of("name", NAME),
                "spec",
                Map.of(
                        "matchConstraints",
                        Map.of("resourceRules", List.of(rule)),
                        "validations",
                        List.of(validation)));
    }

    private static Map<String, Object> orders() {
        return Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", "plimsoll-nodes", "namespace", "default"));
    }

    /// Waits until orders are accepted again.
    void lift() {
        for (var kind : List.of("ValidatingAdmissionPolicyBinding", "ValidatingAdmissionPolicy")) {
            plane.api().delete(Api.path(VERSION, kind, "") + "/" + NAME);
        }
        var maps = Api.path("v1", "ConfigMap", "default");
        plane.await(
                "the end of the admission policy",
                () -> plane.api().ask("POST", maps + "?dryRun=All", orders()).isGood());
    }
}
