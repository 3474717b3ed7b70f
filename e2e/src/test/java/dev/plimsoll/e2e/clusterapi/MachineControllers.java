package dev.plimsoll.e2e.clusterapi;

import dev.plimsoll.e2e.Api;
import dev.plimsoll.e2e.Manifests;
import dev.plimsoll.formats.JsonTree;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/// A stand-in for the controllers of Cluster API and of an infrastructure provider: machines come
/// and go with the replicas of `MachineDeployment`s, of `MachineSet`s of their own and of
/// `MachinePool`s. Each machine has a node that kwok runs, with the labels that the annotations of
/// its group promise.
///
/// Machines with the annotation `delete-machine` go first, then others by name, as with the real
/// controllers.
final class MachineControllers implements AutoCloseable {

    private static final String LABELS = "capacity.cluster-autoscaler.kubernetes.io/labels";
    private static final List<String> KINDS =
            List.of("MachineDeployment", "MachineSet", "MachinePool");

    static final String VERSION = "cluster.x-k8s.io/v1beta2";
    static final String DELETE_MACHINE = "cluster.x-k8s.io/delete-machine";
    static final String NAMESPACE = "fleet";

    private final Api api;
    private final Api nodes;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean isSoldOut;
    private volatile boolean isStopped;
    private int made;

    MachineControllers(Api api) {
        this(api, api);
    }

    /// @param api of the management cluster
    /// @param nodes of the workload cluster
    MachineControllers(Api api, Api nodes) {
        this.api = api;
        this.nodes = nodes;
        this.thread = Thread.ofVirtual().start(this::run);
    }

    /// New machines do not come.
    void sellOut() {
        isSoldOut = true;
    }

    void restock() {
        isSoldOut = false;
    }

    List<Map<String, Object>> machines() {
        return api.list(Api.path(VERSION, "Machine", NAMESPACE));
    }

    /// The machines that went without the annotation, or with pods on their nodes.
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /// The machines of one group.
    List<Map<String, Object>> machines(String group) {
        return machines().stream().filter(machine -> isOf(machine, group)).toList();
    }

