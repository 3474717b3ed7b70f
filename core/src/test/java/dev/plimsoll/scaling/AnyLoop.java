package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.LoopWorld.Crew;
import dev.plimsoll.scaling.LoopWorld.Outage;
import dev.plimsoll.scaling.LoopWorld.Scheduler;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Small clusters for closed loops, by chance: up to three groups with at most 12 nodes in all, in
/// one zone or in two; pods with all kinds of rules; room to keep free; outages and lost nodes.
final class AnyLoop {

    private static final List<String> ZONES = List.of("a", "b");

    private final SplittableRandom random;
    private final List<Group> groups = new ArrayList<>();
    private final List<Crew> crews = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final List<Duration> losses = new ArrayList<>();
    private Policy policy = Policy.DEFAULT;
    private boolean failsSteps;

    AnyLoop(SplittableRandom random) {
        this.random = random;
        int room = 12;
        for (var name : List.of("blue", "red", "green").subList(0, random.nextInt(1, 4))) {
            int most = Math.min(room, random.nextInt(2, 9));
            if (most > 0) {
                groups.add(group(name, most));
            }
            room -= most;
        }
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            crews.add(crew("w" + i));
        }
        pods();
        if (random.nextInt(3) == 0) {
            policy = policy.with(new KeptFree.Room(room(random.nextInt(5, 40))));
        }
        faults();
        limits();
        if (random.nextBoolean()) {
            var replacing = Consolidation.DEFAULT.with(Consolidation.Mode.REPLACE);
            policy = policy.with(policy.scaleDown().with(replacing));
        }
    }

    /// The loop manages all groups by pods.
    private void pods() {
        var policies = new TreeMap<String, GroupPolicy>();
        for (var group : groups) {
            policies.put(
                    group.name(), new GroupPolicy(Manage.PODS, group.provider(), Standing.EXISTS));
        }
        policy = policy.with(policies);
    }

    /// In some, the cluster has a maximum, or only a share of the nodes may be disrupted at once.
    private void limits() {
        int nodes = groups.stream().mapToInt(Group::target).sum();
        switch (random.nextInt(8)) {
            case 0 -> policy = policy.with(List.of(new Ceiling.Nodes(nodes + random.nextInt(3))));
            case 1 ->
                    policy =
                            policy.with(
                                    List.of(
                                            new Ceiling.Amount(
                                                    Resources.CPU,
                                                    cpu() + 4_000L * random.nextInt(3))));
            case 2 -> {
                var always = new DisruptionWindow.Times.Always();
                var window = new DisruptionWindow(Percent.of(random.nextInt(10, 60)), always);
                policy = policy.with(policy.scaleDown().with(List.of(window)));
            }
            default -> {}
        }
    }

    /// The cpu of all machines at the start.
    private long cpu() {
        return groups.stream()
                .mapToLong(group ->
                        group.target() * group.template().allocatable().asked(Resources.CPU))
                .sum();
    }

    /// Equal nodes in one or two groups, and pods that fill them well in one arrangement and badly
    /// in another. There are no faults, and budgets block nothing.
    static AnyLoop tight(SplittableRandom random) {
        return new AnyLoop(random, random.nextInt(1, 3));
    }

    private AnyLoop(SplittableRandom random, int count) {
        this.random = random;
        for (var name : List.of("blue", "red").subList(0, count)) {
            int most = 8 / count;
            var price = new Price.Known(new Money(160_000_000), "a list");
            var template = template(name, "a", 4_000, List.of());
            groups.add(
                    new Group(
                            name,
                            Labels.of("pool", name),
                            most - random.nextInt(2),
                            new Limits(0, most),
                            List.of(new Variant("a", "", template, price)),
                            GroupSpread.PROVIDER,
                            List.of(),
                            Group.Condition.IN_SERVICE));
        }
        for (int i = random.nextInt(2, 5); i > 0; i--) {
            int replicas = random.nextInt(1, 5);
            crews.add(new Crew("w" + i, shape("w" + i), replicas, replicas));
        }
        pods();
    }

    private Shape shape(String app) {
        long cpu = List.of(500L, 700L, 1_200L, 1_500L, 1_900L, 2_400L).get(random.nextInt(6));
        return new Shape(
                "shop",
                Labels.of("app", app),
                amounts(cpu, 256),
                Shape.Placement.ANYWHERE,
                Owner.REPLICA_SET,
                0);
    }

    /// The same, with any limits and windows of scale-down; in some it is off.
    AnyLoop withLimits(SplittableRandom chance) {
        var known = policy.scaleDown();
        var mode =
                chance.nextInt(6) == 0
                        ? known.consolidation().with(Consolidation.Mode.OFF)
                        : known.consolidation();
        var windows = new ArrayList<DisruptionWindow>();
        if (chance.nextInt(3) == 0) {
            windows.add(new DisruptionWindow(Percent.of(30), new DisruptionWindow.Times.Always()));
        }
        policy =
                policy.with(
                        new ScaleDownPolicy(
                                chance.nextInt(6) > 0,
                                known.unneededFor(),
                                known.most(),
                                chance.nextInt(1, 4),
                                known.settle(),
                                known.settleForSlack(),
                                windows,
                                mode));
        return this;
    }

    private void faults() {
        failsSteps = random.nextInt(6) == 0;
        if (random.nextInt(4) == 0) {
            var from = NOW.plus(minutes(0, 40));
            var group = groups.get(random.nextInt(groups.size())).name();
            outages.add(new Outage(group, from, from.plus(minutes(5, 50))));
        }
        for (int i = random.nextInt(5) - 2; i > 0; i--) {
            losses.add(minutes(5, 90));
        }
    }

    private Duration minutes(int least, int most) {
        return Duration.ofMinutes(random.nextInt(least, most));
    }

    private SlackPolicy room(int percent) {
        var defaults = SlackPolicy.DEFAULT;
        return new SlackPolicy(
                defaults.reading(),
                new Rate(Percent.of(percent), Basis.CAPACITY),
                defaults.pieces(),
                random.nextBoolean() ? Biggest.NONE : Biggest.PODS,
                defaults.resources());
    }

    private Group group(String name, int most) {
        long cpu = List.of(2_000L, 4_000L, 8_000L).get(random.nextInt(3));
        var zones = random.nextInt(3) == 0 ? ZONES : ZONES.subList(0, 1);
        var taints = random.nextInt(5) == 0 ? List.of(AnyPlacement.DEDICATED) : List.<Taint>of();
        var price = new Price.Known(new Money(cpu * random.nextInt(40_000, 60_000)), "a list");
        var variants =
                zones.stream()
                        .map(zone ->
                                new Variant(zone, "", template(name, zone, cpu, taints), price))
                        .toList();
        int least = random.nextInt(4) == 0 ? 1 : 0;
        return new Group(
                        name,
                        Labels.of("pool", name),
                        Math.max(least, random.nextInt(0, most)),
                        new Limits(least, most),
                        variants.getFirst().template(),
                        price)
                .with(variants)
                .with(random.nextBoolean() ? GroupSpread.CHOSEN : GroupSpread.PROVIDER);
    }

    private static Template template(String pool, String zone, long cpu, List<Taint> taints) {
        var labels = Labels.of("pool", pool).with(WellKnown.ZONE, zone);
        return new Template(amounts(cpu, 8_192).with(Resources.PODS, 20), labels, taints);
    }

    private Crew crew(String name) {
        int replicas = random.nextInt(1, 7);
        var shape =
                new Shape(
                                "shop",
                                Labels.of("app", name),
                                amounts(100L * random.nextInt(2, 19), 64L * random.nextInt(1, 30)),
                                new AnyPlacement(random, name, groups.getFirst().name())
                                        .placement(),
                                owner(),
                                random.nextInt(5) == 0 ? 10 : 0)
                        .with(disruption());
        return new Crew(name, shape, replicas, random.nextInt(replicas + 1));
    }

    private Owner owner() {
        return random.nextInt(12) == 0 ? Owner.NOBODY : Owner.REPLICA_SET;
    }

    private Disruption disruption() {
        return switch (random.nextInt(14)) {
            case 0 -> new Disruption(Consent.FORBIDDEN, false);
            case 1 -> new Disruption(Consent.UNSAID, true);
            case 2 -> new Disruption(Consent.SAFE, true);
            default -> Disruption.USUAL;
        };
    }

    private static Resources amounts(long cpuMillis, long mebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(mebibytes));
    }

    List<Group> groups() {
        return groups;
    }

    Policy policy() {
        return policy;
    }

    /// When nodes are lost or stop, from the start.
    List<Duration> losses() {
        return losses;
    }

    boolean failsSteps() {
        return failsSteps;
    }

    boolean hasFaults() {
        return failsSteps || !outages.isEmpty() || !losses.isEmpty();
    }

    LoopWorld world(Scheduler scheduler) {
        var shape =
                new Shape(
                        "shop",
                        Labels.NONE,
                        amounts(100, 100),
                        Shape.Placement.ANYWHERE,
                        Owner.DAEMON_SET,
                        0);
        var world =
                new LoopWorld(NOW, scheduler, new Pods(shape, 1, "agent"), outages, random.split());
        groups.forEach(world::begin);
        crews.forEach(world::begin);
        return world;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        groups.forEach(group -> text.append(group).append('\n'));
        crews.forEach(crew -> text.append(text(crew)).append('\n'));
        return text.append(outages).append(losses).append(policy.keptFree()).toString();
    }

    private static String text(Crew crew) {
        var shape = crew.shape();
        return crew.name()
                + " "
                + crew.replicas()
                + " x "
                + shape.requests()
                + " may miss "
                + crew.mayMiss()
                + " "
                + shape.placement()
                + " "
                + shape.owner()
                + " "
                + shape.disruption()
                + " priority "
                + shape.priority();
    }
}
