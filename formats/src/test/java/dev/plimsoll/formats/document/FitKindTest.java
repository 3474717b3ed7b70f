package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions.Asked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FitKindTest {

    private static final String NODE =
            """
            {kind: Node, metadata: {name: n1, labels: {zone: a}},
             status: {allocatable: {cpu: "4", memory: 8Gi, pods: "3"}}}
            """;

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    node's spec                                     | pod's spec                                                   | rule          | sentence
                    unschedulable: true                             |                                                              | cordoned      | n1 is cordoned
                    taints: [{key: k, value: v, effect: NoExecute}] |                                                              | taint         | the pod does not tolerate taint k=v:NoExecute
                    taints: [{key: k, value: 4, effect: NoExecute}] | tolerations: [{key: k, operator: Gt, value: "4"}]            | taint         | the pod does not tolerate taint k=4:NoExecute
                                                                    | nodeSelector: {zone: b}                                      | node-selector | the node does not match node selector zone=b
                                                                    | affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}} | node-affinity | the node does not match the required node affinity
                                                                    | nodeName: n2                                                 | node-name     | the pod is assigned to node n2
                                                                    | containers: [{resources: {requests: {cpu: 5}}}]              | insufficient  | insufficient cpu: requests 5, 4 available
                                                                    | topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule}] | topology-missing | n1 lacks label rack, which the pod spreads over
                                                                    | affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}} | pod-affinity | no pod in the zone of n1 matches the required pod affinity
                                                                    | volumes: [{persistentVolumeClaim: {claimName: c}}]           | claim-missing | claim shop/c does not exist
                    """)
    void saysWhyANodeRefusesAPod(String node, String pod, String rule, String sentence) {
        var json = answer(NODE.replace("status:", "spec: {" + text(node) + "}, status:"), pod);

        assertThat(json).contains(refusal(rule, sentence));
    }

    /// Each with one running pod on the node, whose namespace and labels are those of the pod.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    running pod's spec                                 | pod's spec                                        | rule        | sentence
                    containers: [{ports: [{hostPort: 80}]}]            | containers: [{ports: [{hostPort: 80}]}]           | host-port   | host port 80/TCP is in use on n1
                    affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: db}}}]}} | | existing-pod-anti-affinity | the anti-affinity of 1 pod in the zone of n1 conflicts with this pod
                                                                       | affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, labelSelector: {matchLabels: {app: db}}}]}} | pod-anti-affinity | pod anti-affinity conflicts with 1 pod in the zone of n1
                                                                       | topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, minDomains: 2, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: db}}}] | topology-spread | the zone of n1 would have 2 matching pods, and the emptiest has 0; the maximum skew is 1
                    volumes: [{awsElasticBlockStore: {volumeID: vol}}] | volumes: [{awsElasticBlockStore: {volumeID: vol}}] | disk-in-use | disk vol is in use by another pod on n1
                    """)
    void saysWhichPodsAreInTheWay(String running, String pod, String rule, String sentence) {
        var other =
                "{kind: Pod, metadata: {name: old, namespace: shop, labels: {app: db}}, spec:"
                        + " {nodeName: n1, "
                        + text(running)
                        + "}}";

        assertThat(answer(NODE + ", " + other, pod)).contains(refusal(rule, sentence));
    }

    @Test
    void saysThatANodeRunsItsMaximumOfPods() {
        var pods = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            pods.append(", {kind: Pod, metadata: {name: p%d}, spec: {nodeName: n1}}".formatted(i));
        }

        assertThat(answer(NODE + pods, ""))
                .contains(refusal("too-many-pods", "the node already runs its maximum of 3 pods"));
    }

    /// Claim `c` of class `s`, and the other objects.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    claim                               | objects                                                  | rule              | sentence
                    status: {phase: Lost}               |                                                          | claim-lost        | claim shop/c has lost its volume
                                                        |                                                          | claim-unbound     | claim shop/c is not bound to a volume
                                                        | {kind: StorageClass, metadata: {name: s}, provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer} | volume-binding | no volume can be bound or provisioned for claim shop/c on n1
                    """)
    void saysWhatIsWrongWithAClaim(String claim, String objects, String rule, String sentence) {
        var given =
                "{kind: PersistentVolumeClaim, metadata: {name: c, namespace: shop}, spec:"
                        + " {storageClassName: s, resources: {requests: {storage: 1Gi}}}, "
                        + text(claim)
                        + "}"
                        + (objects == null ? "" : ", " + objects);

        assertThat(
                        answer(
                                NODE + ", " + given,
                                "volumes: [{persistentVolumeClaim: {claimName: c}}]"))
                .contains(refusal(rule, sentence));
    }

    @Test
    void countsTheNodesForWhichFitIsUnknown() {
        var nominated =
                "{kind: Pod, metadata: {name: next}, spec: {priority: 5}, status:"
                        + " {nominatedNodeName: n1}}";

        assertThat(answer(NODE + ", " + nominated, ""))
                .contains(
                        """
                        {"node":"n1","rule":"nominated-node","sentence":"n1 is the nominated node of \
                        a pending pod: whether another pod fits is unknown"}\
                        """)
                .contains("\"sentence\":\"shop/db fits on 0 of 1 nodes\"")
                .contains("\"sentence\":\"whether shop/db fits is unknown for 1 node\"");
        assertThat(answer(NODE, "resourceClaims: [{name: gpu}]"))
                .contains(
                        """
                        {"node":"n1","rule":"not-understood","sentence":"the pod has resource claims: \
                        whether it fits is unknown"}\
                        """);
    }

    private static String text(String cell) {
        return cell == null ? "" : cell;
    }

    private static String refusal(String rule, String sentence) {
        return "{\"node\":\"n1\",\"fits\":false,\"rule\":\"%s\",\"sentence\":\"%s\"}"
                .formatted(rule, sentence);
    }

    private static String answer(String objects, String spec) {
        var document =
                "{kind: FitQuestion, seen: {objects: ["
                        + objects
                        + "], pod: {metadata: {name: db, namespace: shop, labels: {app: db}}, spec:"
                        + " {"
                        + text(spec)
                        + "}}}}";
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("question", document), mistakes)) {
            return answer(Questions.read(documents.next(), mistakes));
        }
    }

    private static <M, A> String answer(Asked<?, ?, M, A> asked) {
        return Json.text(Decisions.answer(asked.kind(), asked.answer()));
    }
}
