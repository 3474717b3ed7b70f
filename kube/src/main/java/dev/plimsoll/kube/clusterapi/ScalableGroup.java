package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.Group.Condition;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.Machine.State;
import dev.plimsoll.provider.ProviderGroup;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An object of Cluster API that has a number of replicas, and its machines.
///
/// @param machines its `Machine`s; none of a `MachinePool` whose provider does not make them
record ScalableGroup(
        MachineKind kind,
        ApiObject object,
        Limits limits,
        List<Variant> variants,
        List<ApiObject> machines,
        Condition condition) {

    ScalableGroup {
        variants = List.copyOf(variants);
        machines = List.copyOf(machines);
    }

    /// `MachineDeployment/namespace/name`.
    String name() {
        return kind + "/" + object.key();
    }

    int target() {
        return object.number(0, "spec", "replicas");
    }

    /// It consists of machines that nobody can name but by their provider ids.
    boolean isBarePool() {
        return kind == MachineKind.MACHINE_POOL && machines.isEmpty();
    }

    /// The provider ids of a `MachinePool`.
    List<String> poolIds() {
        return JsonTree.at(object.tree(), "spec", "providerIDList") instanceof List<?> ids
                ? ids.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// Its machines that are not about to go, by name.
    List<ApiObject> staying() {
        var leaving = leaving();
        return machines.stream()
                .filter(machine -> !leaving.contains(machine.name()))
                .sorted(Comparator.comparing(ApiObject::name))
                .toList();
    }

    /// The names of its machines that are being deleted, or that its controller is about to delete.
    Set<String> leaving() {
        var live = machines.stream().filter(machine -> !MachineStates.isDeleting(machine)).toList();
        var next =
                live.stream()
                        .filter(Annotations::isMarked)
                        .sorted(Comparator.comparing(ApiObject::name))
                        .limit(Math.max(0, live.size() - target()));
        return Stream.concat(machines.stream().filter(MachineStates::isDeleting), next)
                .map(ApiObject::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    ProviderGroup shown() {
        return new ProviderGroup(
                name(),
                target(),
                limits,
                variants,
                isBarePool() ? inPool() : shownMachines(),
                condition);
    }

    private List<Machine> inPool() {
        return poolIds().stream()
                .map(id -> new Machine(id, key(), object.created(), new State.Running()))
                .toList();
    }

    private List<Machine> shownMachines() {
        var leaving = leaving();
        return machines.stream()
                .sorted(Comparator.comparing(ApiObject::name))
                .map(machine ->
                        new Machine(
                                MachineStates.id(machine),
                                key(machine),
                                machine.created(),
                                leaving.contains(machine.name())
                                        ? new State.Deleting()
                                        : MachineStates.state(machine)))
                .toList();
    }

    private VariantKey key() {
        return variants.isEmpty() ? VariantKey.UNKNOWN : variants.getFirst().key();
    }

    /// The variant of the group, in the machine's own zone if that is another.
    private VariantKey key(ApiObject machine) {
        var zone = machine.text("spec", "failureDomain");
        boolean isUsual = zone.equals(object.text("spec", "template", "spec", "failureDomain"));
        return zone.isEmpty() || (isUsual && !variants.isEmpty()) ? key() : key().in(zone);
    }
}
