package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.metadata;
import static dev.plimsoll.oracle.Trees.name;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.tree;

import dev.plimsoll.e2e.Api;
import dev.plimsoll.e2e.ControlPlane;
import dev.plimsoll.e2e.Program;
import dev.plimsoll.e2e.Setup;
import dev.plimsoll.formats.JsonTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Asks kube-scheduler itself, case by case, about all nodes of a case at once: the [Extender]
/// shows which nodes pass its filters, and keeps it from binding pods.
///
/// The scheduler watches each kind of object on its own. To know that it has seen a whole case, a
/// sentinel asks first: a pod that fits only on the node whose label was changed after all other
/// nodes, with a claim and a volume created after all others. Pods arrive in order, and all other
/// kinds are created before these. The sentinel's node is a part of every case; it has no label
/// that a case uses.
final class RealScheduler implements AutoCloseable {

    private static final String ASK = "ask";
    private static final String PODS = Api.path("v1", "Pod", "");
    private static final String MARK = "oracle/mark";
    private static final String SENTINEL = "sentinel";
    private static final Map<String, Object> GATE = Map.of("name", "oracle/wait");

    /// Admission plugins that would change objects, or need a controller.
    private static final String SILENT =
            "DefaultStorageClass,DefaultTolerationSeconds,PersistentVolumeClaimResize"
                    + ",ServiceAccount,StorageObjectInUseProtection,TaintNodesByCondition";

    private final Extender extender = new Extender();
    private final ControlPlane plane;
    private final Scene scene;
    private int marks;

    RealScheduler() {
        plane =
                ControlPlane.start(
                        Setup.of(Program.SCHEDULER)
                                .withScheduler(configuration())
                                .withFlags(
                                        Program.API_SERVER,
                                        "--disable-admission-plugins=" + SILENT,
                                        "--delete-collection-workers=8"));
        scene = new Scene(plane.api());
    }

    private Map<String, Object> configuration() {
        var spread = tree("defaultingType", "List", "defaultConstraints", list());
        var profile =
                tree(
                        "schedulerName",
                        ASK,
                        "plugins",
                        tree("postFilter", tree("disabled", list(tree("name", "*")))),
                        "pluginConfig",
                        list(tree("name", "PodTopologySpread", "args", spread)));
        return tree(
                "parallelism",
                2,
                "percentageOfNodesToScore",
                100,
                "podInitialBackoffSeconds",
                600,
                "podMaxBackoffSeconds",
                600,
                "profiles",
                list(profile),
                "extenders",
                list(extender.configuration()));
    }

    Answered ask(Case asked) {
        var objects = new ArrayList<>(asked.objects());
        objects.add(sentinelNode());
        scene.clear(objects);
        var pods = asked.pods().stream().map(RealScheduler::asking).toList();
        scene.create(ofKinds(objects, "Namespace", "RuntimeClass", "PriorityClass"));
        scene.create(objects.stream().filter(o -> !Scene.isPod(o) && !isOwned(o)).toList());
        scene.create(ofKinds(objects, "Pod"));
        scene.create(pods.stream().filter(RealScheduler::isGated).toList());
        scene.create(objects);
        awaitSentinel();

        scene.create(pods);
        pods.stream().filter(RealScheduler::isGated).forEach(this::open);
        var seen = new Case(asked.seed(), scene.kept(objects), scene.kept(pods));
        return new Answered(seen, verdicts(pods));
    }

    private static List<Map<String, Object>> ofKinds(
            List<Map<String, Object>> objects, String... kinds) {
        return objects.stream().filter(o -> List.of(kinds).contains(o.get("kind"))).toList();
    }

    private static boolean isOwned(Map<String, Object> object) {
        return metadata(object).containsKey("ownerReferences");
    }

    /// A pod whose id a claim needs has a scheduling gate until that claim exists.
    private static Map<String, Object> asking(Map<String, Object> pod) {
        var spec = new LinkedHashMap<>(spec(pod));
        spec.put("schedulerName", ASK);
        if (metadata(pod).containsKey("uid")) {
            spec.put("schedulingGates", list(GATE));
        }
        var copy = new LinkedHashMap<>(pod);
        copy.put("spec", spec);
        return copy;
    }

