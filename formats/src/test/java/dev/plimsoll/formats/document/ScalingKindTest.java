package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.Questions.Asked;
import dev.plimsoll.formats.journal.AnyCluster;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.ranking.RankingPolicy;
import dev.plimsoll.ranking.RankingPolicy.Factors;
import dev.plimsoll.ranking.RankingPolicy.Preferred;
import dev.plimsoll.ranking.RankingPolicy.Priority;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import dev.plimsoll.ranking.RankingPolicy.Strategy;
import dev.plimsoll.scaling.Ceiling;
import dev.plimsoll.scaling.Consolidation;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.CronSchedule;
import dev.plimsoll.scaling.DisruptionWindow;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.ScaleDownPolicy;
import dev.plimsoll.scaling.ScaleUpStrategy;
import dev.plimsoll.slack.SlackPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ScalingKindTest {

    private static final ScalingKind KIND = new ScalingKind();

    /// Two pools of which one has a node, and three pods of two cores.
    private static final String QUESTION =
            """
            kind: ScalingQuestion
            now: 2026-01-01T00:00:00Z
            seen:
              shapes: [{id: web, namespace: shop, requests: {cpu: 2}, owner: replica-set}]
              groups:
              - name: small
                labels: {pool: small}
                target: 1
                variants: [{template: {allocatable: {cpu: 2, pods: 10}, labels: {pool: small}}, priceHour: 0.1}]
              - name: large
                labels: {pool: large}
                variants: [{template: {allocatable: {cpu: 8, pods: 10}, labels: {pool: large}}, priceHour: 0.3}]
              nodes:
              - {name: small-1, labels: {pool: small}, allocatable: {cpu: 2, pods: 10}, pods: [{shape: web, example: web-1}]}
              pending: [{shape: web, count: 3, example: web-2, oldest: 2025-12-31T23:59:00Z}]
            """;

    @Test
    void readsAQuestionAsItWritesIt() {
        Seeds.forOneIn(
                4,
                random -> {
                    var question = anyQuestion(random);

                    var tree =
                            Questions.tree(
                                    KIND, question, KIND.written(question.seen()).orElseThrow());

                    assertThat(question(Json.text(tree))).isEqualTo(question);
                    assertThat(question(Yaml.text(tree))).isEqualTo(question);
                });
    }

    @Test
    void answersAQuestion() {
        var answer = asked(QUESTION).answer();

        assertThat(answer.decision().plan().steps())
                .containsExactly(new Step.ResizeGroup("large", 0, 1));
    }

    @Test
    void printsADecisionWithItsDetailsBesideThePlan() {
        var asked = asked(QUESTION);

        var text = Json.text(answer(asked));

        assertThat(text)
                .startsWith(
                        "{\"apiVersion\":\"plimsoll.dev/v1alpha1\",\"kind\":\"ScalingDecision\","
                                + "\"plan\":[{\"step\":\"resizeGroup\",\"group\":\"large\","
                                + "\"from\":0,\"nodes\":1}],"
                                + "\"pending\":[{\"shape\":\"e8c1f02cf39a3624\",\"pods\":3,"
                                + "\"example\":\"shop/web-2\",\"left\":0}],")
                .contains("\"cost\":{\"nowHour\":0.1,\"afterHour\":0.4,")
                .endsWith(
                        "\"sentence\":\"large grows from 0 to 1 node for 3 pods, e.g."
                            + " shop/web-2\"},{\"rule\":\"node-utilised\",\"effect\":\"held\","
                            + "\"subject\":\"cluster\",\"facts\":{\"nodes\":1,\"percent\":50,\"examples\":\"small-1\"},\"sentence\":\"1"
                            + " node is used above 50%, e.g."
                            + " small-1\"}],\"remember\":{\"groups\":[{\"name\":\"large\","
                            + "\"grown\":\"2026-01-01T00:00:00Z\"}],\"growths\":[{\"group\":\"large\","
                            + "\"shape\":\"e8c1f02cf39a3624\",\"since\":\"2026-01-01T00:00:00Z\"}],"
                            + "\"grownBefore\":[{\"group\":\"large\"}]}}");
    }

    /// One decision's memory is the past of the next question.
    @Test
    void readsWhatADecisionRemembers() {
        var first =
                scaling(
                        """
                        kind: ScalingQuestion
                        now: 2026-01-01T00:00:00Z
                        seen:
                          groups: [{name: blue, labels: {pool: blue}, target: 3}]
                          nodes: [{name: a, labels: {pool: blue}, allocatable: {cpu: 2}}]
                        """);
        var decided = KIND.answer(first).decision();
        var next =
                new Question<>(
                        first.seen(),
                        Policy.DEFAULT,
                        decided.remember(),
                        List.of(),
                        Instant.parse("2026-01-01T00:01:00Z"),
                        0);

        var tree = Questions.tree(KIND, next, KIND.written(next.seen()).orElseThrow());

        assertThat(KIND.past(decided.remember()))
                .hasToString(
                        "{groups=[{name=blue, missing=[{nodes=2, since=2026-01-01T00:00:00Z}],"
                                + " template={allocatable={cpu=2}, labels={pool=blue}}}],"
                                + " removals={unneeded=[{node=a, since=2026-01-01T00:00:00Z}]}}");
        assertThat(question(Json.text(tree))).isEqualTo(next);
    }

    /// The labels of an inferred group may match nodes of a declared one.
    @Test
    void countsNodesWithoutAGroupOnceBesideAGroupWithTheirLabels() {
        var asked =
                asked(
                        """
                        kind: ScalingQuestion
                        seen:
                          groups: [{name: blue, labels: {pool: blue}, target: 1}]
                          nodes:
                          - {name: a, labels: {pool: blue, zone: a}, allocatable: {cpu: 2}}
                          - {name: b, labels: {zone: a}, allocatable: {cpu: 2}}
                        """);

        assertThat(asked.answer().decision().plan().steps()).isEmpty();
    }

    /// A node that starts may report no room for pods yet.
    @Test
    void answersWhereANodeOfASubnetReportsNoRoomForPods() {
        var asked =
                asked(
                        QUESTION.replace(
                                        "allocatable: {cpu: 2, pods: 10}, pods:",
                                        "allocatable: {cpu: 2, pods: 0}, pods:")
                                + "  subnets: [{name: pods, capacity: 1000, groups: [small,"
                                + " large]}]\n");

        assertThat(asked.answer().decision().plan().steps())
                .containsExactly(new Step.ResizeGroup("large", 0, 1));
    }

    @Test
    void readsAPolicyWithAllItsSections() {
        var policy =
                scaling(
                                """
                                kind: ScalingQuestion
                                seen: {}
                                policy:
                                  groups:
                                  - {name: a, minNodes: 1, maxNodes: 9}
                                  - {name: b, manage: utilisation, exists: false}
                                  unlisted: hold
                                  provisionTimeout: 5m
                                  ranking: {strategies: [least-nodes, cheapest-mix]}
                                  scaling:
                                    {maxNodesTotal: 100, maxCpu: 400, maxMemory: 1Ti, maxResources: {nvidia.com/gpu: 8}, startupTaints: [example.com/agent],
                                    scaleDown: false, unneededFor: 3m,
                                    utilisationThreshold: 65%, maxDrains: 4, settle: 1m,
                                    settleForSlack: 40s, disruption: [
                                    {nodes: 10%, schedule: "0 9 * * mon-fri", duration: 8h},
                                    {nodes: 50%}], consolidation: replace,
                                    minSavingPercent: 15, replaceTimeout: 30m}
                                """)
                        .policy();

        var groups = new TreeMap<String, GroupPolicy>();
        groups.put("a", new GroupPolicy(Manage.PODS, new Limits(1, 9), Standing.EXISTS));
        groups.put("b", new GroupPolicy(Manage.UTILISATION, Limits.UNLIMITED, Standing.NOT_YET));
        assertThat(policy.groups()).isEqualTo(groups);
        assertThat(policy.unlisted()).isEqualTo(Unlisted.HOLD);
        assertThat(policy.provisionTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(policy.ceilings())
                .containsExactly(
                        new Ceiling.Nodes(100),
                        new Ceiling.Amount("cpu", 400_000),
                        new Ceiling.Amount("memory", 1L << 40),
                        new Ceiling.Amount("nvidia.com/gpu", 8));
        assertThat(policy.startupTaints()).containsExactly("example.com/agent");
        assertThat(policy.strategy()).isInstanceOf(ScaleUpStrategy.MixOfBest.class);
        assertThat(policy.scaleDown())
                .isEqualTo(
                        new ScaleDownPolicy(
                                false,
                                Duration.ofMinutes(3),
                                Percent.of(65),
                                4,
                                Duration.ofMinutes(1),
                                Duration.ofSeconds(40),
                                List.of(
                                        new DisruptionWindow(
                                                Percent.of(10),
                                                new Times.Scheduled(
                                                        new CronSchedule(
                                                                "0 9 * * mon-fri",
                                                                ZoneId.of("UTC")),
                                                        Duration.ofHours(8))),
                                        new DisruptionWindow(Percent.of(50), new Times.Always())),
                                new Consolidation(
                                        Mode.REPLACE, Percent.of(15), Duration.ofMinutes(30))));
    }

    @Test
    void hasDefaultsForEverything() {
        var question = scaling("{kind: ScalingQuestion, seen: {}}");

        assertThat(question.seen()).isEqualTo(Cluster.EMPTY);
        assertThat(question.policy()).isEqualTo(Policy.DEFAULT);
        assertThat(question.past()).isEqualTo(Past.NONE);
    }

    @Test
    void reportsAllMistakesAtOnceWithTheirPlaces() {
        assertMistakes(
                """
                kind: ScalingQuestion
                nwo: 2026-01-01T00:00:00Z
                policy:
                  groups: [{name: a, maxNode: 3}, {name: a}, {minNodes: 4, maxNodes: 2, name: b}]
                  unlisted: shrink
                  scaling: {maxNodeTotal: 7}
                past: {groups: [{name: a, coolDwon: {}}, {name: a}]}
                last: [{step: resizeGroup, group: a, outcome: done, in: [{zones: a}]}]
                seen:
                  node: []
                  nodes: [{name: n, lables: {}}]
                """,
                "2:1: nwo: unknown key; did you mean 'now'?",
                "4:22: policy.groups[0].maxNode: unknown key; did you mean 'maxNodes'?",
                "4:42: policy.groups[1].name: two groups are named 'a'; rename one",
                "4:57: policy.groups[2].minNodes: 4 is above maxNodes (2); lower the minimum, or"
                        + " raise the maximum",
                "5:13: policy.unlisted: 'shrink' is not one of grow, hold",
                "6:13: policy.scaling.maxNodeTotal: unknown key; did you mean 'maxNodesTotal'?",
                "7:27: past.groups[0].coolDwon: unknown key; did you mean 'coolDown'?",
                "7:49: past.groups[1].name: two groups are named 'a'; rename one",
                "8:59: last[0].in[0].zones: unknown key; did you mean 'zone'?",
                "10:3: seen.node: unknown key; did you mean 'nodes'?",
                "11:21: seen.nodes[0].lables: unknown key; did you mean 'labels'?");
    }

    @Test
    void namesTheNodeThatTwoGroupsMatch() {
        assertMistakes(
                """
                kind: ScalingQuestion
                seen:
                  groups: [{name: big, labels: {size: big}}, {name: east, labels: {zone: east}}]
                  nodes: [{name: n, labels: {size: big, zone: east}}]
                """,
                "4:10: seen.nodes: node n carries the labels of both groups 'big' and 'east'; name"
                        + " its group");
    }

    @Test
    void asksWhatTheClusterShows() {
        var cluster = scaling(QUESTION).seen();

        assertThat(KIND.view(cluster, "scaling")).isSameAs(cluster);
    }

    private static Question<Cluster, Policy, Past> anyQuestion(RandomGenerator random) {
        var world = new AnyCluster(random);
        world.change();
        var any = new AnyPast(random);
        return new Question<>(
                world.cluster(),
                anyPolicy(random),
                any.scaling(),
                any.outcomes(),
                Instant.ofEpochSecond(random.nextInt()),
                random.nextBoolean() ? 0 : random.nextLong());
    }

    private static Policy anyPolicy(RandomGenerator random) {
        var any = new AnyObject(random);
        var groups = new TreeMap<String, GroupPolicy>();
        for (var name : List.of("blue", "green")) {
            if (random.nextBoolean()) {
                int least = random.nextInt(9);
                groups.put(
                        name,
                        new GroupPolicy(
                                any.of(List.of(Manage.values())),
                                new Limits(
                                        least,
                                        random.nextBoolean() ? Integer.MAX_VALUE : least + 3),
                                any.of(List.of(Standing.values()))));
            }
        }
        var ceilings = new ArrayList<Ceiling>();
        if (random.nextBoolean()) {
            ceilings.add(new Ceiling.Nodes(random.nextInt(Integer.MAX_VALUE)));
        }
        for (var resource : List.of("cpu", "memory", "nvidia.com/gpu", "vendor.io/fpga")) {
            if (random.nextBoolean()) {
                ceilings.add(new Ceiling.Amount(resource, random.nextLong(1L << 50)));
            }
        }
        return new Policy(
                anyStrategy(random),
                ceilings,
                groups,
                any.of(List.of(Unlisted.values())),
                Duration.ofSeconds(random.nextInt(100_000)),
                random.nextBoolean()
                        ? ScaleDownPolicy.DEFAULT
                        : new ScaleDownPolicy(
                                random.nextBoolean(),
                                Duration.ofSeconds(random.nextInt(100_000)),
                                new Percent(random.nextInt(10_001)),
                                random.nextInt(1, 100),
                                Duration.ofSeconds(random.nextInt(100_000)),
                                Duration.ofSeconds(random.nextInt(100_000)),
                                anyWindows(random),
                                new Consolidation(
                                        List.of(Mode.values()).get(random.nextInt(3)),
                                        Percent.of(random.nextInt(101)),
                                        Duration.ofSeconds(random.nextInt(100_000))),
                                Duration.ofSeconds(random.nextInt(100_000))),
                random.nextBoolean()
                        ? new KeptFree.Asked()
                        : new KeptFree.Room(SlackPolicy.DEFAULT),
                Duration.ofSeconds(random.nextInt(100)),
                random.nextBoolean() ? List.of() : List.of("a.example/x", "b"),
                Duration.ofSeconds(random.nextInt(100_000)));
    }

    private static List<DisruptionWindow> anyWindows(RandomGenerator random) {
        var zone = ZoneId.of(random.nextBoolean() ? "UTC" : "America/New_York");
        var schedule = new CronSchedule("*/" + random.nextInt(1, 60) + " 1-5,9 * jan,mar 0", zone);
        var windows =
                List.of(
                        new DisruptionWindow(
                                new Percent(random.nextInt(10_001)), new Times.Always()),
                        new DisruptionWindow(
                                Percent.of(0),
                                new Times.Scheduled(
                                        schedule, Duration.ofSeconds(random.nextInt(1, 99_999)))));
        return windows.subList(0, random.nextInt(3));
    }

    private static ScaleUpStrategy anyStrategy(RandomGenerator random) {
        var any = new AnyObject(random);
        var strategies =
                any.of(
                        List.of(
                                List.of(Strategy.PRICE),
                                List.of(Strategy.LEAST_NODES, Strategy.PRICE),
                                List.of(Strategy.PRIORITY, Strategy.RANDOM_BY_SEED)));
        var ranking =
                new RankingPolicy(
                        any.of(List.of(Reading.values())),
                        strategies,
                        random.nextBoolean()
                                ? new Preferred.BySize()
                                : new Preferred.Of(new Cpu(random.nextInt(1, 100_000))),
                        new Factors(new BigDecimal("7.5"), BigDecimal.TEN, BigDecimal.valueOf(100)),
                        strategies.contains(Strategy.PRIORITY)
                                ? List.of(new Priority(random.nextInt(), List.of("^blue", ".*")))
                                : List.of());
        return switch (random.nextInt(3)) {
            case 0 -> new ScaleUpStrategy.CheapestMix();
            case 1 -> new ScaleUpStrategy.Ranked(ranking);
            default -> new ScaleUpStrategy.MixOfBest(ranking);
        };
    }

    private static <M, A> Object answer(Asked<?, ?, M, A> asked) {
        return Decisions.answer(asked.kind(), asked.answer());
    }

    @SuppressWarnings("unchecked") // The kind of the document says so.
    private static Question<Cluster, Policy, Past> scaling(String text) {
        return (Question<Cluster, Policy, Past>) question(text);
    }

    private static Question<?, ?, ?> question(String text) {
        return asked(text).question();
    }

    private static Asked<?, ?, ?, ?> asked(String text) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("question.yaml", text), mistakes)) {
            return Questions.read(documents.next(), mistakes);
        }
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
