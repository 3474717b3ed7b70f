package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions.Asked;
import dev.plimsoll.slack.SlackPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlackKindTest {

    private static final String TEN_NODES =
            "nodes: [{count: 10, allocatable: {cpu: 4, memory: 20Gi}, priceHour: 0.2}]";

    @Test
    void answersAQuestion() {
        assertThat(json("rate: 10%", TEN_NODES))
                .startsWith(
                        """
                        {"apiVersion":"plimsoll.dev/v1alpha1","kind":"SlackDecision","plan":[],\
                        "extra":{"cpu":"4","memory":"20Gi"},\
                        "held":{"cpu":"4","memory":"20Gi"},\
                        "placeholders":[{"name":"standard-1","kind":"standard",\
                        "requests":{"cpu":"800m","memory":"4Gi"},"node":"node-1"},\
                        """)
                .contains("\"missing\":0,\"costHour\":0.2,\"reasons\":[{\"rule\":\"slack-extra\"")
                .contains("\"remember\":{\"seats\":{\"standard-1\":\"node-1\",");
    }

    @Test
    void readsWhatItRemembers() {
        var policy = "rate: 10%";
        var first = json(policy, TEN_NODES);
        var remember = first.substring(first.indexOf("\"remember\":") + 11, first.length() - 1);

        assertThat(json(policy, TEN_NODES + "}\npast: " + remember.replace(":", ": ") + "\n#"))
                .isEqualTo(first);
    }

    @Test
    void leavesOutTheNodeOfAPlaceholderWithoutAPlace() {
        assertThat(
                        json(
                                "rate: 50%",
                                "nodes: [{allocatable: {cpu: 4, memory: 20Gi}}], pods: [{requests:"
                                        + " {cpu: 3}, node: node-1}]"))
                .contains(
                        "{\"name\":\"standard-2\",\"kind\":\"standard\",\"requests\":{\"cpu\":"
                                + "\"800m\",\"memory\":\"4Gi\"}}")
                .contains("\"missing\":2");
    }

    @Test
    void readsKubernetesObjects() {
        var json =
                json(
                        "rate: 1%",
                        """
                        objects:
                        - {kind: Node, metadata: {name: n}, status: {allocatable: {cpu: 4, memory: 16Gi, pods: 9}}}
                        - {kind: Pod, metadata: {name: p, namespace: shop, annotations: {plimsoll.dev/reserve: '2'}},
                           spec: {nodeName: n, containers: [{name: c, resources: {requests: {cpu: 1}}}]}}
                        """
                                .replace("\n", "\n  "));

        assertThat(json)
                .contains("\"kind\":\"marked\",\"requests\":{\"cpu\":\"1\"},\"like\":\"shop/p\"");
    }

    /// A percentage of ten pods of a workload, within the limits.
    @Test
    void readsBuffers() {
        assertThat(
                        json(
                                "rate: 0%",
                                """
                                nodes: [{count: 3, allocatable: {cpu: 4, memory: 20Gi}}], buffers:
                                 [{name: web, namespace: shop, percentage: 25, workloadReplicas: 10,
                                 limits: {cpu: 5}, pod: {requests: {cpu: 2}}}]
                                """))
                .contains("\"held\":{\"cpu\":\"4\",\"memory\":\"0\"}")
                .contains(
                        "\"placeholders\":[{\"name\":\"buffer-shop/web-1\",\"kind\":\"buffer\",\"requests\":{\"cpu\":\"2\"},\"like\":\"CapacityBuffer"
                            + " shop/web\",\"node\":\"node-1\"},")
                .contains("\"placeholders\":2");
    }

    @Test
    void limitsBuffersByQuotas() {
        assertThat(
                        json(
                                "rate: 0%",
                                """
                                nodes: [{name: n, allocatable: {cpu: 8, memory: 16Gi}}], buffers:
                                 [{name: web, namespace: shop, replicas: 4, priorityClass: high,
                                 pod: {requests: {cpu: 1}}}], resourceQuotas:
                                 [{name: compute, namespace: shop, hard: {cpu: 9}, used: {cpu: 6},
                                 scopes: [{key: PriorityClass, operator: In, values: [high]}]}]
                                """))
                .contains(
                        "CapacityBuffer shop/web is limited to 3 of 4 pods by ResourceQuotas:"
                                + " compute");
    }

    @Test
    void readsACapacityBufferAndTheAnnotationOfADeployment() {
        var json =
                json(
                        "rate: 0%",
                        """
                        objects:
                        - {kind: Node, metadata: {name: n}, status: {allocatable: {cpu: 4, memory: 16Gi, pods: 9}}}
                        - {apiVersion: autoscaling.x-k8s.io/v1beta1, kind: CapacityBuffer,
                           metadata: {name: web, namespace: shop}, spec: {replicas: 1, podTemplateRef: {name: chunk}}}
                        - {kind: PodTemplate, metadata: {name: chunk, namespace: shop},
                           template: {spec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}}}
                        - {apiVersion: apps/v1, kind: Deployment,
                           metadata: {name: db, namespace: shop, annotations: {plimsoll.dev/reserve: '1'}},
                           spec: {template: {spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}}
                        """
                                .replace("\n", "\n  "));

        assertThat(json)
                .contains(
                        "\"kind\":\"marked\",\"requests\":{\"cpu\":\"1\"},"
                                + "\"like\":\"Deployment shop/db\",\"node\":\"n\"",
                        "\"kind\":\"buffer\",\"requests\":{\"cpu\":\"2\"},"
                                + "\"like\":\"CapacityBuffer shop/web\",\"node\":\"n\"");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    policy                             | seen                                            | mistake
                    rate: 200%                         | nodes: []                                       | policy.rate: 200% is not below 100%; write the share of room to keep free, such as 30%
                    rate: 1, basis: capacity           | nodes: []                                       | policy.rate: 100% is not below 100%; write the share of room to keep free, such as 30%
                    version: 2-pods                    | nodes: []                                       | policy.version: it has no effect; add reading: source, or remove it
                    resources: [nvidia.com/gpu]        | nodes: []                                       | policy.resources: slack cannot keep nvidia.com/gpu free; write one or more of cpu, ephemeral-storage, memory, or mark the pods that need it with plimsoll.dev/reserve
                    biggest: all                       | nodes: []                                       | policy.biggest: 'all' is not one of none, pods, shape
                    granularity: 0                     | nodes: []                                       | policy.granularity: '0' is out of range; write a number from 1 to 1000
                                                       | nodes: [{name: a}]                              | seen.nodes[0]: 'allocatable' is missing; add the allocatable resources of the node, such as allocatable: {cpu: 4, memory: 16Gi}
                                                       | nodes: [], pods: [{node: a}]                    | seen.pods[0].node: no node is named 'a'
                                                       | nodes: [], pods: [{reserve: many}]              | seen.pods[0].reserve: 'many' is not a whole number
                                                       | templates: [{name: a}]                          | seen.templates[0]: its resources are missing; add those of a new node, such as cpu: 4, memory: 16Gi
                                                       | templates: [{name: a, cpu: 1}, {name: a, cpu: 1}] | seen.templates[1].name: two templates are named 'a'; rename one
                                                       | buffers: [{name: a, replicas: 1}]               | seen.buffers[0].pod: a buffer needs one of the pods that it is for; add pod: {requests: {cpu: 1}}
                                                       | buffers: [{kind: Job, name: a, pod: {}}]        | seen.buffers[0].kind: a Job asks by its annotation; write it under 'objects'
                                                       | node: []                                        | seen.node: unknown key; did you mean 'nodes'?
                    """)
    void saysWhatIsWrong(@Nullable String policy, String seen, String mistake) {
        var given = policy == null ? "" : policy;

        assertThatThrownBy(() -> json(given, seen))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining(mistake);
    }

    /// The default policy is what the reference of policies says.
    @Test
    void printsItsPolicy() {
        assertThat(Json.text(new SlackKind().policy(SlackPolicy.DEFAULT)))
                .isEqualTo(
                        "{\"reading\":\"plimsoll\",\"rate\":\"10%\",\"basis\":\"capacity\","
                                + "\"granularity\":5,\"biggest\":\"none\","
                                + "\"resources\":[\"cpu\",\"memory\"]}");
    }

    private static String json(String policy, String seen) {
        var text =
                "kind: SlackQuestion\npolicy: {"
                        + policy
                        + "}\nseen: "
                        + (seen.startsWith("objects") ? "\n  " + seen : "{" + seen + "}")
                        + "\n";
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("f", text), mistakes)) {
            return json(Questions.read(documents.next(), mistakes));
        }
    }

    private static <S, P, M, A> String json(Asked<S, P, M, A> asked) {
        return Json.text(Decisions.answer(asked.kind(), asked.answer()));
    }
}
