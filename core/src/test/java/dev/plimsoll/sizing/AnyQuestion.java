package dev.plimsoll.sizing;

import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.sizing.Past.Moved;
import dev.plimsoll.sizing.Past.Peak;
import dev.plimsoll.sizing.Past.Unbound;
import dev.plimsoll.sizing.Policy.Counting;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Questions by chance: small numbers that often meet on a line, nodes in every state, odd
/// policies, templates that are missing or half known, pasts that fit or do not.
final class AnyQuestion {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String GPU = "nvidia.com/gpu";
    private static final Labels BLUE = Labels.of("group", "blue");
    private static final Taint STARTING =
            new Taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_SCHEDULE);
    private static final Taint OWN = new Taint("only", "blue", Taint.Effect.NO_SCHEDULE);

    private final RandomGenerator random;
    private final AnyObject any;
    private final List<Shape> shapes = new ArrayList<>();
    private final Resources usual;
    private final Labels labels;
    private final boolean large;
    private final boolean light;
    private final boolean idle;
    private final List<Owner> owners;

    private AnyQuestion(RandomGenerator random) {
        this.random = random;
        this.any = new AnyObject(random);
        this.large = random.nextInt(20) == 0;
        this.light = random.nextInt(3) == 0;
        this.idle = random.nextInt(12) == 0;
        this.owners = new ArrayList<>(List.of(Owner.REPLICA_SET, Owner.REPLICA_SET, Owner.JOB));
        if (random.nextBoolean()) {
            owners.addAll(List.of(Owner.DAEMON_SET, Owner.NODE));
        }
        this.usual = offers();
        this.labels = random.nextBoolean() ? Labels.NONE : BLUE;
        for (int i = 0; i < 5; i++) {
            shapes.add(shape());
        }
    }

    static Question<Seen, Policy, Past> any(RandomGenerator random) {
        return new AnyQuestion(random).question();
    }

    /// A question to the repaired rules.
    static Question<Seen, Policy, Past> plimsoll(RandomGenerator random) {
        var any = new AnyQuestion(random).question();
        return new Question<>(any.seen(), policy(random), any.past(), any.last(), any.now(), 0);
    }

    /// A question to the repaired rules about a group that is as its provider and its limits want
    /// it, so that its utilisation alone decides.
    static Question<Seen, Policy, Past> plain(RandomGenerator random) {
        var any = new AnyQuestion(random);
        int grow = random.nextInt(4_000, 11_000);
        int slow = random.nextInt(grow / 2, grow);
        var usual = Policy.defaults(Reading.PLIMSOLL);
        var timeout = usual.growth().provisionTimeout();
        var policy =
                usual.with(new Limits(0, 1_000))
                        .with(new Growth(new Percent(grow), false, Duration.ZERO, timeout))
                        .with(
                                new Shrink(
                                        new Drop(new Percent(slow), random.nextInt(1, 4)),
                                        new Drop(new Percent(slow / 2), random.nextInt(3, 8)),
                                        any.any.of(List.of(Policy.Order.values())),
                                        Duration.ZERO));
        return new Question<>(any.plainSeen(), policy, Past.NONE, List.of(), NOW, 0);
    }

    private Seen plainSeen() {
        owners.removeIf(Owner::staysWithNode);
        shapes.clear();
        for (int i = 0; i < 4; i++) {
            shapes.add(
                    new Shape(
                            "shop",
                            Labels.NONE,
                            OneGroup.size(random.nextLong(1, 15) * 100, random.nextLong(15) * 100),
                            Placement.ANYWHERE,
                            any.of(owners),
                            0));
        }
        var each = OneGroup.size(random.nextLong(1, 5) * 1_000, random.nextLong(1, 5) * 1_000);
        var nodes = new ArrayList<Node>();
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            var node =
                    Node.of("n" + i, each)
                            .withCreated(NOW.minusSeconds(random.nextInt(30) * 60L))
                            .withReady(true)
                            .with(pods(2, 2));
            nodes.add(
                    random.nextInt(6) > 0
                            ? node
                            : node.with(new NodeState.Draining(NOW, DrainCause.LOW_UTILISATION)));
        }
        var group =
                new Group(
                        "blue",
                        Labels.NONE,
                        nodes.size() + Math.max(0, random.nextInt(-4, 3)),
                        Limits.UNLIMITED,
                        new Template(each, Labels.NONE, List.of()),
                        OneGroup.NO_PRICE);
        return new Seen(group, nodes, random.nextBoolean() ? pods(3, 6) : List.of(), List.of());
    }

    /// A policy of the repaired rules.
    static Policy policy(RandomGenerator random) {
        return new AnyQuestion(random).policy(Reading.PLIMSOLL);
    }

    private Question<Seen, Policy, Past> question() {
        var seen = seen();
        return new Question<>(
                seen, policy(any.of(List.of(Reading.values()))), past(), last(seen), NOW, 0);
    }

    private Seen seen() {
        var nodes = new ArrayList<Node>();
        for (int i = random.nextInt(7); i > 0; i--) {
            nodes.add(node("n" + i));
        }
        var pending = light ? pods(1, 1) : pods(3, large ? 2_000_000 : 5);
        int least = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
        int most = random.nextInt(3) == 0 ? least + random.nextInt(8) : Integer.MAX_VALUE;
        var provider = new Limits(least, most);
        int owed = random.nextInt(3) == 0 ? random.nextInt(-1, 4) : 0;
        var group =
                new Group(
                        random.nextInt(8) == 0 ? "default" : "blue",
                        labels,
                        Math.max(0, nodes.size() + owed),
                        provider,
                        template(),
                        OneGroup.NO_PRICE);
        int machines = Math.max(group.target(), nodes.size()) + random.nextInt(4);
        return new Seen(group, nodes, pending, List.of(Labels.of("group", "green")), machines);
    }

    private Node node(String name) {
        boolean starting = random.nextInt(6) == 0;
        var taints = new ArrayList<Taint>();
        if (starting) {
            taints.add(STARTING);
        }
        if (random.nextInt(12) == 0) {
            taints.add(OWN);
        }
        var state = state();
        if (state instanceof NodeState.Draining) {
            taints.add(new Taint(Node.DRAINING_TAINT, "0", Taint.Effect.NO_SCHEDULE));
        }
        return Node.of(name, random.nextInt(4) == 0 ? offers() : usual)
                .withCreated(NOW.minusSeconds(random.nextInt(30) * 60L))
                .withLabels(labels)
                .withTaints(taints)
                .with(state)
                .withReady(random.nextInt(8) > 0)
                .withNoDelete(random.nextInt(8) == 0)
                .with(light ? pods(1, 2) : pods(3, 3));
    }

    private NodeState state() {
        return switch (random.nextInt(10)) {
            case 0, 1 ->
                    new NodeState.Draining(
                            NOW.minusSeconds(random.nextInt(50) * 30L),
                            any.of(List.of(DrainCause.values())));
            case 2 ->
                    any.of(
                            List.of(
                                    new NodeState.Cordoned(),
                                    new NodeState.Forced(),
                                    new NodeState.Leaving("spot"),
                                    new NodeState.Paused()));
            default -> new NodeState.Active();
        };
    }

    private List<Pods> pods(int kinds, int most) {
        var pods = new TreeMap<Shape, Pods>();
        for (int i = idle ? 0 : random.nextInt(kinds + 1); i > 0; i--) {
            var shape = any.of(shapes);
            pods.put(shape, new Pods(shape, random.nextInt(1, most + 1), "pod-" + i));
        }
        return List.copyOf(pods.values());
    }

    private Template template() {
        return switch (random.nextInt(4)) {
            case 0 -> Template.UNKNOWN;
            case 1 -> new Template(offers(), Labels.NONE, List.of());
            default -> new Template(usual, Labels.NONE, List.of());
        };
    }

    private Resources offers() {
        var offers = new TreeMap<String, Long>();
        if (random.nextInt(10) > 0) {
            offers.put(Resources.CPU, random.nextInt(12) == 0 ? 0 : random.nextLong(1, 5) * 1_000);
        }
        if (random.nextInt(10) > 0) {
            offers.put(Resources.MEMORY, random.nextInt(12) == 0 ? 0 : random.nextLong(1, 5) << 10);
        }
        if (random.nextInt(4) == 0) {
            offers.put(GPU, random.nextLong(0, 3));
        }
        if (random.nextInt(3) == 0) {
            offers.put(Resources.PODS, random.nextLong(0, 7));
        }
        return Resources.of(offers);
    }

    private Shape shape() {
        var asks = new TreeMap<String, Long>();
        if (random.nextInt(6) > 0) {
            asks.put(Resources.CPU, random.nextLong(0, 9) * 250);
        }
        if (random.nextInt(6) > 0) {
            asks.put(Resources.MEMORY, random.nextLong(0, 9) << 8);
        }
        if (random.nextInt(6) == 0) {
            asks.put(GPU, random.nextLong(0, 3));
        }
        if (large) {
            asks.replaceAll((_, amount) -> amount << random.nextInt(30));
        }
        var placement =
                random.nextInt(3) > 0 && labels.isEmpty()
                        ? Placement.ANYWHERE
                        : new Placement(labels, new Affinity.Anywhere(), List.of());
        return new Shape("shop", Labels.NONE, Resources.of(asks), placement, any.of(owners), 0);
    }

    private Policy policy(Reading reading) {
        var lines = new int[3];
        for (int i = 0; i < 3; i++) {
            lines[i] = random.nextInt(2) == 0 ? random.nextInt(21) * 1_000 : random.nextInt(15_000);
        }
        Arrays.sort(lines);
        int least = random.nextInt(4);
        var soft = Duration.ofSeconds(random.nextInt(4) * 60L);
        var hard = soft.plusSeconds(random.nextInt(4) * 60L);
        return new Policy(
                reading,
                new Limits(least, least + random.nextInt(12)),
                new Growth(
                        new Percent(Math.max(1, lines[2])),
                        random.nextBoolean(),
                        Duration.ofSeconds(random.nextInt(4) * 60L),
                        Duration.ofSeconds(random.nextInt(20) * 60L)),
                new Shrink(
                        new Drop(new Percent(lines[1]), random.nextInt(4)),
                        new Drop(new Percent(lines[0]), random.nextInt(12)),
                        any.of(List.of(Policy.Order.values())),
                        Duration.ofSeconds(random.nextInt(3) * 60L),
                        Duration.ofSeconds(Math.max(0, random.nextInt(-3, 3)) * 60L)),
                new Graces(soft, hard, Duration.ofSeconds(random.nextInt(3) * 60L)),
                new Counting(
                        any.of(List.of(Policy.Whose.values())),
                        any.of(List.of(Policy.Daemons.values())),
                        any.of(List.of(Policy.Finish.values()))),
                new Policy.Rotation(
                        Duration.ofSeconds(random.nextInt(3) * 300L),
                        Duration.ofSeconds(random.nextInt(3) * 60L)),
                mostInCluster(),
                random.nextInt(8) == 0);
    }

    private int mostInCluster() {
        return random.nextInt(6) > 0 ? Policy.UNLIMITED : random.nextInt(16);
    }

    private Past past() {
        if (random.nextBoolean()) {
            return Past.NONE;
        }
        var missing = new ArrayList<Missing>();
        for (int i = random.nextInt(3); i > 0; i--) {
            missing.add(
                    new Missing(random.nextInt(1, 4), NOW.minusSeconds(i * random.nextLong(900))));
        }
        var unbound = new ArrayList<Unbound>();
        var moved = new ArrayList<Moved>();
        for (var shape : shapes.stream().distinct().sorted().toList()) {
            if (random.nextInt(4) == 0) {
                unbound.add(new Unbound(shape.id(), random.nextInt(1, 4), moment(), backOff()));
            }
            if (random.nextInt(4) == 0) {
                moved.add(new Moved(shape.id(), moment()));
            }
        }
        var coolDown =
                random.nextBoolean()
                        ? CoolDown.OVER
                        : new CoolDown(
                                NOW.plusSeconds(random.nextInt(-2, 3) * 60L),
                                Resources.NONE.with(Resources.CPU, random.nextLong(9_000)));
        var group =
                new GroupPast(
                                coolDown,
                                missing,
                                random.nextBoolean() ? Template.UNKNOWN : template(),
                                random.nextBoolean() ? Resources.NONE : any.resources(100))
                        .with(new Timers(moment(), backOff(), backOff(), clock()));
        var graces = List.of(new Past.Grace("n1", moment()), new Past.Grace("n2", moment()));
        return new Past(group, unbound, moved, peaks(), graces);
    }

    private List<Peak> peaks() {
        var peaks = new ArrayList<Peak>();
        for (int i = random.nextInt(4); i > 0; i--) {
            var demand = Resources.NONE.with(Resources.CPU, random.nextLong(9_000));
            peaks.add(new Peak(NOW.minusSeconds(i * 20L), demand));
        }
        return peaks;
    }

    private Clock clock() {
        return random.nextInt(4) > 0
                ? Clock.STEADY
                : new Clock(moment(), Duration.ofMinutes(random.nextInt(1, 9)));
    }

    private BackOff backOff() {
        return random.nextBoolean()
                ? BackOff.NONE
                : new BackOff(random.nextInt(1, 9), moment(), moment());
    }

    private Instant moment() {
        return NOW.plusSeconds(random.nextInt(-3, 4) * 60L);
    }

    private List<Outcome> last(Seen seen) {
        var last = new ArrayList<Outcome>();
        for (int i = random.nextInt(4) - 1; i > 0; i--) {
            var target = seen.group().target();
            var step =
                    any.of(
                            List.of(
                                    new Step.ResizeGroup("blue", target, target + 1),
                                    new Step.ResizeGroup("blue", target - 1, target),
                                    new Step.DrainNode("n1"),
                                    new Step.RemoveNode("n9", "blue", 0)));
            last.add(
                    any.of(
                            List.of(
                                    new Outcome.Done(step),
                                    new Outcome.Failed(step, "no"),
                                    new Outcome.Stale(step),
                                    new Outcome.Unknown(step))));
        }
        return last;
    }
}
