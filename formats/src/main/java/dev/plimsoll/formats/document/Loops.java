package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The loops of a policy: one for each group that is sized by its utilisation, then one for all
/// groups managed by pods.
///
/// @param sized groups managed by utilisation
/// @param scaled the names of groups managed by pods
/// @param scaling how pending pods get nodes, and the limits of all groups
public record Loops(List<SizedGroup> sized, List<String> scaled, Policy scaling) {

    /// The loop of groups managed by pods decides about the whole cluster.
    private static final String CLUSTER = "cluster";

    public Loops {
        sized = List.copyOf(sized);
        scaled = List.copyOf(scaled);
    }

    /// All loops of a policy.
    public static Loops of(PolicyFile policy) {
        return new Loops(policy.sized(), policy.scaled(), policy.scaling());
    }

    /// Loops for groups managed by utilisation only.
    public static Loops of(List<SizedGroup> sized) {
        return new Loops(sized, List.of(), Policy.DEFAULT);
    }

    /// The names of all groups.
    public List<String> groups() {
        var groups = new ArrayList<String>();
        sized.forEach(group -> groups.add(group.name()));
        groups.addAll(scaled);
        return groups;
    }

    /// The loops of these groups only.
    public Loops only(List<String> groups) {
        return new Loops(
                sized.stream().filter(group -> groups.contains(group.name())).toList(),
                scaled.stream().filter(groups::contains).toList(),
                scaling);
    }

    /// The same loops, which keep only the room free that annotations and CapacityBuffers ask for.
    public Loops withoutSlack() {
        return new Loops(sized, scaled, scaling.with(new KeptFree.Asked()));
    }

    /// The same loops, none of which takes its steps.
    public Setup<Cluster> dryRun() {
        var dry = sized.stream().map(SizedGroup::withDryRun).toList();
        return new Loops(dry, scaled, scaling).setup().asDryRun();
    }

    /// Groups that the policy does not name stay as they are.
    public Setup<Cluster> setup() {
        var loops = new ArrayList<LoopSpec<Cluster, ?, ?, ?>>();
        for (var each : sized) {
            loops.add(new SizingKind().loop(each.name(), List.of(each.name()), each.policy()));
        }
        if (!scaled.isEmpty()) {
            loops.add(new ScalingKind().loop(CLUSTER, scaled, scaling.with(Unlisted.HOLD)));
        }
        return new Setup<>(
                loops,
                group ->
                        Optional.of(
                                new LeavingKind()
                                        .loop(group, List.of(group), Leaving.Policy.ONLY)));
    }
}
