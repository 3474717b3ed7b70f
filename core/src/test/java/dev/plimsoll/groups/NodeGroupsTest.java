package dev.plimsoll.groups;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.emptyGroup;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.tainted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups.GroupState;
import dev.plimsoll.groups.NodeGroups.Settings;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Groups as they will be when all ordered machines have joined.
class NodeGroupsTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(15);
    private static final Node READY = node("web-1", "pool=web", "4", "16Gi");

    /// A node that is not Ready is `age` seconds old; the timeout is 900 s.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    age | not there yet | accepts pods
                    0   | web-2         | true
                    899 | web-2         | true
                    900 | -             | false
                    901 | -             | false
                    """)
    void aStartingNodeTakesPodsUntilItIsLate(long age, String notThereYet, boolean accepts) {
        var starting =
                tainted(node("web-2", "pool=web", "4", "16Gi"), WellKnown.NOT_READY)
                        .withReady(false)
                        .withCreated(NOW.minusSeconds(age));

        var groups = of(List.of(READY, starting), group("web", 9, "0.2").with(2), 0, NOW);

        assertThat(groups.notThereYet())
                .isEqualTo(notThereYet.equals("-") ? List.of() : List.of(notThereYet));
        assertThat(groups.nodes()).extracting(Node::name).containsExactly("web-1", "web-2");
        assertThat(groups.nodes().getLast().isReady()).isEqualTo(accepts);
        assertThat(web(groups).group().nodes()).containsExactly("web-1", "web-2");
    }

    /// Two machines of the target are missing since `age` seconds.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    age | nodes | late
                    0   | 3     | 0
                    899 | 3     | 0
                    900 | 1     | 2
                    901 | 1     | 2
                    """)
    void machinesCountAsNodesUntilTheyAreLate(long age, int nodes, int late) {
        var groups = of(List.of(READY), group("web", 9, "0.2").with(3), 2, NOW.minusSeconds(age));

        var state = web(groups);
        assertThat(groups.nodes()).hasSize(nodes);
        assertThat(state.group().nodes()).hasSize(nodes);
        assertThat(state.group().target()).isEqualTo(3);
        assertThat(state.late()).isEqualTo(late);
        assertThat(groups.notThereYet()).hasSize(nodes - 1);
    }

    @Test
    void arrivingMachinesAreLikeTheNextNode() {
        var groups = of(List.of(READY), group("web", 9, "0.2").with(2), 1, NOW);

        var arriving = groups.nodes().getLast();

        assertThat(arriving.name()).isEqualTo("web-arriving-1");
        assertThat(arriving.allocatable()).isEqualTo(READY.allocatable());
        assertThat(arriving.labels()).hasToString("kubernetes.io/hostname=web-arriving-1,pool=web");
        assertThat(groups.notThereYet()).containsExactly("web-arriving-1");
    }

    @Test
    void anArrivingMachineNeverTakesTheNameOfANode() {
        var taken = node("web-arriving-1", "pool=web", "4", "16Gi");

        var groups = of(List.of(taken), group("web", 9, "0.2").with(2), 1, NOW);

        assertThat(groups.nodes())
                .extracting(Node::name)
                .containsExactly("web-arriving-1", "web-arriving-1-x");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    condition  | rule
                    IN_SERVICE | -
                    PAUSED     | group-paused
                    UPGRADING  | group-upgrading
                    """)
    void onlyAGroupInServiceGrows(Group.Condition condition, String rule) {
        var group = group("web", 9, "0.2").with(condition);

        assertThat(rule(of(List.of(READY), group, 0, NOW))).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    setting     | unlisted | template | rule
                    PODS        | HOLD     | known    | -
                    PODS        | HOLD     | unknown  | no-template
                    UTILISATION | GROW     | known    | by-utilisation
                    -           | HOLD     | known    | not-in-policy
                    -           | GROW     | known    | -
                    -           | GROW     | unknown  | no-template
                    """)
    void growsAsItsSettingSays(String setting, Unlisted unlisted, String template, String rule) {
        var known = emptyGroup("web", READY, 9, "0.2");
        var group = template.equals("known") ? known : group("web", 9, "0.2").with(0);
        var policies = new TreeMap<String, GroupPolicy>();
        if (!setting.equals("-")) {
            var limits = new Limits(1, 5);
            policies.put("web", new GroupPolicy(Manage.valueOf(setting), limits, Standing.EXISTS));
        }

        var groups =
                new NodeGroups(
                        Cluster.of(List.of(), List.of(), List.of(group)),
                        new Settings(policies, unlisted, TIMEOUT),
                        new TreeMap<>(),
                        NOW);

        assertThat(rule(groups)).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    provider | policy | limits
                    0 9      | 2 5    | 2 5
                    0 3      | 2 5    | 2 3
                    0 1      | 2 5    | 1 1
                    4 9      | 2 5    | 2 5
                    """)
    void growsNoFurtherThanItsProviderAllows(String provider, String policy, String limits) {
        var plain = group("web", 9, "0.2");
        var group =
                new Group(
                        "web",
                        plain.labels(),
                        1,
                        limits(provider),
                        plain.variants(),
                        GroupSpread.PROVIDER,
                        List.of(),
                        Group.Condition.IN_SERVICE);
        var policies = new TreeMap<String, GroupPolicy>();
        policies.put("web", new GroupPolicy(Manage.PODS, limits(policy), Standing.EXISTS));

        var groups =
                new NodeGroups(
                        Cluster.of(List.of(READY), List.of(), List.of(group)),
                        new Settings(policies, Unlisted.HOLD, TIMEOUT),
                        new TreeMap<>(),
                        NOW);

        assertThat(web(groups).group().growth())
                .isEqualTo(new Growth.Within(limits(limits), Standing.EXISTS));
    }

    private static Limits limits(String text) {
        var words = text.split(" ", -1);
        return new Limits(Integer.parseInt(words[0]), Integer.parseInt(words[1]));
    }

    @Test
    void aControlPlaneGrowsOnlyWhereThereIsNothingElse() {
        var master = node("m", "node-role.kubernetes.io/control-plane=", "4", "16Gi");
        var worker = node("w", "node-role.kubernetes.io/worker=", "4", "16Gi");

        var alone = inferred(master);
        var beside = inferred(master, worker);

        assertThat(alone.getFirst().group().isUnlimited()).isTrue();
        assertThat(why(beside.getFirst())).isEqualTo("control-plane");
        assertThat(beside.getLast().group().isUnlimited()).isTrue();
    }

    @Test
    void refusesGroupsThatShareANode() {
        var other = group("other", 9, "0.2");
        var overlapping =
                new Group(
                        "other",
                        READY.labels().only(List.of("pool")),
                        0,
                        other.provider(),
                        other.variants(),
                        GroupSpread.PROVIDER,
                        List.of(),
                        Group.Condition.IN_SERVICE);
        var cluster =
                Cluster.of(List.of(READY), List.of(), List.of(group("web", 9, "0.2"), overlapping));

        assertThatThrownBy(() -> new NodeGroups(cluster, settings(), new TreeMap<>(), NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("node web-1 belongs to groups other and web");
    }

    /// @param missing machines that have been missing since then
    private static NodeGroups of(List<Node> nodes, Group group, int missing, Instant since) {
        var pasts = new TreeMap<String, GroupPast>();
        if (missing > 0) {
            pasts.put(
                    group.name(),
                    new GroupPast(
                            GroupPast.CoolDown.OVER,
                            List.of(new Missing(missing, since)),
                            Template.UNKNOWN,
                            Resources.NONE));
        }
        return new NodeGroups(Cluster.of(nodes, List.of(), List.of(group)), settings(), pasts, NOW);
    }

    private static List<GroupState> inferred(Node... nodes) {
        var cluster = Cluster.of(List.of(nodes), List.of(), List.of());
        return new NodeGroups(cluster, settings(), new TreeMap<>(), NOW).all();
    }

    private static Settings settings() {
        return new Settings(new TreeMap<>(), Unlisted.GROW, TIMEOUT);
    }

    private static GroupState web(NodeGroups groups) {
        return groups.all().getFirst();
    }

    /// The rule that keeps the only group from growing; `-` if it grows.
    private static String rule(NodeGroups groups) {
        return why(web(groups));
    }

    private static String why(GroupState state) {
        return state.group().growth() instanceof Growth.Never(var why) ? why.rule().code() : "-";
    }
}
