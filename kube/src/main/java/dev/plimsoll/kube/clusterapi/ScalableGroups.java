package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Variant;
import dev.plimsoll.provider.ProviderGroup;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The groups of a management cluster at one moment, by name.
///
/// They are made once for each state of the objects, since that reads every object.
final class ScalableGroups {

    /// A group, and how it is shown to others.
    private record Named(ScalableGroup group, ProviderGroup shown) {}

    private final List<Named> all;
    private final List<String> problems;

    /// By `Kind/namespace/name`, and by the last part alone.
    private final Map<String, List<Named>> byName = new HashMap<>();

    private ScalableGroups(List<ScalableGroup> groups, Collection<String> problems) {
        this.all = groups.stream().map(group -> new Named(group, group.shown())).toList();
        this.problems = List.copyOf(problems);
        for (var each : all) {
            add(each.group().name(), each);
            add(each.group().object().name(), each);
        }
    }

    private void add(String name, Named group) {
        byName.computeIfAbsent(name, _ -> new ArrayList<>()).add(group);
    }

    /// An object with limits is a group, unless it is being deleted.
    static ScalableGroups of(
            Map<MachineKind, List<ApiObject>> objects, ClusterApiScope scope, Rollouts rollouts) {
        var machines = machinesByOwner(objects);
        var groups = new ArrayList<ScalableGroup>();
        var problems = new TreeSet<String>();
        objects.forEach((kind, ofKind) -> {
            for (var object : ofKind) {
                if (isCandidate(kind, object) && scope.covers(object)) {
                    var name = kind + "/" + object.key();
                    var owned = machines.getOrDefault(name, List.of());
                    new Reading(kind, object, problems)
                            .group(owned, rollouts)
                            .ifPresent(groups::add);
                }
            }
        });
        rollouts.keepOnly(uids(objects));
        return new ScalableGroups(groups, problems);
    }

    private static Set<String> uids(Map<MachineKind, List<ApiObject>> objects) {
        return objects.getOrDefault(MachineKind.MACHINE_DEPLOYMENT, List.of()).stream()
                .map(ApiObject::uid)
                .collect(Collectors.toSet());
    }

    private static boolean isCandidate(MachineKind kind, ApiObject object) {
        return kind != MachineKind.MACHINE
                && !object.isDeleting()
                && object.owner(MachineKind.MACHINE_DEPLOYMENT).isEmpty();
    }

    /// A machine belongs to its set, or to the deployment of its set, or to its pool.
    private static Map<String, List<ApiObject>> machinesByOwner(
            Map<MachineKind, List<ApiObject>> objects) {
        var deployments = new TreeMap<String, String>();
        for (var set : objects.getOrDefault(MachineKind.MACHINE_SET, List.of())) {
            deployments.put(set.key(), set.owner(MachineKind.MACHINE_DEPLOYMENT));
        }
        return objects.getOrDefault(MachineKind.MACHINE, List.of()).stream()
                .collect(
                        Collectors.groupingBy(
                                machine -> owner(machine, deployments),
                                TreeMap::new,
                                Collectors.toList()));
    }

    private static String owner(ApiObject machine, Map<String, String> deployments) {
        var pool = machine.owner(MachineKind.MACHINE_POOL);
        if (!pool.isEmpty()) {
            return MachineKind.MACHINE_POOL + "/" + pool;
        }
        var set = machine.owner(MachineKind.MACHINE_SET);
        var deployment = deployments.getOrDefault(set, "");
        return deployment.isEmpty()
                ? MachineKind.MACHINE_SET + "/" + set
                : MachineKind.MACHINE_DEPLOYMENT + "/" + deployment;
    }

    List<ScalableGroup> all() {
        return all.stream().map(Named::group).toList();
    }

    /// All of them as they are shown to others.
    List<ProviderGroup> shown() {
        return all.stream().map(Named::shown).toList();
    }

    /// Mistakes in the annotations of objects, a sentence each.
    List<String> problems() {
        return problems;
    }

    /// Those with this name: `Kind/namespace/name`, or the last part alone.
    List<ScalableGroup> named(String name) {
        return byName.getOrDefault(name, List.of()).stream().map(Named::group).toList();
    }

    /// The only one with this name, as it is shown to others.
    Optional<ProviderGroup> shown(String name) {
        var found = byName.getOrDefault(name, List.of());
        return found.size() == 1 ? Optional.of(found.getFirst().shown()) : Optional.empty();
    }

    /// Reads one object; its problems begin with its name.
    private record Reading(MachineKind kind, ApiObject object, TreeSet<String> problems) {

        Optional<ScalableGroup> group(List<ApiObject> machines, Rollouts rollouts) {
            var limits = SizeAnnotations.limits(object, this::problem);
            if (limits.isEmpty()) {
                return Optional.empty();
            }
            var variants = variants();
            if (object.text("spec", "replicas").isEmpty()) {
                problem("it has no spec.replicas; set it to the number of its machines");
                return Optional.empty();
            }
            return Optional.of(
                    new ScalableGroup(
                            kind,
                            object,
                            limits.get(),
                            variants,
                            machines,
                            rollouts.condition(kind, object)));
        }

        private List<Variant> variants() {
            try {
                return CapacityAnnotations.variant(object).stream().toList();
            } catch (IllegalArgumentException malformed) {
                problem(String.valueOf(malformed.getMessage()));
                return List.of();
            }
        }

        private void problem(String sentence) {
            problems.add(kind + "/" + object.key() + ": " + sentence);
        }
    }
}
