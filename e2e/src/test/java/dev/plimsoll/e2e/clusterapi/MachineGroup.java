package dev.plimsoll.e2e.clusterapi;

import dev.plimsoll.e2e.Api;
import dev.plimsoll.e2e.Manifests;
import dev.plimsoll.e2e.SizingScenario;
import dev.plimsoll.formats.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;

/// An object of Cluster API that has machines, in the namespace of the stand-in controllers.
///
/// @param kind such as `MachineSet`
record MachineGroup(String kind, String name) {

    static final String API_GROUP = "cluster.x-k8s.io";

    private static final String SIZE = API_GROUP + "/cluster-api-autoscaler-node-group-";
    private static final String CAPACITY = "capacity.cluster-autoscaler.kubernetes.io/";

    /// The annotations describe its nodes, so that the policy need not.
    Map<String, Object> object(int replicas, int least, int most) {
        var object =
                new LinkedHashMap<>(
                        Manifests.machineDeployment(MachineControllers.NAMESPACE, name, replicas));
        object.put("kind", kind);
        object.put(
                "metadata",
                Map.of(
                        "namespace",
                        MachineControllers.NAMESPACE,
                        "name",
                        name,
                        "annotations",
                        Map.of(
                                SIZE + "min-size",
                                String.valueOf(least),
                                SIZE + "max-size",
                                String.valueOf(most),
                                CAPACITY + "cpu",
                                "4",
                                CAPACITY + "memory",
                                "16Gi",
                                CAPACITY + "labels",
                                SizingScenario.label() + "=" + name)));
        return object;
    }

    long replicas(Api api) {
        var path = Api.path(MachineControllers.VERSION, kind, MachineControllers.NAMESPACE);
        return JsonTree.at(api.get(path + "/" + name), "spec", "replicas") instanceof Long replicas
                ? replicas
                : -1;
    }

    /// Its name at the provider.
    @Override
    public String toString() {
        return kind + "/" + MachineControllers.NAMESPACE + "/" + name;
    }
}
