package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Spread;
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
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
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
        var policies = new TreeMap<String, GroupPolicy>();
        for (var group : groups) {
            policies.put(
                    group.name(), new GroupPolicy(Manage.PODS, group.provider(), Standing.EXISTS));
        }
        policy = policy.with(policies);
        if (random.nextInt(3) == 0) {
            policy = policy.with(new KeptFree.Room(room(random.nextInt(5, 40))));
        }
        faults();
        if (random.nextBoolean()) {
            var replacing = Consolidation.DEFAULT.with(Consolidation.Mode.REPLACE);
            policy = policy.with(ScaleDownPolicy.DEFAULT.with(replacing));
        }
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
        var price = new Price.Known(new Money(cpu * random.nextInt(40_000, 60_000)), "a list");
        var variants =
                zones.stream()
                        .map(zone -> new Variant(zone, "", template(name, zone, cpu), price))
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

    private static Template template(String pool, String zone, long cpu) {
        var labels = Labels.of("pool", pool).with(WellKnown.ZONE, zone);
        return new Template(amounts(cpu, 8_192).with(Resources.PODS, 20), labels, List.of());
    }

    private Crew crew(String name) {
        int replicas = random.nextInt(1, 7);
        var shape =
                new Shape(
                                "shop",
                                Labels.of("app", name),
                                amounts(100L * random.nextInt(2, 19), 64L * random.nextInt(1, 30)),
                                placement(name),
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

    private Placement placement(String app) {
        var selector = new Selector.AllOf(List.of(Requirement.in("app", app)));
        var apart = new PodTerm(List.of("shop"), Selector.nothing(), selector, WellKnown.HOSTNAME);
        return switch (random.nextInt(9)) {
            case 0 ->
                    new Placement(
                            Labels.of(WellKnown.ZONE, ZONES.get(random.nextInt(2))),
                            new Affinity.Anywhere(),
                            List.of());
            case 1 ->
                    new Placement(
                            Labels.of("pool", groups.getFirst().name()),
                            new Affinity.Anywhere(),
                            List.of());
            case 2 -> with(new PodConstraints(List.of(), List.of(apart), List.of()));
            case 3 -> with(spread(WellKnown.HOSTNAME, selector));
            case 4 -> with(spread(WellKnown.ZONE, selector));
            default -> Placement.ANYWHERE;
        };
    }

    private static PodConstraints spread(String key, Selector selector) {
        var spread = new Spread(1, key, selector, 1, Spread.Policy.HONOR, Spread.Policy.IGNORE);
        return new PodConstraints(List.of(), List.of(), List.of(spread));
    }

    private static Placement with(PodConstraints constraints) {
        return new Placement(
                Labels.NONE,
                new Affinity.Anywhere(),
                List.of(),
                constraints,
                List.of(),
                List.of(),
                List.of());
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

    /// When nodes are lost, from the start.
    List<Duration> losses() {
        return losses;
    }

    LoopWorld world(Scheduler scheduler) {
        var shape =
                new Shape(
                        "shop",
                        Labels.NONE,
                        amounts(100, 100),
                        Placement.ANYWHERE,
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
