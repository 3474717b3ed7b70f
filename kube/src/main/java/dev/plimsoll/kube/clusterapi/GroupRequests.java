package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.provider.Machine.State;
import dev.plimsoll.provider.ProviderAnswer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.TreeSet;

/// Requests to one group, as it is seen. A request that would break a rule of the group is refused
/// before anything is written.
record GroupRequests(ScalableGroup group, ObjectWrites writes, InstantSource clock) {

    /// Sets a higher target.
    ProviderAnswer grow(int target) {
        if (target < group.target()) {
            return refused("cannot lose machines that the request does not name");
        }
        if (target > group.limits().most()) {
            return refused(outside(target));
        }
        return isPaused()
                ? refused("is paused")
                : Lowering.answer(writes.scale(group.kind(), group.object(), target));
    }

    /// Lowers the target by machines that are not made: those that failed, then the youngest.
    ProviderAnswer giveUp(int target) {
        var refusal = mayBecome(target);
        if (!refusal.isEmpty()) {
            return refused(refusal);
        }
        int counted = group.object().number(0, "status", "replicas");
        if (!group.isBarePool() && counted > group.machines().size()) {
            return refused("has machines that were not reported yet; wait for them");
        }
        var staying = group.staying();
        var made = staying.stream().filter(MachineStates::isMade).toList();
        int existing = group.isBarePool() ? group.poolIds().size() : made.size();
        if (target < existing) {
            return refused("has " + existing + " machines that exist");
        }
        var going =
                staying.stream()
                        .filter(machine -> !made.contains(machine))
                        .sorted(
                                Comparator.comparing(GroupRequests::isFailed)
                                        .thenComparing(ApiObject::created)
                                        .thenComparing(ApiObject::name)
                                        .reversed())
                        .limit(Math.max(0, staying.size() - target))
                        .toList();
        return lower(target, going);
    }

    private static boolean isFailed(ApiObject machine) {
        return MachineStates.state(machine) instanceof State.Failed;
    }

    /// Lowers the target by machines with these ids. If one of them already leaves, the group is
    /// not as the request expects it: the target was lowered for that machine before.
    ProviderAnswer remove(List<String> ids) {
        return group.isBarePool() ? removeFromPool(new TreeSet<>(ids)) : removeMachines(ids);
    }

    private ProviderAnswer removeMachines(List<String> ids) {
        var byId = new HashMap<String, ApiObject>();
        group.machines().forEach(machine -> byId.put(MachineStates.id(machine), machine));
        var leaving = group.leaving();
        var going = new ArrayList<ApiObject>();
        for (var id : new TreeSet<>(ids)) {
            var machine = byId.get(id);
            if (machine == null) {
                return refused("has no machine " + id);
            }
            if (leaving.contains(machine.name())) {
                return new ProviderAnswer.Changed();
            }
            going.add(machine);
        }
        int target = group.target() - going.size();
        var refusal = mayBecome(target);
        if (!refusal.isEmpty()) {
            return refused(refusal);
        }
        int staying = group.staying().size();
        // Its controller would rather keep a marked machine than make one that is missing.
        return staying < group.target() ? unsettled(staying) : lower(target, going);
    }

    /// The provider of the pool chooses the machines that go.
    private ProviderAnswer removeFromPool(TreeSet<String> ids) {
        int existing = group.poolIds().size();
        for (var id : ids) {
            if (!group.poolIds().contains(id)) {
                return refused("has no machine " + id);
            }
        }
        int target = group.target() - ids.size();
        var refusal = mayBecome(target);
        if (!refusal.isEmpty()) {
            return refused(refusal);
        }
        return existing == group.target() ? lower(target, List.of()) : unsettled(existing);
    }

    private ProviderAnswer unsettled(int machines) {
        return refused(
                "has "
                        + machines
                        + " machines and a target of "
                        + group.target()
                        + "; wait until they agree");
    }

    private ProviderAnswer lower(int target, List<ApiObject> going) {
        return new Lowering(writes, clock, group).to(target, going);
    }

    /// Why the target may not be lowered to this; empty if it may.
    private String mayBecome(int target) {
        if (target > group.target()) {
            return "has a target of " + group.target() + ", which is below " + target;
        }
        if (target < group.limits().least()) {
            return outside(target);
        }
        return switch (group.condition()) {
            case IN_SERVICE -> "";
            case PAUSED -> "is paused";
            case UPGRADING -> "is being rolled out, so that nobody can choose which machines go";
        };
    }

    private boolean isPaused() {
        return group.condition() == Condition.PAUSED;
    }

    private String outside(int target) {
        return "may have "
                + group.limits().least()
                + " to "
                + group.limits().most()
                + " machines by its annotations, not "
                + target;
    }

    private ProviderAnswer refused(String why) {
        return new ProviderAnswer.Refused(group.name() + " " + why);
    }
}
