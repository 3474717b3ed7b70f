package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Sends steps without sense: many can be taken, many are stale or absurd.
final class RandomActor {

    private final SplittableRandom random;

    RandomActor(SplittableRandom random) {
        this.random = random;
    }

    List<Outcome> act(EmbeddedCluster world) {
        var cluster = world.observe();
        var steps =
                IntStream.range(0, random.nextInt(4)).<Step>mapToObj(_ -> step(cluster)).toList();
        return world.act(new Plan(steps));
    }

    private Step step(Cluster cluster) {
        var group = cluster.groups().values().get(random.nextInt(cluster.groups().size()));
        var node = node(cluster, group);
        return switch (random.nextInt(7)) {
            case 0, 1 -> resize(group);
            case 2 -> new Step.DrainNode(node, any(DrainCause.values()));
            case 3 -> new Step.UndrainNode(node);
            case 4 -> new Step.EvictPods(node, rarely() ? random.nextInt(-1, 3) : 10);
            case 5 -> giveUp(group);
            default -> new Step.RemoveNode(node, named(group), random.nextInt(-1, 4));
        };
    }

    private Step resize(Group group) {
        int from = rarely() ? random.nextInt(-2, 9) : group.target();
        int nodes = rarely() ? random.nextInt() : random.nextInt(-1, 9);
        return new Step.ResizeGroup(named(group), from, nodes);
    }

    private Step giveUp(Group group) {
        int from = rarely() ? random.nextInt(-2, 9) : group.target();
        return new Step.GiveUp(named(group), from, from - random.nextInt(-1, 4));
    }

    private DrainCause any(DrainCause... causes) {
        return causes[random.nextInt(causes.length)];
    }

    private String named(Group group) {
        return rarely() ? "nowhere" : group.name();
    }

    private String node(Cluster cluster, Group group) {
        var names = cluster.nodesOf(group.name()).stream().map(Node::name).toList();
        return names.isEmpty() || rarely() ? "gone-1" : names.get(random.nextInt(names.size()));
    }

    private boolean rarely() {
        return random.nextInt(10) == 0;
    }
}
