package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.spec;
import static dev.plimsoll.oracle.Trees.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Random cases: clusters and pods with all rules of the scheduler and their edge values.
///
/// The trees are valid for an API server as they are, except for the following, which is left to
/// the creator:
/// - `status` of pods, volumes and claims is written after the object;
/// - a pod that carries the annotation `oracle/terminating` is deleted once it is there (its
///   finalizer keeps it);
/// - a claim with an owner follows its pod, and the owner's `uid` becomes the pod's real one.
///
/// **Invariant:** equal seeds give equal cases. `CasesTest` guards it.
public final class Cases {

    public static Case of(long seed) {
        var draw = new Draw(seed);
        var nodeDraws = new RandomNodes(draw);
        var nodes = nodeDraws.nodes();
        var storage = new RandomStorage(draw);
        storage.free();
        var claims = new RandomClaims(draw, storage);
        var volumes = new RandomVolumes(draw, claims);
        var pods = new RandomPods(draw, volumes);
        var bound = pods.bound(nodes);
        var asking = pods.asking();
        nodeDraws.limitSlots(nodes, running(bound));
        var drivers = new RandomDrivers(draw);

        var objects = new ArrayList<>(Everywhere.always());
        objects.addAll(nodes);
        objects.addAll(drivers.objects(nodes));
        objects.addAll(storage.volumes());
        objects.addAll(claims.claims());
        objects.addAll(drivers.attachments(storage.volumes(), nodes));
        objects.addAll(bound);
        objects.addAll(volumes.owned());
        return new Case(seed, objects, asking);
    }

    private static Map<String, Integer> running(List<Map<String, Object>> bound) {
        var running = new LinkedHashMap<String, Integer>();
        for (var pod : bound) {
            if ("Running".equals(within(pod, "status").get("phase"))) {
                running.merge((String) spec(pod).get("nodeName"), 1, Integer::sum);
            }
        }
        return running;
    }

    private Cases() {}
}