    private void run() {
        while (!isStopped) {
            try {
                for (var kind : KINDS) {
                    for (var each : api.list(Api.path(VERSION, kind, NAMESPACE))) {
                        if (JsonTree.maps(each, "metadata", "ownerReferences").isEmpty()) {
                            reconcile(each);
                        }
                    }
                }
            } catch (Api.Refused _) {
                // Others write too. The next pass sees what they wrote.
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    private void reconcile(Map<String, Object> group) {
        var name = JsonTree.text(group, "metadata", "name");
        var owner = JsonTree.text(group, "kind").equals("MachineDeployment") ? set(group) : group;
        var machines =
                machines(name).stream()
                        .sorted(
                                Comparator.<Map<String, Object>, Boolean>comparing(
                                                each -> mark(each).isEmpty())
                                        .thenComparing(
                                                each -> JsonTree.text(each, "metadata", "name")))
                        .toList();
        int wanted = Integer.parseInt(JsonTree.text(group, "spec", "replicas"));
        for (int count = machines.size(); count < wanted; count++) {
            api.create(machine(group, owner));
        }
        int tooMany = Math.max(0, machines.size() - wanted);
        machines.subList(0, tooMany).forEach(this::delete);
        var labels = labels(group);
        machines.subList(tooMany, machines.size()).forEach(each -> advance(each, labels));
        status(
                group,
                Map.of(
                        "observedGeneration",
                        JsonTree.at(group, "metadata", "generation"),
                        "replicas",
                        machines.size(),
                        "upToDateReplicas",
                        machines.size()));
    }

    private static Map<String, String> labels(Map<String, Object> group) {
        var labels = new LinkedHashMap<String, String>();
        var text = JsonTree.text(group, "metadata", "annotations", LABELS);
        for (var pair : text.isEmpty() ? new String[0] : text.split(",")) {
            labels.put(pair.replaceAll("=.*", ""), pair.replaceAll(".*=", ""));
        }
        return labels;
    }

    static String mark(Map<String, Object> machine) {
        return JsonTree.text(machine, "metadata", "annotations", DELETE_MACHINE);
    }

    private static boolean isOf(Map<String, Object> machine, String owner) {
        return JsonTree.maps(machine, "metadata", "ownerReferences").stream()
                .anyMatch(reference -> JsonTree.text(reference, "name").equals(owner));
    }

    /// The one set of a deployment; it has the same name.
    private Map<String, Object> set(Map<String, Object> deployment) {
        var object =
                owned(
                        "MachineSet",
                        JsonTree.text(deployment, "metadata", "name"),
                        deployment,
                        deployment.getOrDefault("spec", Map.of()));
        var found = api.ask("GET", Api.path(object), Map.of());
        return found.isGood() ? found.object() : api.create(object);
    }

    private Map<String, Object> machine(Map<String, Object> group, Map<String, Object> owner) {
        made++;
        return owned(
                "Machine",
                JsonTree.text(owner, "metadata", "name") + "-" + made,
                owner,
                JsonTree.at(group, "spec", "template", "spec"));
    }

    private static Map<String, Object> owned(
            String kind, String name, Map<String, Object> owner, Object spec) {
        var reference =
                Map.of(
                        "apiVersion",
                        VERSION,
                        "kind",
                        JsonTree.text(owner, "kind"),
                        "name",
                        JsonTree.text(owner, "metadata", "name"),
                        "uid",
                        JsonTree.text(owner, "metadata", "uid"));
        var allowed = new LinkedHashMap<>(JsonTree.map(spec));
        allowed.remove("rollout");
        return Map.of(
                "apiVersion",
                VERSION,
                "kind",
                kind,
                "metadata",
                Map.of("namespace", NAMESPACE, "name", name, "ownerReferences", List.of(reference)),
                "spec",
                allowed);
    }

    /// From no phase to Pending, to Provisioned with a provider id, to Running with a node.
    private void advance(Map<String, Object> machine, Map<String, String> labels) {
        var name = JsonTree.text(machine, "metadata", "name");
        var id = "kwok://" + name;
        switch (JsonTree.text(machine, "status", "phase")) {
            case "" -> status(machine, Map.of("phase", "Pending"));
            case "Pending" -> {
                if (!isSoldOut) {
                    api.patch(Api.path(machine), Map.of("spec", Map.of("providerID", id)));
                    status(machine, Map.of("phase", "Provisioned"));
                }
            }
            case "Provisioned" -> {
                var node =
                        new LinkedHashMap<>(
                                Manifests.node(name, labels, Map.of("cpu", "4", "memory", "16Gi")));
                node.put("spec", Map.of("providerID", id));
                if (!nodes.ask("GET", Api.path(node), Map.of()).isGood()) {
                    nodes.create(node);
                }
                status(machine, Map.of("phase", "Running", "nodeRef", Map.of("name", name)));
            }
            default -> {}
        }
    }

    private void delete(Map<String, Object> machine) {
        var name = JsonTree.text(machine, "metadata", "name");
        if (mark(machine).isEmpty()) {
            complaints.add(name + " went without the annotation");
        }
        if (!nodes.list("/api/v1/pods?fieldSelector=spec.nodeName%3D" + name).isEmpty()) {
            complaints.add(name + " went with pods on its node");
        }
        api.delete(Api.path(machine));
        nodes.ask("DELETE", Api.path("v1", "Node", "") + "/" + name, Map.of());
    }

    private void status(Map<String, Object> object, Map<String, Object> status) {
        api.patch(Api.path(object) + "/status", Map.of("status", status));
    }

    @Override
    public void close() {
        isStopped = true;
        try {
            thread.join();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
