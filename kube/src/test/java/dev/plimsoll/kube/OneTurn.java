package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.kube.TurnReport.Evicted;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.turn.LoopId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A turn about one group, `web`: node `a` is Ready, `b` boots, `c` drains, and a fourth machine is
/// ordered. Three pods are pending.
final class OneTurn {

    static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

    private static final Labels WEB = Labels.of("pool", "web");
    private static final Resources SIZE = Resources.of(Cpu.cores(4), Bytes.gibibytes(16));

    private final List<Reason> reasons = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<Evicted> evicted = new ArrayList<>();
    private Instant at = NOON;
    private int target = 4;
    private boolean isDecided = true;

    OneTurn at(Instant time) {
        at = time;
        return this;
    }

    OneTurn target(int nodes) {
        target = nodes;
        return this;
    }

    /// Nothing changed, so its loop does not decide.
    OneTurn undecided() {
        isDecided = false;
        return this;
    }

    OneTurn because(Rule rule, String subject, Fact... facts) {
        reasons.add(Reason.because(rule, subject, facts));
        return this;
    }

    OneTurn with(Outcome outcome) {
        outcomes.add(outcome);
        return this;
    }

    OneTurn with(Evicted pod) {
        evicted.add(pod);
        return this;
    }

    TurnReport report() {
        if (reasons.isEmpty()) {
            because(Rule.held("within-thresholds", "{subject} stays"), "web");
        }
        var policy = Policy.defaults(Policy.Reading.PLIMSOLL).with(new Limits(2, 10));
        var plan = new Plan(outcomes.stream().map(Outcome::step).toList());
        var decision = new Decision<>(plan, reasons, "", Decision.NEVER);
        var loop = new LoopTurn(new LoopId("Sizing", "web"), "", policy, decision, false, outcomes);
        return new TurnReport(
                at,
                cluster(),
                List.of(),
                isDecided ? List.of(loop) : List.of(),
                evicted,
                Duration.ofMillis(30),
                7);
    }

    private Cluster cluster() {
        var drains = new NodeState.Draining(NOON.minusSeconds(60), DrainCause.LOW_UTILISATION);
        var nodes =
                List.of(
                        node("a"),
                        node("b").withReady(false),
                        node("c").with(drains),
                        Node.of("of-no-group", SIZE));
        var shape =
                new Shape(
                        "shop", Labels.NONE, SIZE, Shape.Placement.ANYWHERE, Owner.REPLICA_SET, 0);
        var group =
                new Group(
                        "web",
                        WEB,
                        target,
                        new Limits(1, 20),
                        new Template(SIZE, WEB, List.of()),
                        new Price.Unknown("nobody asked"));
        return Cluster.of(nodes, List.of(new Pods(shape, 3, "cart-1")), List.of(group));
    }

    private static Node node(String name) {
        return Node.of(name, SIZE).withLabels(WEB).withCreated(NOON.minusSeconds(120));
    }
}