    private static boolean isGated(Map<String, Object> pod) {
        return spec(pod).containsKey("schedulingGates");
    }

    private void open(Map<String, Object> pod) {
        plane.api().patch(Api.path(pod), Map.of("spec", Map.of("schedulingGates", List.of())));
    }

    private List<Said> verdicts(List<Map<String, Object>> pods) {
        var found = new HashMap<String, Said>();
        plane.await(
                "the scheduler's verdicts",
                () -> {
                    found.clear();
                    found.putAll(conditions());
                    return pods.stream().allMatch(pod -> found.containsKey(Api.path(pod)));
                });
        return pods.stream().map(pod -> found.get(Api.path(pod))).toList();
    }

    private Map<String, Said> conditions() {
        var found = new HashMap<String, Said>();
        var query = "?resourceVersion=0&fieldSelector=spec.schedulerName%3D" + ASK;
        for (var pod : plane.api().list(PODS + query)) {
            for (var condition : JsonTree.maps(pod, "status", "conditions")) {
                var reason = JsonTree.text(condition, "reason");
                if (reason.equals("Unschedulable") || reason.equals("SchedulerError")) {
                    pod.put("apiVersion", "v1");
                    pod.put("kind", "Pod");
                    found.put(Api.path(pod), Extender.read(JsonTree.text(condition, "message")));
                }
            }
        }
        return found;
    }

    private static Map<String, Object> sentinelNode() {
        var node = object("v1", "Node", SENTINEL);
        spec(node).put("taints", list(tree("key", MARK, "effect", "NoSchedule")));
        var room = tree("cpu", "1", "memory", "1Gi", "pods", "10");
        node.put("status", tree("allocatable", room, "capacity", room));
        return node;
    }

    /// Marks the end of the case's objects and asks until the scheduler has seen the marks.
    private void awaitSentinel() {
        var mark = "m" + ++marks;
        var api = plane.api();
        var node = sentinelNode();
        api.patch(Api.path(node), Map.of("metadata", Map.of("labels", Map.of(MARK, mark))));
        var made = new ArrayList<Map<String, Object>>();
        made.add(api.create(volume(mark)));
        made.add(api.create(claim(mark)));
        int[] attempts = {0};
        plane.await(
                "the scheduler to see a case",
                () -> {
                    var pod = sentinelPod(mark, mark + "-" + ++attempts[0]);
                    api.create(pod);
                    made.add(pod);
                    return verdicts(List.of(pod)).getFirst().fits().equals(List.of(SENTINEL));
                });
        made.forEach(object -> api.delete(Api.path(object)));
    }

    private static Map<String, Object> volume(String mark) {
        var volume = object("v1", "PersistentVolume", mark);
        volume.put(
                "spec",
                tree(
                        "capacity",
                        tree("storage", "1Gi"),
                        "accessModes",
                        list("ReadWriteOnce"),
                        "hostPath",
                        tree("path", "/none"),
                        "claimRef",
                        tree(
                                "apiVersion",
                                "v1",
                                "kind",
                                "PersistentVolumeClaim",
                                "namespace",
                                "default",
                                "name",
                                mark)));
        return volume;
    }

    private static Map<String, Object> claim(String mark) {
        var claim = object("v1", "PersistentVolumeClaim", mark);
        metadata(claim).put("namespace", "default");
        metadata(claim).put("annotations", tree("pv.kubernetes.io/bind-completed", "yes"));
        claim.put("spec", RandomClaims.claimSpec("", "1Gi"));
        spec(claim).put("volumeName", mark);
        return claim;
    }

    private static Map<String, Object> sentinelPod(String mark, String name) {
        var pod = object("v1", "Pod", name);
        metadata(pod).put("namespace", "default");
        pod.put(
                "spec",
                tree(
                        "schedulerName",
                        ASK,
                        "containers",
                        list(RandomPods.container("c")),
                        "nodeSelector",
                        tree(MARK, mark),
                        "tolerations",
                        list(tree("operator", "Exists")),
                        "volumes",
                        list(tree("name", "v", "persistentVolumeClaim", tree("claimName", mark)))));
        return pod;
    }

    @Override
    public void close() {
        scene.close();
        plane.close();
        extender.close();
    }
}
