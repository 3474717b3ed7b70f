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
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A group `blue` that a test furnishes node by node, pod by pod, and asks about.
final class OneGroup {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1));

    private final List<Node> nodes = new ArrayList<>();
    private final List<Pods> pending = new ArrayList<>();
    private final List<Outcome> last = new ArrayList<>();
    private Template template = Template.UNKNOWN;
    private Limits provider = Limits.UNLIMITED;
    private int owed;
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

    OneGroup as(Reading reading) {
        var defaults = Policy.defaults(reading);
        return with(
                new Policy(
                        reading,
                        policy.limits(),
                        policy.growAbove(),
                        policy.slow(),
                        policy.fast(),
                        policy.coolDown(),
                        defaults.graces(),
                        defaults.pods(),
                        defaults.scaleOnStarve(),
                        defaults.daemonSets(),
                        defaults.finishOnDraining(),
                        policy.order(),
                        policy.provisionTimeout()));
    }

    OneGroup with(Policy other) {
        policy = other;
        return this;
    }

    Policy policy() {
        return policy;
    }

    OneGroup limits(int least, int most) {
        return with(
                new Policy(
                        policy.reading(),
                        new Limits(least, most),
                        policy.growAbove(),
                        policy.slow(),
                        policy.fast(),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        policy.scaleOnStarve(),
                        policy.daemonSets(),
                        policy.finishOnDraining(),
                        policy.order(),
                        policy.provisionTimeout()));
    }

    /// Lines in hundredths of a percent.
    OneGroup lines(int lower, int upper, int grow) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        new Percent(grow),
                        new Drop(new Percent(upper), policy.slow().nodes()),
                        new Drop(new Percent(lower), policy.fast().nodes()),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        policy.scaleOnStarve(),
                        policy.daemonSets(),
                        policy.finishOnDraining(),
                        policy.order(),
                        policy.provisionTimeout()));
    }

    OneGroup rates(int slow, int fast) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        policy.growAbove(),
                        new Drop(policy.slow().below(), slow),
                        new Drop(policy.fast().below(), fast),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        policy.scaleOnStarve(),
                        policy.daemonSets(),
                        policy.finishOnDraining(),
                        policy.order(),
                        policy.provisionTimeout()));
    }

    OneGroup order(Policy.Order order) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        policy.growAbove(),
                        policy.slow(),
                        policy.fast(),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        policy.scaleOnStarve(),
                        policy.daemonSets(),
                        policy.finishOnDraining(),
                        order,
                        policy.provisionTimeout()));
    }

    OneGroup starve(boolean scaleOnStarve) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        policy.growAbove(),
                        policy.slow(),
                        policy.fast(),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        scaleOnStarve,
                        policy.daemonSets(),
                        policy.finishOnDraining(),
                        policy.order(),
                        policy.provisionTimeout()));
    }

    OneGroup finish(Policy.Finish finish) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        policy.growAbove(),
                        policy.slow(),
                        policy.fast(),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        policy.scaleOnStarve(),
                        policy.daemonSets(),
                        finish,
                        policy.order(),
                        policy.provisionTimeout()));
    }

    OneGroup daemons(Policy.Daemons daemons) {
        return with(
                new Policy(
                        policy.reading(),
                        policy.limits(),
                        policy.growAbove(),
                        policy.slow(),
                        policy.fast(),
                        policy.coolDown(),
                        policy.graces(),
                        policy.pods(),
                        policy.scaleOnStarve(),
                        daemons,
                        policy.finishOnDraining(),
                        policy.order(),
                        policy.provisionTimeout()));
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
                new Node(
                        name,
                        LONG_AGO.plusSeconds(nodes.size()),
                        Labels.NONE,
                        List.of(),
                        allocatable,
                        state,
                        true,
                        false,
                        List.of(pods)));
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

    OneGroup waiting(Pods pods) {
        pending.add(pods);
        return this;
    }

    static Pods pods(int count, Shape shape) {
        return new Pods(shape, count, "pod");
    }

    Seen seen() {
        var group =
                new Group("blue", Labels.NONE, nodes.size() + owed, provider, template, Money.NONE);
        return new Seen(group, nodes, pending, List.of());
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
}
