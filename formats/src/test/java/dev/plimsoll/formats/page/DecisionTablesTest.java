package dev.plimsoll.formats.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions;
import dev.plimsoll.formats.document.Questions.Asked;
import dev.plimsoll.scaling.Proposal;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/// The reasons of one decision, whole.
class DecisionTablesTest {

    /// Pods of two shapes that fit in no group, two nodes, and room for one pod.
    private static final String QUESTION =
            """
            kind: ScalingQuestion
            now: 2026-01-01T00:00:00Z
            policy:
              groups: [{name: small, maxNodes: 2}, {name: large, maxNodes: 0}]
              slack: {rate: 10%}
            seen:
              shapes:
              - {id: web, namespace: shop, requests: {cpu: 2, memory: 1Gi}, owner: replica-set}
              - {id: db, namespace: shop, requests: {cpu: 8, memory: 1Gi}, owner: replica-set}
              - {id: gpu, namespace: train, requests: {cpu: 1}, owner: replica-set, nodeSelector: {gpu: a100}}
              groups:
              - name: small
                labels: {pool: small}
                target: 2
                variants: [{template: {allocatable: {cpu: 4, memory: 16Gi, pods: 10}, labels: {pool: small}}, priceHour: 0.1}]
              - name: large
                labels: {pool: large}
                variants: [{template: {allocatable: {cpu: 16, memory: 16Gi, pods: 10}, labels: {pool: large}}, priceHour: 0.3}]
              nodes:
              - {name: small-1, labels: {pool: small}, allocatable: {cpu: 4, memory: 16Gi, pods: 10}, pods: [{shape: web, count: 2, example: web-1}]}
              - {name: small-2, labels: {pool: small}, allocatable: {cpu: 4, memory: 16Gi, pods: 10}, pods: [{shape: web, example: web-3}]}
              pending:
              - {shape: db, count: 3, example: db-1, oldest: 2025-12-31T23:59:00Z}
              - {shape: gpu, example: model-0, oldest: 2025-12-31T23:59:00Z}
            """;

    @Test
    void everyPodThatStaysHasTheVerdictOfEveryGroup() {
        assertThat(PlainText.of(tables().pods(), ""))
                .isEqualTo(
                        """
                        pods           group  fits  rule             why
                        train/model-0  large  no    node-selector    the node does not match node selector gpu=a100
                        train/model-0  small  no    node-selector    the node does not match node selector gpu=a100
                        shop/db-1 × 3  large  no    group-max-nodes  would exceed its maximum of 0 nodes
                        shop/db-1 × 3  small  no    insufficient     insufficient cpu: requests 8, 4 available
                        """);
    }

    @Test
    void everyNodeThatStaysHasItsReason() {
        assertThat(PlainText.of(tables().nodes(), ""))
                .isEqualTo(
                        """
                        node     group  rule               why
                        small-1  small  node-utilised      small-1 is used above 50%
                        small-2  small  fits-nowhere-else  shop/web-3 of small-2 fits on no other node; small-1: insufficient cpu: requests 2, 0 available
                        """);
    }

    @Test
    void everyPlaceholderHasItsNode() {
        assertThat(PlainText.of(tables().placeholders(), ""))
                .isEqualTo(
                        """
                        placeholder  cpu   memory  node     group  what it is
                        standard-1   800m  3.2Gi   small-2  small  a standard placeholder
                        """);
    }

    private static DecisionTables tables() {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("question.yaml", QUESTION), mistakes)) {
            return new DecisionTables(proposal(Questions.read(documents.next(), mistakes)));
        }
    }

    private static <S, P, M, A> Proposal proposal(Asked<S, P, M, A> asked) {
        return assertThat(asked.answer().details())
                .asInstanceOf(InstanceOfAssertFactories.type(Proposal.class))
                .actual();
    }
}
