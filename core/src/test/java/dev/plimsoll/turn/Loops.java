package dev.plimsoll.turn;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.View;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.Ceiling;
import dev.plimsoll.scaling.ScaleDownPolicy;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The loops of a small world: a sizing loop for each of some groups, a scaling loop for others.
final class Loops {

    /// The loop that has a group.
    enum Manager {
        SIZING,
        SCALING,
        NOBODY
    }

    /// The managers of the groups in each tick.
    interface Managers {

        Manager of(String group, int tick);
    }

    private static final List<String> GROUPS = List.of("blue", "green", "red");
    private static final Sizing SIZING = new Sizing();
    private static final Scaling SCALING = new Scaling();
    private static final Leaving LEAVING = new Leaving();

    private final Policy policy;
    private final int mostMachines;
    private final Managers managers;
    private final Fuse fuse;

    Loops(Policy policy, int mostMachines, Managers managers, Fuse fuse) {
        this.policy = policy;
        this.mostMachines = mostMachines;
        this.managers = managers;
        this.fuse = fuse;
    }

    /// The scaling loop has the place of its first group.
    Setup<Cluster> at(int tick) {
        var loops = new ArrayList<LoopSpec<Cluster, ?, ?, ?>>();
        boolean isScaling = false;
        for (var group : GROUPS) {
            var manager = managers.of(group, tick);
            if (manager == Manager.SIZING) {
                loops.add(sizing(group));
            } else if (manager == Manager.SCALING && !isScaling) {
                isScaling = true;
                loops.add(scaling(tick));
            }
        }
        return new Setup<>(loops, group -> Optional.of(leaving(group)));
    }

    private LoopSpec<Cluster, ?, ?, ?> sizing(String group) {
        return new LoopSpec<>(
                new LoopId("Sizing", group),
                List.of(group),
                seen(cluster -> Seen.of(cluster, group)),
                fused(SIZING),
                policy.withMostInCluster(mostMachines),
                Past.NONE);
    }

    private LoopSpec<Cluster, ?, ?, ?> scaling(int tick) {
        var own = new ArrayList<String>();
        var policies = new TreeMap<String, GroupPolicy>();
        for (var group : GROUPS) {
            boolean isOwn = managers.of(group, tick) == Manager.SCALING;
            if (isOwn) {
                own.add(group);
            }
            policies.put(
                    group,
                    new GroupPolicy(
                            isOwn ? Manage.PODS : Manage.UTILISATION,
                            new Limits(1, 30),
                            Standing.EXISTS));
        }
        return new LoopSpec<>(
                new LoopId("Scaling", "cluster"),
                own,
                seen(cluster -> cluster),
                fused(SCALING),
                dev.plimsoll.scaling.Policy.DEFAULT
                        .with(policies)
                        .with(ScaleDownPolicy.OFF)
                        .with(List.<Ceiling>of(new Ceiling.Nodes(mostMachines))),
                dev.plimsoll.scaling.Past.NONE);
    }

    private LoopSpec<Cluster, ?, ?, ?> leaving(String group) {
        return new LoopSpec<>(
                new LoopId("Leaving", group),
                List.of(group),
                seen(cluster -> Leaving.Seen.of(cluster, group)),
                fused(LEAVING),
                Leaving.Policy.ONLY,
                GroupPast.NONE);
    }

    private <S> View<Cluster, S> seen(View<Cluster, S> view) {
        return cluster -> {
            fuse.point("before it looks");
            return view.of(cluster);
        };
    }

    private <S, P, M> Decider<S, P, M> fused(Decider<S, P, M> decider) {
        return new FusedDecider<>(decider, fuse);
    }
}
