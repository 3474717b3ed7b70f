package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Counting;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import dev.plimsoll.sizing.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizingKindTest {

    private static final String DEFAULTS =
            """
            minNodes: 1
            maxNodes: 100
            scaleUpThresholdPercent: 70
            taintUpperCapacityThresholdPercent: 40
            taintLowerCapacityThresholdPercent: 10
            slowNodeRemovalRate: 2
            fastNodeRemovalRate: 5
            scaleUpCoolDownPeriod: 2m
            softDeleteGracePeriod: 1m
            hardDeleteGracePeriod: 10m
            pods: selected
            finishOnDraining: none
            maxNodeAge: 0s
            unhealthyNodeGracePeriod: 0s
            provisionTimeout: 15m
            """;

    @Test
    void sizesByTheDocumentedDefaultsWhereAQuestionSaysNothing() {
        var written =
                DEFAULTS
                        + """
                        reading: plimsoll
                        killAfter: 10m
                        scaleOnStarve: true
                        daemonSets: subtract
                        order: emptiest
                        settle: 15m
                        """;

        assertThat(policy("{}")).isEqualTo(policy(written));
    }

    @Test
    void sizesByTheSourcesDefaultsInItsReading() {
        var written =
                DEFAULTS
                        + """
                        reading: source
                        killAfter: 0s
                        scaleOnStarve: false
                        daemonSets: ignore
                        order: oldest
                        settle: 0s
                        """;

        assertThat(policy("reading: source")).isEqualTo(policy(written));
    }

    @Test
    void readsEveryKeyOfAPolicy() {
        assertThat(
                        policy(
                                """
                                reading: plimsoll
                                minNodes: 3
                                maxNodes: 9
                                scaleUpThresholdPercent: 112.5
                                taintUpperCapacityThresholdPercent: 45%
                                taintLowerCapacityThresholdPercent: 0
                                slowNodeRemovalRate: 0
                                fastNodeRemovalRate: 7
                                scaleUpCoolDownPeriod: 90s
                                softDeleteGracePeriod: 500ms
                                hardDeleteGracePeriod: 1h30m
                                killAfter: 0
                                pods: fitting
                                scaleOnStarve: true
                                daemonSets: subtract
                                finishOnDraining: jobs
                                order: cheapest-to-move
                                settle: 3m
                                stabilise: 20m
                                dryRun: true
                                maxNodeAge: 48h
                                unhealthyNodeGracePeriod: 6m
                                provisionTimeout: 4m
                                maxNodesTotal: 40
                                """))
                .isEqualTo(
                        new Policy(
                                Reading.PLIMSOLL,
                                new Limits(3, 9),
                                new Growth(
                                        new Percent(11_250),
                                        true,
                                        Duration.ofSeconds(90),
                                        Duration.ofMinutes(4)),
                                new Shrink(
                                        new Drop(Percent.of(45), 0),
                                        new Drop(Percent.of(0), 7),
                                        Policy.Order.CHEAPEST_TO_MOVE,
                                        Duration.ofMinutes(3),
                                        Duration.ofMinutes(20)),
                                new Graces(
                                        Duration.ofMillis(500),
                                        Duration.ofMinutes(90),
                                        Duration.ZERO),
                                new Counting(
                                        Policy.Whose.FITTING,
                                        Policy.Daemons.SUBTRACT,
                                        Policy.Finish.JOBS),
                                new Policy.Rotation(Duration.ofDays(2), Duration.ofMinutes(6)),
                                40,
                                true));
    }

    @Test
    void refusesKeysThatTheReadingDoesNotUse() {
        assertMistakes(
                """
                kind: SizingQuestion
                seen: {}
                policy: {stabilise: 15m, reading: source}
                """,
                "3:21: policy.stabilise: 'reading: source' does not use this; remove it");
        assertMistakes(
                """
                kind: SizingQuestion
                seen: {}
                policy: {healthCheckNewestNodesPercent: 50, maxUnhealthyNodesPercent: 20}
                """,
                "3:41: policy.healthCheckNewestNodesPercent: 'reading: plimsoll' does not use this;"
                        + " remove it",
                "3:71: policy.maxUnhealthyNodesPercent: 'reading: plimsoll' does not use this;"
                        + " remove it");
    }

    @Test
    void readsTheHealthCheckOfTheSourceReading() {
        var rotation =
                policy(
                                """
                                reading: source
                                maxNodeAge: 24h
                                unhealthyNodeGracePeriod: 5m
                                healthCheckNewestNodesPercent: 50
                                maxUnhealthyNodesPercent: 20
                                """)
                        .rotation();

        assertThat(rotation)
                .isEqualTo(
                        new Policy.Rotation(
                                Duration.ofDays(1),
                                Duration.ofMinutes(5),
                                new Policy.HealthCheck(50, 20)));
    }

    @Test
    void readsEveryKeyOfWhatIsSeen() {
        var seen =
                seen(
                        """
                        group: blue
                        labels: {pool: blue}
                        target: 3
                        provider: {min: 1, max: 50}
                        template: {allocatable: {cpu: 1, memory: 4000Mi}, labels: {pool: blue}, taints: [{key: a, effect: NoExecute}]}
                        nodes:
                        - name: old
                          created: 2026-01-01T00:00:00Z
                          allocatable: {cpu: 1, memory: 4000Mi, example.com/gpu: 2}
                          labels: {pool: blue}
                          taints: [{key: a, value: b, effect: PreferNoSchedule}]
                          ready: false
                          noDelete: true
                          drainingSince: 2026-01-01T00:00:01Z
                        - {name: shut, cordoned: true, allocatable: {}}
                        - {name: bad, forced: true, allocatable: {}}
                        pods:
                        - name: web
                          node: old
                          requests: {cpu: 500m, memory: 100Mi}
                          nodeSelector: {pool: blue}
                          affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: In, values: [blue]}]}]}}}
                          tolerations: [{key: a, operator: Exists}]
                          created: 2026-01-01T00:00:00Z
                          phase: Running
                        - {name: waits, job: true, phase: Pending}
                        - {name: done, node: old, phase: Succeeded}
                        - {name: broke, phase: Failed}
                        - {name: agent, node: old, daemonSet: true}
                        - {name: static, node: old, mirror: true}
                        """);

        var group = seen.group();
        assertThat(group.name()).isEqualTo("blue");
        assertThat(group.labels()).isEqualTo(Labels.of("pool", "blue"));
        assertThat(group.target()).isEqualTo(3);
        assertThat(group.provider()).isEqualTo(new Limits(1, 50));
        assertThat(group.template())
                .isEqualTo(
                        new Template(
                                Resources.of(Cpu.cores(1), Bytes.mebibytes(4_000)),
                                Labels.of("pool", "blue"),
                                List.of(new Taint("a", "", Taint.Effect.NO_EXECUTE))));
        assertThat(seen.nodes())
                .extracting(Node::name, Node::state)
                .containsExactly(
                        row("bad", new NodeState.Forced()),
                        row("old", new NodeState.Draining(Instant.parse("2026-01-01T00:00:01Z"))),
                        row("shut", new NodeState.Cordoned()));
        var old = seen.nodes().get(1);
        assertThat(old.created()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(old.allocatable().offered("example.com/gpu")).isEqualTo(2);
        assertThat(old.labels()).isEqualTo(Labels.of("pool", "blue"));
        assertThat(old.taints())
                .containsExactly(new Taint("a", "b", Taint.Effect.PREFER_NO_SCHEDULE));
        assertThat(old.ready()).isFalse();
        assertThat(old.noDelete()).isTrue();
        assertThat(old.pods())
                .extracting(Pods::first, pods -> pods.shape().owner())
                .containsExactlyInAnyOrder(
                        row("web", Owner.REPLICA_SET),
                        row("agent", Owner.DAEMON_SET),
                        row("static", Owner.NODE));
        assertThat(seen.pending())
                .extracting(Pods::first, pods -> pods.shape().owner())
                .containsExactly(row("waits", Owner.JOB));
        var web = shape(old, "web");
        assertThat(web.requests()).isEqualTo(Resources.of(new Cpu(500), Bytes.mebibytes(100)));
        assertThat(web.nodeSelector()).isEqualTo(Labels.of("pool", "blue"));
        assertThat(web.affinity().matches("x", Labels.of("pool", "blue"))).isTrue();
        assertThat(web.affinity().matches("x", Labels.of("pool", "red"))).isFalse();
        assertThat(web.tolerations())
                .singleElement()
                .satisfies(some -> assertThat(some.tolerates(old.taints().getFirst())).isTrue());
    }

    @Test
    void takesWhatIsNotSaidOfWhatIsSeenFromTheDocumentedDefaults() {
        var seen = seen("nodes: [{allocatable: {cpu: 1}}, {allocatable: {cpu: 1}}]");

        assertThat(seen.group().target()).isEqualTo(2);
        assertThat(seen.group().provider()).isEqualTo(Limits.UNLIMITED);
        assertThat(seen.group().template()).isEqualTo(Template.UNKNOWN);
        assertThat(seen.group().labels()).isEqualTo(Labels.NONE);
        var node = seen.nodes().getFirst();
        assertThat(node.isReady()).isTrue();
        assertThat(node.noDelete()).isFalse();
        assertThat(node.allocatable().offered("memory")).isEqualTo(Resources.UNLIMITED);
        assertThat(node.allocatable().offered("example.com/gpu")).isZero();
    }

    @Test
    void asksOfPodsWithoutLabelsNothingWhereTheGroupHasNone() {
        var decision =
                decide(
                        """
                        kind: SizingQuestion
                        seen:
                          group: blue
                          nodes: [{count: 2, allocatable: {cpu: 1, memory: 4000Mi}}]
                          pods: [{count: 10, requests: {cpu: 500m, memory: 100Mi}}]
                        """);

        assertThat(decision).contains("\"nodes\":8");
    }

    @Test
    void countsOnlyPodsThatNameTheLabelsOfTheGroup() {
        var decision =
                decide(
                        """
                        kind: SizingQuestion
                        seen:
                          group: blue
                          labels: {pool: blue}
                          nodes: [{count: 2, allocatable: {cpu: 1, memory: 4000Mi}, labels: {pool: blue}}]
                          pods:
                          - {count: 10, requests: {cpu: 500m, memory: 100Mi}}
                          - {count: 2, requests: {cpu: 500m, memory: 100Mi}, nodeSelector: {pool: blue}}
                        """);

        assertThat(decision).contains("\"plan\":[]").contains("\"cpuPercent\":50,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{cpu: 1, memory: 4000Mi}",
                "{allocatable: {cpu: 1, memory: 4000Mi}}",
                "{allocatable: {cpu: 1000m, memory: 4194304000}, labels: {}, taints: []}"
            })
    void readsATemplateInItsFlatFormToo(String template) {
        assertThat(seen("template: " + template).group().template().allocatable())
                .isEqualTo(Resources.of(Cpu.cores(1), Bytes.mebibytes(4_000)));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes                                | names
                    {}                                   | node-1
                    {}, {}                               | node-1 node-2
                    {count: 3}                           | node-1 node-2 node-3
                    {count: 2}, {}, {count: 1}           | node-1 node-2 node-3 node-4
                    {name: a}                            | a
                    {name: a, count: 1}                  | a-1
                    {name: a, count: 2}, {name: b}, {}   | a-1 a-2 b node-1
                    """)
    void namesWhatIsOnlyCounted(String nodes, String names) {
        var seen =
                seen(
                        "nodes: ["
                                + nodes.replace("}", ", allocatable: {}}").replace("{,", "{")
                                + "]");

        assertThat(seen.nodes()).extracting(Node::name).containsExactly(names.split(" "));
    }

    @Test
    void namesAndCountsPodsInTheSameWay() {
        var seen =
                seen(
                        """
                        nodes: [{count: 2, allocatable: {}}]
                        pods:
                        - {count: 2, node: node-2}
                        - {count: 3}
                        - {name: web, namespace: shop, count: 2}
                        - {name: web, namespace: bank, count: 2}
                        """);

        assertThat(seen.nodes().get(1).pods())
                .extracting(Pods::first, Pods::count)
                .containsExactly(row("pod-1", 2));
        assertThat(seen.pending())
                .extracting(Pods::example, Pods::count)
                .containsExactlyInAnyOrder(
                        row("pod-3", 3), row("shop/web-1", 2), row("bank/web-1", 2));
    }

    @Test
    void saysEveryMistakeOfAQuestionAtOnce() {
        assertMistakes(
                """
                kind: SizingQuestion
                sed: 3
                now: yesterday
                policy: {minNodes: 5, maxNodes: 3, scaleUpTresholdPercent: 3}
                seen:
                  target: -1
                  provider: {min: 5, max: 3}
                  template: {cpu: lots}
                  nodes:
                  - {name: a}
                  - {name: a, allocatable: {cpu: -1}, redy: true}
                  - {count: 0, allocatable: {}}
                  - {name: "", allocatable: {}}
                  pods:
                  - {node: b, requests: {cpu: 1e99}}
                  - {requests: {memory: NaN}, phase: Runing}
                  - {tolerations: [{operator: Equals}], affinity: {podAffinity: {}}}
                past: {missing: [{nodes: 0}], coolDown: {til: 3}}
                last: [{step: resizeGroup}, {step: burnNode, outcome: done, node: a}, {outcome: done, node: a}]
                """,
                "2:1: sed: unknown key; did you mean 'seed'?",
                "3:6: now: 'yesterday' is not a time; write one such as 2026-01-31T08:00:00Z",
                "4:20: policy.minNodes: 5 is above maxNodes (3); lower the minimum, or raise the"
                        + " maximum",
                "4:36: policy.scaleUpTresholdPercent: unknown key; did you mean"
                        + " 'scaleUpThresholdPercent'?",
                "6:11: seen.target: '-1' is out of range; write 0 or more",
                "7:19: seen.provider.min: 5 is above max (3); lower the minimum, or raise the"
                        + " maximum",
                "8:19: seen.template.cpu: 'lots' is not a quantity; write a number with a"
                        + " Kubernetes suffix, such as 500m, 2 or 4Gi",
                "10:5: seen.nodes[0]: 'allocatable' is missing; add the allocatable resources of"
                        + " the node, such as allocatable: {cpu: 4, memory: 16Gi}",
                "11:5: seen.nodes[1]: two entries are named 'a'; rename one",
                "11:34: seen.nodes[1].allocatable.cpu: '-1' is negative; an amount is zero or more",
                "11:39: seen.nodes[1].redy: unknown key; did you mean 'ready'?",
                "12:13: seen.nodes[2].count: '0' is out of range; write a number from 1 to 1000000",
                "13:12: seen.nodes[3].name: this is empty; write a value",
                "15:12: seen.pods[0].node: no node under nodes is named 'b'",
                "15:31: seen.pods[0].requests.cpu: '1e99' is more than any machine has; the"
                        + " largest accepted amount is 9007199254740991m",
                "16:25: seen.pods[1].requests.memory: 'NaN' is not a quantity; write a number with"
                        + " a Kubernetes suffix, such as 500m, 2 or 4Gi",
                "16:38: seen.pods[1].phase: 'Runing' is not one of Failed, Pending, Running,"
                        + " Succeeded, Unknown; did you mean 'Running'?",
                "17:31: seen.pods[2].tolerations[0].operator: 'Equals' is not one of Equal, Exists,"
                        + " Lt, Gt",
                "17:52: seen.pods[2].affinity.podAffinity: unknown key; did you mean"
                        + " 'nodeAffinity'?",
                "18:26: past.missing[0].nodes: '0' is out of range; write 1 or more",
                "18:42: past.coolDown.til: unknown key; did you mean 'until'?",
                "19:8: last[0]: 'group' is missing; add 'group: …'",
                "19:8: last[0]: 'outcome' is missing; write one of done, failed, stale, unknown",
                "19:36: last[1].step: 'burnNode' is not one of drainNode, evictPods, giveUp,"
                        + " removeNode, resizeGroup, runReplicas, undrainNode, useBatch",
                "19:71: last[2]: 'step' is missing; write one of resizeGroup, giveUp, drainNode,"
                        + " undrainNode, evictPods, removeNode, useBatch, runReplicas");
    }

    @Test
    void refusesMoreNodesOrPodsThanAnyCluster() {
        assertMistakes(
                """
                kind: SizingQuestion
                seen: {nodes: [{allocatable: {}}, {count: 1000000, allocatable: {}}]}
                """,
                "2:43: seen.nodes[1].count: the question has more than"
                        + " 1000000 of them; ask about fewer");
    }

    /// The machines of all groups; at least those of the group itself.
    @Test
    void readsTheMachinesOfTheWholeCluster() {
        assertThat(seen("{target: 3, nodes: [{allocatable: {cpu: 1}}], machines: 40}").machines())
                .isEqualTo(40);
        assertThat(seen("{target: 3, nodes: [{allocatable: {cpu: 1}}]}").machines()).isEqualTo(3);
        assertThat(seen("{target: 0, nodes: [{count: 2, allocatable: {cpu: 1}}]}").machines())
                .isEqualTo(2);
        assertMistakes(
                "kind: SizingQuestion\nseen: {target: 3, machines: 2}\n",
                "2:29: seen.machines: '2' is out of range; write 3 or more");
    }

    @Test
    void readsTheOutcomesOfTheLastPlan() {
        var question =
                question(
                        """
                        kind: SizingQuestion
                        seen: {}
                        last:
                        - {outcome: done, step: drainNode, node: a}
                        - {outcome: failed, why: no quota, step: resizeGroup, group: blue, from: 2, nodes: 8}
                        - {outcome: stale, step: removeNode, node: b, group: blue, leaves: 3}
                        - {outcome: unknown, step: evictPods, node: c, pods: 2}
                        - {outcome: done, step: undrainNode, node: d}
                        """);

        assertThat(question.last())
                .containsExactly(
                        new Outcome.Done(new Step.DrainNode("a")),
                        new Outcome.Failed(new Step.ResizeGroup("blue", 2, 8), "no quota"),
                        new Outcome.Stale(new Step.RemoveNode("b", "blue", 3)),
                        new Outcome.Unknown(new Step.EvictPods("c", 2)),
                        new Outcome.Done(new Step.UndrainNode("d")));
    }

    private static Value document(String text) {
        try (var documents = Values.read(Source.text("question.yaml", text), new Mistakes())) {
            return documents.next();
        }
    }

    private static Policy policy(String text) {
        return question("kind: SizingQuestion\nseen: {}\npolicy:\n" + text.indent(2)).policy();
    }

    private static Seen seen(String text) {
        return question("kind: SizingQuestion\nseen:\n" + text.indent(2)).seen();
    }

    private static String decide(String text) {
        return json(Questions.read(document(text), new Mistakes()));
    }

    private static <M> String json(Questions.Asked<?, ?, M, ?> asked) {
        return Json.text(Decisions.tree(asked.kind(), asked.answer().decision()));
    }

    @SuppressWarnings("unchecked") // The kind of the document says so.
    private static Question<Seen, Policy, Past> question(String text) {
        return (Question<Seen, Policy, Past>)
                Questions.read(document(text), new Mistakes()).question();
    }

    private static Shape shape(Node node, String first) {
        return node.pods().stream()
                .filter(pods -> pods.first().equals(first))
                .findFirst()
                .orElseThrow()
                .shape();
    }

    private static Tuple row(Object... values) {
        return Tuple.tuple(values);
    }

    /// @param mistakes each without the name of the file
    private static void assertMistakes(String text, String... mistakes) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> question(text))
                .withMessage(
                        "%s",
                        Arrays.stream(mistakes)
                                .map("question.yaml:"::concat)
                                .collect(Collectors.joining("\n")));
    }
}
