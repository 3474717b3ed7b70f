package dev.plimsoll.groups;

import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static dev.plimsoll.scaling.Village.tainted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rule for the next node of a group.
class NextNodeTest {

    private static final String TYPE = "node.kubernetes.io/instance-type=m5.large";

    /// Nodes are `created cores` with their state; `*` is Ready.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes                         | remembered | declared | cores of the next node
                    1 4 *                         | -          | -        | 4
                    1 4 *                         | 8          | 16       | 4
                    1 4 * / 2 2 *                 | 8          | 16       | 2
                    2 2 * / 1 4 *                 | 8          | 16       | 2
                    2 2 * / 2 4 *                 | -          | -        | 4
                    1 4 * / 2 2 starting          | 8          | 16       | 4
                    1 4 * / 2 2 cordoned          | 8          | 16       | 4
                    1 4 * / 2 2 draining          | 8          | 16       | 4
                    1 4 starting                  | 8          | 16       | 8
                    1 4 starting                  | -          | 16       | 16
                    -                             | 8          | 16       | 8
                    -                             | -          | 16       | 16
                    1 4 starting                  | -          | -        | 4
                    1 4 cordoned / 2 2 draining   | -          | -        | 2
                    -                             | -          | -        | -
                    """)
    void isTheNewestReadyNodeElseTheRememberedElseTheDeclaredElseAnyNode(
            String nodes, String remembered, String declared, String cores) {
        var own = nodes(nodes);
        var ready = own.stream().filter(Node::isReady).toList();

        var next = NextNode.of(template(declared), own, ready, past(template(remembered)));

        assertThat(next.isKnown()).isEqualTo(!cores.equals("-"));
        assertThat(next.template().allocatable()).isEqualTo(template(cores).allocatable());
    }

    private static List<Node> nodes(String text) {
        return text.equals("-")
                ? List.of()
                : Arrays.stream(text.split(" / ", -1)).map(NextNodeTest::oneNode).toList();
    }

    private static Node oneNode(String text) {
        var words = text.split(" ", -1);
        var created = Instant.EPOCH.plusSeconds(Long.parseLong(words[0]));
        var node = Node.of("n-" + words[1], cores(words[1])).withCreated(created);
        return switch (words[2]) {
            case "*" -> node;
            case "starting" -> node.withReady(false);
            case "cordoned" -> node.with(new NodeState.Cordoned());
            default -> node.with(new NodeState.Draining(created));
        };
    }

    private static Resources cores(String text) {
        return Resources.NONE.with(Resources.CPU, Long.parseLong(text) * 1_000);
    }

    private static Template template(String cores) {
        return cores.equals("-")
                ? Template.UNKNOWN
                : new Template(cores(cores), Labels.NONE, List.of());
    }

    private static GroupPast past(Template template) {
        return new GroupPast(GroupPast.CoolDown.OVER, List.of(), template, Resources.NONE);
    }

    /// How many pods of a DaemonSet each Ready node runs, and how many the next node runs.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    on Ready nodes | on the next
                    1              | 1
                    0              | 0
                    1 0            | 1
                    1 1            | 1
                    1 0 0          | 0
                    1 1 0          | 1
                    1 1 0 0        | 1
                    1 0 0 0        | 0
                    2 1            | 2
                    2 1 1          | 1
                    3 2 1 0        | 2
                    """)
    void runsTheDaemonSetPodsOfAtLeastHalfOfTheReadyNodes(String onReady, int onNext) {
        var ready =
                Arrays.stream(onReady.split(" ", -1))
                        .map(Integer::parseInt)
                        .map(NextNodeTest::withProxies)
                        .toList();

        var next = NextNode.of(Template.UNKNOWN, ready, ready, GroupPast.NONE);

        assertThat(next.daemons().stream().mapToInt(Pods::count).sum()).isEqualTo(onNext);
        assertThat(next.daemonRequests().asked(Resources.CPU)).isEqualTo(100L * onNext);
        assertThat(next.daemonRequests().asked(Resources.PODS)).isEqualTo(onNext);
    }

    private static Node withProxies(int count) {
        var node = node("n", "", "4", "16Gi", pods(2, "web", "1", "1Gi"));
        return count == 0
                ? node
                : node.with(List.of(pods(count, "proxy", "100m", "1Gi", Owner.DAEMON_SET)));
    }

    @Test
    void hasTheLabelsThatAllNodesOfTheGroupShare() {
        var own =
                List.of(
                        node("n1", TYPE + ",rack=1", "4", "16Gi"),
                        node("n2", TYPE + ",rack=2", "4", "16Gi").with(new NodeState.Cordoned()));

        var next = NextNode.of(Template.UNKNOWN, own, own.subList(0, 1), GroupPast.NONE);

        assertThat(next.template().labels()).hasToString(TYPE);
        assertThat(next.node("new").labels()).hasToString("kubernetes.io/hostname=new," + TYPE);
    }

    @Test
    void hasTheTaintsThatStayAndNoPodsOfItsOwn() {
        var node = tainted(node("n1", "", "4", "16Gi", pods(3, "web", "1", "1Gi")), "dedicated");

        var next = NextNode.of(Template.UNKNOWN, List.of(node), List.of(node), GroupPast.NONE);

        assertThat(next.node("new").taints()).extracting(Taint::key).containsExactly("dedicated");
        assertThat(next.node("new").pods()).isEmpty();
    }

    @Test
    void leavesOutTheTaintsOfAStart() {
        var starting = tainted(node("n1", "", "4", "16Gi"), WellKnown.NOT_READY).withReady(false);

        var next = NextNode.of(Template.UNKNOWN, List.of(starting), List.of(), GroupPast.NONE);

        assertThat(next.node("new").taints()).isEmpty();
        assertThat(next.node("new").isReady()).isTrue();
    }

    @Test
    void reservesTheRequestsThatAreRememberedOfDaemonSets() {
        var past = new GroupPast(GroupPast.CoolDown.OVER, List.of(), template("8"), cores("1"));

        var next = NextNode.of(template("16"), List.of(), List.of(), past);

        assertThat(next.daemonRequests()).isEqualTo(cores("1"));
        assertThat(next.node("new").allocatable()).isEqualTo(cores("7"));
    }

    @Test
    void runsTheDaemonSetPodsOfMostOtherNodesThatFitIfItHasNoneOfItsOwn() {
        var proxy = pods(1, "proxy", "100m", "1Gi", Owner.DAEMON_SET);
        var large = pods(1, "agent", "9", "1Gi", Owner.DAEMON_SET);
        var others =
                List.of(
                        node("n1", "", "16", "64Gi", proxy, large),
                        node("n2", "", "16", "64Gi", proxy, large));
        var declared = node("new", "", "4", "16Gi");
        var template = new Template(declared.allocatable(), Labels.NONE, List.of());

        var next = NextNode.of(template, List.of(), List.of(), GroupPast.NONE).orDaemonsOf(others);

        assertThat(next.daemons()).extracting(Pods::first).containsExactly("proxy");
    }
}
