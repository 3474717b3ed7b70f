package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions.Asked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharingKindTest {

    @Test
    void tellsShortMovedQuotasAndHashBesideThePlan() {
        var json =
                answer(
                        """
                        kind: SharingQuestion
                        seen:
                          workload: shop
                          replicas: 6
                          clusters: [{name: member2, weight: 1}, {name: member1, weight: 2}, {name: member3, weight: 1}, {name: member4, weight: 1}]
                          previous: {member1: 2, member2: 1, member3: 2, member4: 1, member9: 0}
                        """);

        assertThat(json)
                .startsWith(
                        """
                        {"apiVersion":"plimsoll.dev/v1alpha1","kind":"SharingDecision","plan":[\
                        {"step":"runReplicas","workload":"shop","cluster":"member1","replicas":2},\
                        {"step":"runReplicas","workload":"shop","cluster":"member2","replicas":1},\
                        {"step":"runReplicas","workload":"shop","cluster":"member3","replicas":2},\
                        {"step":"runReplicas","workload":"shop","cluster":"member4","replicas":1},\
                        {"step":"runReplicas","workload":"shop","cluster":"member9","replicas":0}],\
                        "short":0,"moved":0,\
                        "quotas":{"member1":"12/5","member2":"6/5","member3":"6/5","member4":"6/5","member9":"0"},\
                        "hash":1,"reasons":[{"rule":"within-quota",\
                        """)
                .contains(
                        "member3 gets 2 replicas: its quota of 1.2, rounded down, and an odd"
                                + " replica that it already runs")
                .endsWith("\"remember\":{}}");
    }

    /// Every key of the document, as it is described.
    @Test
    void readsEveryKey() {
        var json =
                answer(
                        """
                        apiVersion: plimsoll.dev/v1alpha1
                        kind: SharingQuestion
                        policy: {mode: sticky, draw: remainder, capacityFactor: 0}
                        seen:
                          workload: 4858ca61-3ff8-4095-8267-f3d059d8074c
                          epoch: 0
                          replicas: 7
                          clusters: [{name: member1, weight: 1}, {name: member2, weight: 1, available: 10, min: 0, labels: {tier: gold}, provider: p, region: r, zones: [a, b]}]
                          weights: [{names: [member1], labels: {}, fields: [], exclude: [], weight: 2}, {weight: 1}]
                          previous: {member1: 2, member2: 1}
                          previousStrategy: static
                          initial: {}
                        """);

        assertThat(json)
                .contains("\"quotas\":{\"member1\":\"14/3\",\"member2\":\"7/3\"}")
                .contains(
                        "has weight rules, so the weights of the clusters themselves are ignored");
    }

    /// Which of four clusters a rule gives its weight; all others have weight 1.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    rule                                                              | heavy
                    names: [a, b]                                                     | ab
                    names: [a, b], exclude: [b]                                       | a
                    exclude: [b]                                                      | acd
                    labels: {tier: gold}                                              | ac
                    fields: [{key: provider, operator: In, values: [x]}]              | ab
                    fields: [{key: provider, operator: NotIn, values: [x]}]           | cd
                    fields: [{key: region, operator: In, values: [north, south]}]     | ac
                    fields: [{key: zone, operator: In, values: [z2]}]                 | ab
                    fields: [{key: zone, operator: NotIn, values: [z2]}]              | cd
                    labels: {tier: gold}, fields: [{key: zone, operator: In, values: [z1]}] | a
                    """)
    void weighsClustersByRules(String rule, String heavy) {
        var json =
                answer(
                        """
                        kind: SharingQuestion
                        policy: {mode: webster}
                        seen:
                          replicas: 0
                          clusters:
                          - {name: a, labels: {tier: gold}, provider: x, region: north, zones: [z1, z2]}
                          - {name: b, labels: {tier: tin}, provider: x, zones: [z2, z3]}
                          - {name: c, labels: {tier: gold}, provider: y, region: south, zones: [z3]}
                          - {name: d}
                          weights: [{weight: 1}, {%s, weight: 1000000}, {names: [a, b, c, d], weight: 1}]
                          initial: {a: 0}
                        """
                                .formatted(rule)
                                .replace("replicas: 0", "replicas: " + heavy.length()));

        for (var cluster : List.of("a", "b", "c", "d")) {
            assertThat(json)
                    .contains(
                            "\"cluster\":\"%s\",\"replicas\":%d}"
                                    .formatted(cluster, heavy.contains(cluster) ? 1 : 0));
        }
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    seen                                               | mistake
                    replicas: -1                                       | seen.replicas: '-1' is out of range; write 0 or more
                    replicas: 2147483648                               | seen.replicas: '2147483648' is out of range; write a number from 0 to 2147483647
                    clusters: [{name: a, weight: -1}]                  | seen.clusters[0].weight: '-1' is out of range; write a number from 0 to 4611686018427387904
                    clusters: [{name: a, weight: 4611686018427387905}] | seen.clusters[0].weight: '4611686018427387905' is out of range; write a number from 0 to 4611686018427387904
                    clusters: [{name: a, available: -1}]               | seen.clusters[0].available: '-1' is out of range; write 0 or more
                    clusters: [{name: a, available: unkown}]           | seen.clusters[0].available: 'unkown' is not a whole number; write 0 or more
                    clusters: [{name: a, min: -1}]                     | seen.clusters[0].min: '-1' is out of range; write 0 or more
                    clusters: [{weight: 1}]                            | seen.clusters[0]: 'name' is missing; add 'name: …'
                    clusters: [{name: a}, {name: a}]                   | seen.clusters[1].name: two clusters are named 'a'; rename one of them
                    previous: {a: -1}                                  | seen.previous.a: '-1' is out of range; write 0 or more
                    weights: [{names: [a]}]                            | seen.weights[0]: 'weight' is missing; add 'weight: …'
                    weights: [{weight: 1, fields: [{key: rack, operator: In, values: [a]}]}] | seen.weights[0].fields: 'rack in (a)' is not supported; use operator In or NotIn on provider, region, zone
                    weights: [{weight: 1, fields: [{key: zone, operator: Exists}]}] | seen.weights[0].fields: 'zone' is not supported; use operator In or NotIn on provider, region, zone
                    previousStrategy: weighted                         | seen.previousStrategy: 'weighted' is not one of aggregated, duplicated, dynamic, static
                    """)
    void refusesWhatCannotBe(String seen, String mistake) {
        assertThatThrownBy(() -> answer("kind: SharingQuestion\nseen: {" + seen + "}\n"))
                .message()
                .contains(mistake);
    }

    @Test
    void answersForTheGreatestNumbers() {
        var json =
                answer(
                        """
                        kind: SharingQuestion
                        seen:
                          replicas: 2147483647
                          clusters: [{name: a, weight: 4611686018427387904}, {name: b, weight: 4611686018427387903}, {name: c, weight: 4611686018427387904}]
                          previous: {a: 715827883, b: 715827882, c: 715827882}
                        """);

        assertThat(json)
                .contains("\"rule\":\"within-quota\"")
                .contains("\"a\":\"9903520309671356180765605888/13835058055282163711\"");
    }

    @Test
    void answersWhereThereIsNoCluster() {
        var json = answer("{kind: SharingQuestion, seen: {replicas: 3, previous: {gone: 2}}}");

        assertThat(json)
                .contains(
                        "[{\"step\":\"runReplicas\",\"workload\":\"\",\"cluster\":\"gone\",\"replicas\":0}]")
                .contains("\"short\":3,\"moved\":0,")
                .contains("no cluster is a candidate for the workload, which wants 3 replicas");
    }

    @Test
    void printsThePolicyAsItIsRead() {
        var kind = new SharingKind();
        var mistakes = new Mistakes();
        var text = "{mode: fresh, draw: weight, capacityFactor: 12.5%}";
        var fields = fields(text, mistakes);

        var tree = kind.policy(kind.policy(fields));

        assertThat(Json.text(tree))
                .isEqualTo("{\"mode\":\"fresh\",\"draw\":\"weight\",\"capacityFactor\":\"12.5%\"}");
        assertThat(kind.policy(fields(Json.text(tree), mistakes)))
                .isEqualTo(kind.policy(fields(text, mistakes)));
        mistakes.throwIfAny();
    }

    @Test
    void noLoopOnOneClusterAsksIt() {
        assertThat(new SharingKind()).isNotInstanceOf(LoopKind.class);
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
