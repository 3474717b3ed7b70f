package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions.Asked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankingKindTest {

    @Test
    void tellsWinnerAndRankingBesideThePlan() {
        var json =
                answer(
                        """
                        kind: RankingQuestion
                        policy: {reading: source, strategies: [price], preferredCpu: 8, suppressOver: 15, partialFactor: 2}
                        seen:
                          clusterNodes: 9
                          pending: 100
                          prices: {cpuHour: 0.033174, memoryGiBHour: 0.004446, gpuHour: 0.7, podHour: 0, storageGiBHour: 0}
                          stabilisationPrice: 0.016
                          options:
                          - {group: ng2, nodes: 3, node: {cpu: 2, memory: 7500Mi}, nodePriceHour: 0.095, count: 1, exists: true, pods: [{count: 1, requests: {cpu: 100m}, priceHour: 0.003}]}
                          - {group: ng8, nodes: 3, node: {cpu: 8, memory: 30Gi}, nodePriceHour: 0.38, pods: [{requests: {cpu: 100m}, priceHour: 0.003}]}
                          - {group: ng0, node: {cpu: 8, memory: 30Gi}, pods: [{count: 7}]}
                        """);

        assertThat(json)
                .startsWith(
                        """
                        {"apiVersion":"plimsoll.dev/v1alpha1","kind":"RankingDecision",\
                        "plan":[{"step":"resizeGroup","group":"ng8","from":3,"nodes":4}],\
                        "winner":{"group":"ng8","count":1},"ranking":[\
                        {"group":"ng8","score":20.842105,"cost":0.38,"ideal":0.003,\
                        "costRatio":126.666667,"ratio":20.842105,"unfitness":1,"suppressed":1,"leaves":99},\
                        {"group":"ng2","score":23.368421,"cost":0.095,"ideal":0.003,\
                        "costRatio":31.666667,"ratio":5.842105,"unfitness":4,"suppressed":4,"leaves":99},\
                        {"group":"ng0","leaves":93,"refused":"the price of a node of ng0 is unknown"}],\
                        "reasons":[{"rule":"no-price","effect":"refused","subject":"ng0",\
                        """)
                .contains(
                        "{\"rule\":\"best-score\",\"effect\":\"chose\",\"subject\":\"ng8\",\"facts\":"
                            + "{\"count\":1,\"score\":20.842105,\"cost\":0.38,\"ideal\":0.003,"
                            + "\"ratio\":20.842105,\"unfitness\":1,\"suppressed\":1,\"leaves\":99}")
                .endsWith("\"remember\":{}}");
    }

    /// In all three a tenth of a core waits in a cluster of 70 nodes.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    reading            | facts
                    plimsoll           | "clusterNodes":70,"preferredCpu":"8","stabilisationPrice":0.016587
                    source             | "clusterNodes":70,"preferredCpu":"8","stabilisationPrice":0.016587
                    cluster-autoscaler | "clusterNodes":70,"preferredCpu":"16","stabilisationPrice":0.018757898
                    """)
    void hasThreeReadings(String reading, String facts) {
        var json =
                answer(
                        """
                        kind: RankingQuestion
                        policy: {reading: %s}
                        seen:
                          clusterNodes: 70
                          prices: {cpuHour: 0.033174, memoryGiBHour: 0.004446}
                          options: [{group: a, node: {cpu: 2}, nodePriceHour: 0.095, pods: [{requests: {cpu: 100m}}]}]
                        """
                                .formatted(reading));

        assertThat(json).contains(facts).contains("\"ideal\":0.0033174");
    }

    /// What steadies the ratio may stand beside the prices or among them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "stabilisationPrice: 0.016",
                "prices: {cpuHour: 9, stabilisationPrice: 0.016}"
            })
    void readsWhatSteadiesTheRatio(String prices) {
        var json =
                answer(
                        "{kind: RankingQuestion, seen: {%s, options: [{group: a, node: {cpu: 1}, nodePriceHour: 1, pods: [{priceHour: 0.003}]}]}}"
                                .formatted(prices));

        assertThat(json).contains("\"stabilisationPrice\":0.016}");
    }

    /// A stabilisation price is no price of pods, wherever it is given.
    @ParameterizedTest
    @ValueSource(
            strings = {"stabilisationPrice: 1", "prices: {stabilisationPrice: 1}", "prices: {}"})
    void refusesPodsWithoutAPriceIfThereIsOnlyAStabilisationPrice(String prices) {
        var json =
                answer(
                        "{kind: RankingQuestion, seen: {%s, options: [{group: a, node: {cpu: 1}, nodePriceHour: 1, pods: [{requests: {cpu: 1}}]}]}}"
                                .formatted(prices));

        assertThat(json)
                .contains("\"plan\":[],\"ranking\":[{\"group\":\"a\",\"cost\":1,\"leaves\":0,")
                .contains("\"refused\":\"the ideal price of 1 pod on a is unknown\"");
    }

    @Test
    void tellsWhatOtherStrategiesCompare() {
        var json =
                answer(
                        """
                        kind: RankingQuestion
                        policy: {strategies: [priority, least-waste, random], priorities: [{priority: 10, groups: [a, b]}]}
                        seed: 3
                        seen:
                          options:
                          - {group: a, node: {cpu: 4, memory: 4Gi}, nodePriceHour: 2, pods: [{requests: {cpu: 1, memory: 1Gi}}]}
                          - {group: b, node: {cpu: 4}, pods: [{requests: {cpu: 3}}]}
                          - {group: c, node: {cpu: 4}, pods: [{requests: {cpu: 4}}]}
                        """);

        assertThat(json)
                .contains(
                        """
                        "plan":[],"winner":{"group":"b","count":1},"ranking":[\
                        {"group":"b","leaves":0,"waste":0.25,"priority":10},\
                        {"group":"a","cost":2,"leaves":0,"waste":1.5,"priority":10},\
                        {"group":"c","leaves":0,"waste":0}],\
                        """);
    }

    @Test
    void answersWhereThereIsNothingToChoose() {
        assertThat(answer("{kind: RankingQuestion, seen: {pending: 3}}"))
                .contains("\"plan\":[],\"ranking\":[],\"reasons\":[{\"rule\":\"no-options\"")
                .doesNotContain("winner");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    seen                                                  | mistake
                    clusterNodes: -1                                      | seen.clusterNodes: '-1' is out of range; write a number from 0 to 1000000000
                    pending: 1, options: [{group: a, pods: [{count: 2}]}] | seen.pending: an option has 2 pods, more than the 1 pending; write the number of pending pods, or leave it out
                    options: [{node: {cpu: 1}}]                           | seen.options[0]: 'group' is missing; add 'group: …'
                    options: [{group: a}, {group: a}]                     | seen.options[1].group: two options are for 'a'; remove one
                    options: [{group: a, count: 0}]                       | seen.options[0].count: '0' is out of range; write a number from 1 to 1000000000
                    options: [{group: a, nodePriceHour: -1}]              | seen.options[0].nodePriceHour: '-1' is negative; write zero or more dollars
                    options: [{group: a, nodePriceHour: free}]            | seen.options[0].nodePriceHour: 'free' is not an amount of dollars; write a number such as 0.192
                    options: [{group: a, node: {cpu: two}}]               | seen.options[0].node.cpu: 'two' is not a quantity; write a number with a Kubernetes suffix, such as 500m, 2 or 4Gi
                    options: [{group: a, exists: maybe}]                  | seen.options[0].exists: 'maybe' is neither true nor false; write one of them
                    options: [{group: a, nodePrice: 1}]                   | seen.options[0].nodePrice: unknown key; remove it, or write one of group, nodes, node, nodePriceHour, count, exists, pods
                    prices: {cpu: 1}                                      | seen.prices.cpu: unknown key; remove it, or write one of cpuHour, memoryGiBHour, gpuHour, podHour, storageGiBHour, stabilisationPrice
                    prices: {cpuHour: 900000000}, options: [{group: a, pods: [{requests: {cpu: 2000}}]}] | seen.options[0].pods[0].requests: one pod costs more than nine billion dollars an hour at these prices; check the units
                    prices: {stabilisationPrice: 1}, stabilisationPrice: 1 | seen.stabilisationPrice: it is given in prices too; remove one
                    """)
    void refusesWhatCannotBe(String seen, String mistake) {
        assertThatThrownBy(() -> answer("kind: RankingQuestion\nseen: {" + seen + "}\n"))
                .message()
                .contains(mistake);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    policy                                    | mistake
                    reading: sauce                            | policy.reading: 'sauce' is not one of cluster-autoscaler, plimsoll, source; did you mean 'source'?
                    strategies: [cheapest-mix]                | policy.strategies: 'cheapest-mix' is not a strategy; the strategies are price, least-waste, most-pods, least-nodes, priority, random-by-seed
                    strategies: [price, price]                | policy.strategies: 'price' is listed twice; remove one
                    strategies: [random, price]               | policy.strategies: a random choice leaves one group; put 'random-by-seed' last
                    strategies: [priority]                    | policy.strategies: 'priority' needs priorities; add priorities: [{priority: 10, groups: [pattern]}]
                    priorities: [{priority: 1, groups: [a]}]  | policy.priorities: they have no effect; add 'priority' to the strategies
                    strategies: [priority], priorities: [{groups: [a]}] | policy.priorities[0]: 'priority' is missing; add 'priority: …'
                    strategies: [priority], priorities: [{priority: 1}] | policy.priorities[0]: 'groups' is missing; add groups: [pattern]
                    strategies: [priority], priorities: [{priority: 1, groups: ['a(']}] | policy.priorities[0].groups: 'a(' is not a regular expression (Unclosed group); put a backslash before characters that match themselves
                    preferredCpu: 0                           | policy.preferredCpu: it must be above 0; write a number of cores, for example 8
                    suppressOver: 0                           | policy.suppressOver: '0' is out of range; write a number from 0.001 to 1000000000
                    partialFactor: 0.5                        | policy.partialFactor: '0.5' is out of range; write a number from 1 to 1000000000
                    gpuUnfitness: many                        | policy.gpuUnfitness: 'many' is not a number; write a number from 1 to 1000000000
                    """)
    void refusesPoliciesThatNobodyCanMean(String policy, String mistake) {
        assertThatThrownBy(
                        () -> answer("kind: RankingQuestion\nseen: {}\npolicy: {" + policy + "}\n"))
                .message()
                .contains(mistake);
    }

    @Test
    void tellsAllMistakesOfADocumentAtOnce() {
        assertThatThrownBy(() ->
                        answer(
                                """
                                kind: RankingQuestion
                                policy: {reading: sauce, partialFactor: 0}
                                seen:
                                  options:
                                  - {group: a, count: 0}
                                  - {count: 1, prise: 3}
                                """))
                .message()
                .contains("question:2:19: policy.reading:")
                .contains("question:2:41: policy.partialFactor:")
                .contains("question:5:23: seen.options[0].count:")
                .contains("question:6:5: seen.options[1]: 'group' is missing")
                .contains("question:6:16: seen.options[1].prise: unknown key");
    }

    @Test
    void printsThePolicyAsItIsRead() {
        var kind = new RankingKind();
        var mistakes = new Mistakes();
        var text =
                "{reading: cluster-autoscaler, strategies: [priority, random], preferredCpu: 2500m,"
                        + " suppressOver: 7.50, partialFactor: 10, gpuUnfitness: 100, priorities:"
                        + " [{priority: -1, groups: ['^a']}]}";

        var tree = kind.policy(kind.policy(fields(text, mistakes)));

        assertThat(Json.text(tree))
                .isEqualTo(
                        """
                        {"reading":"cluster-autoscaler","strategies":["priority","random-by-seed"],\
                        "preferredCpu":"2500m","suppressOver":7.5,"partialFactor":10,"gpuUnfitness":100,\
                        "priorities":[{"priority":-1,"groups":["^a"]}]}\
                        """);
        assertThat(kind.policy(fields(Json.text(tree), mistakes)))
                .isEqualTo(kind.policy(fields(text, mistakes)));
        mistakes.throwIfAny();
    }

    @Test
    void noLoopOnAClusterAsksIt() {
        assertThat(new RankingKind()).isNotInstanceOf(LoopKind.class);
    }

    private static Fields fields(String text, Mistakes mistakes) {
        try (var documents = Values.read(Source.text("policy", text), mistakes)) {
            return Fields.of(documents.next(), "", mistakes);
        }
    }

    private static String answer(String document) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("question", document), mistakes)) {
            return answer(Questions.read(documents.next(), mistakes));
        }
    }

    private static <M, A> String answer(Asked<?, ?, M, A> asked) {
        return Json.text(Decisions.answer(asked.kind(), asked.answer()));
    }
}
