package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.turn.LoopId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A dry run beside others: a turn a minute about one group.
class ShadowTest {

    private static final Rule RULE = Rule.held("within-thresholds", "{subject} stays");
    private static final Labels WEB = Labels.of("pool", "web");

    private final List<String> said = new ArrayList<>();
    private final Shadow shadow = new Shadow(said::add);
    private Instant now = Instant.parse("2026-01-05T12:00:00Z");

    @Test
    void saysNothingWhileEverybodyAgreesToDoNothing() {
        turn(5);
        turn(5);

        assertThat(said).isEmpty();
        assertThat(row())
                .isEqualTo(
                        new Shadow.Row(
                                "web", 5, Duration.ofMinutes(5), Duration.ofMinutes(5), 0, 0, 0));
    }

    /// One minute with 5 nodes in place of 7, and one with 7.
    @Test
    void saysThatOthersDidWhatItWouldHaveDone() {
        turn(5, new Step.ResizeGroup("web", 5, 7));
        turn(7);
        turn(7);

        assertThat(said)
                .containsExactly(
                        "web: others went from 5 to 7 nodes; Plimsoll would have gone to 7 1m"
                                + " before");
        assertThat(row())
                .isEqualTo(
                        new Shadow.Row(
                                "web", 7, Duration.ofMinutes(12), Duration.ofMinutes(14), 1, 0, 0));
    }

    /// Others may take several steps for one of ours.
    @Test
    void countsOneAgreementForSeveralStepsOfTheOthers() {
        turn(5, new Step.ResizeGroup("web", 5, 7));
        turn(6, new Step.ResizeGroup("web", 6, 7));
        turn(7);

        assertThat(said)
                .containsExactly(
                        "web: others went from 5 to 6 nodes; Plimsoll would have gone to 7 1m"
                                + " before",
                        "web: others went from 6 to 7 nodes; Plimsoll would have gone to 7 2m"
                                + " before");
        assertThat(row().agreed()).isEqualTo(1);
        assertThat(row().notDone()).isZero();
    }

    @Test
    void saysThatOthersDidNotDoIt() {
        turn(5, new Step.DrainNode("a"), new Step.DrainNode("b"));
        turn(5, new Step.DrainNode("a"), new Step.DrainNode("b"));
        turn(5);

        assertThat(said)
                .containsExactly(
                        "web: Plimsoll would have gone to 3 nodes for 2m; the group stayed at 5");
        assertThat(row().notDone()).isEqualTo(1);
        assertThat(row().wantedTime()).isEqualTo(Duration.ofMinutes(6));
    }

    @Test
    void countsAWishThatIsStillOpenAsNotDone() {
        turn(5, new Step.DrainNode("a"));

        assertThat(row().notDone()).isEqualTo(1);
        assertThat(said).isEmpty();
    }

    @Test
    void saysThatOthersDidWhatItWouldNotHaveDone() {
        turn(5);
        turn(6);
        turn(5, new Step.ResizeGroup("web", 5, 9));
        turn(4, new Step.ResizeGroup("web", 4, 9));

        assertThat(said)
                .containsExactly(
                        "web: others went from 5 to 6 nodes; Plimsoll would have stayed at 5",
                        "web: others went from 6 to 5 nodes; Plimsoll would have stayed at 6",
                        "web: others went from 5 to 4 nodes; Plimsoll would have gone to 9");
        assertThat(row().others()).isEqualTo(3);
    }

    /// A node that somebody else drains does not serve any more.
    @Test
    void doesNotCountNodesThatLeave() {
        turn(3);
        var nodes = new ArrayList<>(nodes(3));
        nodes.set(0, nodes.get(0).with(new NodeState.Leaving("spot interruption")));
        turn(nodes);

        assertThat(said)
                .containsExactly(
                        "web: others went from 3 to 2 nodes; Plimsoll would have stayed at 3");
    }

    private Shadow.Row row() {
        assertThat(shadow.rows()).hasSize(1);
        return shadow.rows().getFirst();
    }

    private void turn(int nodes, Step... steps) {
        turn(nodes(nodes), steps);
    }

    private void turn(List<Node> nodes, Step... steps) {
        var group =
                new Group(
                        "web",
                        WEB,
                        nodes.size(),
                        new Limits(0, 20),
                        new Template(Resources.NONE, WEB, List.of()),
                        new Price.Unknown("nobody asked"));
        var decision =
                new Decision<>(
                        new Plan(List.of(steps)),
                        List.of(Reason.because(RULE, "web")),
                        "",
                        Decision.NEVER);
        var loop = new LoopTurn(new LoopId("Sizing", "web"), "", "", decision, true, List.of());
        shadow.turned(
                new TurnReport(
                        now,
                        Cluster.of(nodes, List.of(), List.of(group)),
                        List.of(),
                        List.of(loop),
                        List.of(),
                        Duration.ZERO,
                        0));
        now = now.plus(Duration.ofMinutes(1));
    }

    private static List<Node> nodes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Node.of("n" + i, Resources.NONE).withLabels(WEB))
                .toList();
    }
}
