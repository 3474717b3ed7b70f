package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy.Counting;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A group `blue` that a test furnishes node by node, pod by pod, and asks about.
final class OneGroup {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final Duration MINUTE = Duration.ofMinutes(1);

    /// What a node offers where a test says nothing else.
    static final Resources EACH = size(1_000, 4_000);

    /// Sizing does not look at prices.
    static final Price NO_PRICE = new Price.Unknown("not looked up");

    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1));

    private final List<Node> nodes = new ArrayList<>();
    private final List<Pods> pending = new ArrayList<>();
    private final List<Outcome> last = new ArrayList<>();
    private Template template = Template.UNKNOWN;
    private Limits provider = Limits.UNLIMITED;
    private int owed;
    private int elsewhere;
    private Policy policy = Policy.defaults(Reading.PLIMSOLL);
    private Past past = Past.NONE;
    private Instant now = NOW;

    static Resources size(long cpuMillis, long mebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(mebibytes));
    }

    static Shape shape(long cpuMillis, long mebibytes) {
        return shape(Owner.REPLICA_SET, size(cpuMillis, mebibytes));
    }

    static Shape shape(Owner owner, Resources requests) {
        return new Shape("shop", Labels.NONE, requests, Placement.ANYWHERE, owner, 0);
    }

    /// What the reading decides of a policy, beside the lines, limits and rates of this one.
    OneGroup as(Reading reading) {
        var defaults = Policy.defaults(reading);
        return with(
                new Policy(
                        reading,
                        policy.limits(),
                        growth(policy.growth().above(), defaults.growth().onStarve()),
                        policy.shrink(),
                        defaults.graces(),
                        defaults.counting(),
                        policy.mostInCluster()));
    }

    OneGroup with(Policy other) {
        policy = other;
        return this;
    }

    Policy policy() {
        return policy;
    }

    OneGroup limits(int least, int most) {
        return with(policy.with(new Limits(least, most)));
    }

    /// Lines in hundredths of a percent.
    OneGroup lines(int lower, int upper, int grow) {
        var shrink = policy.shrink();
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        growth(new Percent(grow), policy.growth().onStarve()),
                        new Shrink(
                                new Drop(new Percent(upper), shrink.slow().nodes()),
                                new Drop(new Percent(lower), shrink.fast().nodes()),
                                shrink.order(),
                                shrink.settle()),
                        policy.graces(),
                        policy.counting(),
                        policy.mostInCluster()));
    }

    OneGroup rates(int slow, int fast) {
        var shrink = policy.shrink();
        return with(
                policy.with(
                        new Shrink(
                                new Drop(shrink.slow().below(), slow),
                                new Drop(shrink.fast().below(), fast),
                                shrink.order(),
                                shrink.settle())));
    }

    OneGroup order(Policy.Order order) {
        var shrink = policy.shrink();
        return with(policy.with(new Shrink(shrink.slow(), shrink.fast(), order, shrink.settle())));
    }

    OneGroup starve(boolean onStarve) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        growth(policy.growth().above(), onStarve),
                        policy.shrink(),
                        policy.graces(),
                        policy.counting(),
                        policy.mostInCluster()));
    }

    private Growth growth(Percent above, boolean onStarve) {
        var growth = policy.growth();
        return new Growth(above, onStarve, growth.coolDown(), growth.provisionTimeout());
    }

    OneGroup finish(Policy.Finish finish) {
        var counting = policy.counting();
        return with(policy.with(new Counting(counting.pods(), counting.daemonSets(), finish)));
    }

    OneGroup daemons(Policy.Daemons daemons) {
        var counting = policy.counting();
        return with(
                policy.with(new Counting(counting.pods(), daemons, counting.finishOnDraining())));
    }

    OneGroup template(Resources allocatable) {
        template = new Template(allocatable, Labels.NONE, List.of());
        return this;
    }

    OneGroup provider(int least, int most) {
        provider = new Limits(least, most);
        return this;
    }

    /// Machines that were asked for and did not come yet.
    OneGroup owes(int machines) {
        owed = machines;
        return this;
    }

    OneGroup at(Instant moment) {
        now = moment;
        return this;
    }

    OneGroup remembers(Past other) {
        past = other;
        return this;
    }

    OneGroup tells(Outcome... outcomes) {
        last.addAll(List.of(outcomes));
        return this;
    }

    OneGroup node(Resources allocatable, Pods... pods) {
        return node("n" + (nodes.size() + 1), allocatable, new NodeState.Active(), pods);
    }

    OneGroup node(String name, Resources allocatable, NodeState state, Pods... pods) {
        return node(
                Node.of(name, allocatable)
                        .withCreated(LONG_AGO.plusSeconds(nodes.size()))
                        .with(state)
                        .with(List.of(pods)));
    }

    OneGroup node(Node node) {
        nodes.add(node);
        return this;
    }

    OneGroup nodes(int count, Resources allocatable) {
        for (int i = 0; i < count; i++) {
            node(allocatable);
        }
        return this;
    }

    OneGroup waiting(int count, Shape shape) {
        if (count > 0) {
            pending.add(new Pods(shape, count, "pod-" + (pending.size() + 1)));
        }
        return this;
    }

    /// Machines of other groups.
    OneGroup elsewhere(int machines) {
        elsewhere = machines;
        return this;
    }

    OneGroup mostInCluster(int most) {
        return with(policy.withMostInCluster(most));
    }

    OneGroup waiting(Pods pods) {
        pending.add(pods);
        return this;
    }

    static Pods pods(int count, Shape shape) {
        return new Pods(shape, count, "pod");
    }

    Seen seen() {
        var group =
                new Group("blue", Labels.NONE, nodes.size() + owed, provider, template, NO_PRICE);
        int machines = Math.max(group.target(), nodes.size()) + elsewhere;
        return new Seen(group, nodes, pending, List.of(), machines);
    }

    /// A fact's name and its exact value.
    static String exact(Fact fact) {
        return fact.name()
                + "="
                + switch (fact) {
                    case Fact.Whole(_, var value) -> Long.toString(value);
                    case Fact.Decimal(_, var value) -> value.toPlainString();
                    case Fact.Figure(_, var value) -> value.toPlainString();
                    case Fact.Dollars dollars -> dollars.exact().toPlainString();
                    case Fact.Text(_, var text) -> text;
                };
    }

    Decision<Past> decide() {
        return new Sizing().decide(new Question<>(seen(), policy, past, last, now, 0));
    }

    /// Pending pods that request so much in all, each of them little.
    OneGroup pendingInSmallPods(long cpuMillis, long mebibytes) {
        long steps = 100;
        for (long left = cpuMillis; left > 0; left -= steps) {
            waiting(1, shape(Math.min(steps, left), 0));
        }
        for (long left = mebibytes; left > 0; left -= steps) {
            waiting(1, shape(0, Math.min(steps, left)));
        }
        return this;
    }

    static Node named(String name, Pods... pods) {
        return Node.of(name, EACH)
                .withCreated(NOW.minus(Duration.ofDays(2)))
                .withLabels(Labels.of("kubernetes.io/hostname", name))
                .with(List.of(pods));
    }

    static Shape pinned(String node, Resources requests) {
        var selector = Labels.of("kubernetes.io/hostname", node);
        return new Shape(
                "shop",
                Labels.NONE,
                requests,
                new Placement(selector, new Affinity.Anywhere(), List.of()),
                Owner.REPLICA_SET,
                0);
    }

    static List<String> codes(Decision<?> decision) {
        return decision.reasons().stream().map(reason -> reason.rule().code()).toList();
    }

    static List<String> sentences(Decision<?> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }

    /// The code and the effect of every reason.
    static List<String> effects(Decision<?> decision) {
        return decision.reasons().stream()
                .map(Reason::rule)
                .map(rule -> rule.code() + " " + rule.effect())
                .toList();
    }
}
