package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a redacted dump keeps, and what it replaces.
class RedactionTest {

    private static final List<String> REGIONS = List.of("us-east-1", "westeurope");

    private static final Pseudonyms NAMES = new Pseudonyms(new byte[] {1}, REGIONS);

    /// A pod with a secret in every field that can have one.
    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: secret-0
              namespace: secret-shop
              uid: 0b5c
              labels: {secret-team: secret-pay, app.kubernetes.io/name: secret-pay}
              annotations: {secret: secret, cluster-autoscaler.kubernetes.io/safe-to-evict: "false"}
              ownerReferences: [{kind: SecretSet, name: secret, uid: 0b5d, controller: true}]
            spec:
              nodeName: secret-node
              schedulerName: default-scheduler
              priority: 2000000000
              nodeSelector: {secret-disk: secret-ssd, topology.kubernetes.io/zone: us-east-1a}
              tolerations: [{key: secret-only, value: secret-batch, effect: NoSchedule}]
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                    - matchExpressions: [{key: secret-rack, operator: Gt, values: ["12"]}]
                      matchFields: [{key: metadata.name, operator: In, values: [secret-node]}]
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                  - topologyKey: secret-rack
                    namespaces: [secret-shop]
                    matchLabelKeys: [secret-team]
                    labelSelector: {matchLabels: {secret-team: secret-pay}}
              volumes:
              - {name: secret-a, persistentVolumeClaim: {claimName: secret-claim}}
              - {name: secret-b, ephemeral: {volumeClaimTemplate: {metadata: {labels: {secret: a}}}}}
              - {name: secret-c, hostPath: {path: /secret}}
              - {name: secret-d, rbd: {monitors: [secret:1], image: secret, pool: secret}}
              schedulingGates: [{name: secret.com/gate}]
              resourceClaims: [{name: secret}]
              containers:
              - name: secret
                image: secret
                command: [secret]
                env: [{name: SECRET, value: secret}]
                ports: [{name: secret, hostPort: 80, hostIP: 10.0.0.1}]
                resources: {requests: {cpu: 500m, example.com/device: 1}}
            status:
              phase: Pending
              nominatedNodeName: secret-node
              conditions:
              - {type: PodScheduled, status: "False", reason: Unschedulable, message: secret}
            """;

    @Test
    void leavesNoSecretInAPod() {
        assertThat(redacted(POD))
                .doesNotContainIgnoringCase("secret")
                .doesNotContain("0b5", "10.0.0.1", "command", "env")
                .contains(
                        "\"priority\":2000000000",
                        "\"schedulerName\":\"default-scheduler\"",
                        "\"topology.kubernetes.io/zone\":\"us-east-1a\"",
                        "\"operator\":\"Gt\",\"values\":[\"12\"]",
                        "\"effect\":\"NoSchedule\"",
                        "\"ephemeral\":{}",
                        "\"requests\":{\"cpu\":\"500m\",\"example.com/device\":1}",
                        "\"reason\":\"Unschedulable\"}");
    }

    @Test
    void leavesNoSecretInOtherObjects() {
        assertThat(
                        redacted(
                                """
                                kind: Node
                                metadata: {name: secret, labels: {node-role.kubernetes.io/secret: ""},
                                  annotations: {plimsoll.dev/no-delete: secret}}
                                spec: {providerID: "aws:///us-east-1a/i-secret"}
                                status: {allocatable: {cpu: 1}}
                                ---
                                kind: PersistentVolume
                                metadata: {name: secret, labels: {topology.kubernetes.io/zone: secret__us-east-1a}}
                                spec: {csi: {driver: secret.com, volumeHandle: secret}, storageClassName: secret,
                                  claimRef: {namespace: secret, name: secret, uid: secret}, azureDisk: {diskURI: secret}}
                                ---
                                kind: VolumeAttachment
                                metadata: {name: secret}
                                spec: {nodeName: secret, attacher: ebs.csi.aws.com, source: {inlineVolumeSpec: {a: secret}}}
                                ---
                                kind: Secret
                                metadata: {name: secret}
                                """))
                .doesNotContainIgnoringCase("secret")
                .contains("\"attacher\":\"ebs.csi.aws.com\"", "\"aws://x", "__us-east-1a\"");
    }

    /// The claim of an ephemeral volume has the names of its pod and its volume.
    @Test
    void keepsEqualNamesEqualInAllFields() {
        var pod = JsonTree.parse(redacted(POD).lines().toList().get(1));
        var text = Json.text(pod);

        assertThat(JsonTree.text(pod, "spec", "nodeName"))
                .isEqualTo(JsonTree.text(pod, "status", "nominatedNodeName"))
                .isEqualTo(NAMES.text("secret-node"));
        assertThat(text)
                .contains(
                        "\"key\":\"metadata.name\",\"operator\":\"In\",\"values\":[\""
                                + NAMES.text("secret-node"))
                .contains("\"topologyKey\":\"" + NAMES.labelKey("secret-rack"))
                .contains("\"matchLabelKeys\":[\"" + NAMES.labelKey("secret-team"))
                .contains("\"claimName\":\"" + NAMES.words("secret-claim"));
        assertThat(JsonTree.text(pod, "metadata", "name") + "-" + NAMES.words("secret-b"))
                .isEqualTo(NAMES.words("secret-0-secret-b"));
        assertThat(NAMES.words("secret-0")).endsWith("-0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "default",
                "kube-system",
                "true",
                "999999",
                "-1",
                "us-east-1",
                "us-east-1a",
                "westeurope-1"
            })
    void keepsTextsOfManyClusters(String text) {
        assertThat(NAMES.text(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"web", "1000000", "us-east-1-prod", "kube-system-2", "x"})
    void replacesOtherTexts(String text) {
        assertThat(NAMES.text(text)).matches("x[a-z2-7]{10}").isEqualTo(NAMES.text(text));
        assertThat(new Pseudonyms(new byte[] {2}, REGIONS).text(text))
                .isNotEqualTo(NAMES.text(text));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    label                                  | value           | key   | value
                    node.kubernetes.io/instance-type       | m5.large        | kept  | kept
                    topology.kubernetes.io/region          | berlin          | kept  | kept
                    topology.kubernetes.io/zone            | us-east-1a      | kept  | kept
                    topology.kubernetes.io/zone            | berlin-1        | kept  | other
                    karpenter.sh/nodepool                  | pay             | kept  | kept
                    cluster.x-k8s.io/set-name              | pay             | kept  | kept
                    kubernetes.azure.com/scalesetpriority  | spot            | kept  | kept
                    plimsoll.dev/draining                  | 1767225600_old  | kept  | kept
                    node-role.kubernetes.io/control-plane  | true            | kept  | kept
                    node-role.kubernetes.io/pay            | true            | other | kept
                    ToBeDeletedByClusterAutoscaler         | 1767225600      | kept  | other
                    type                                   | virtual-kubelet | kept  | kept
                    type                                   | pay             | kept  | other
                    kubernetes.io/hostname                 | pay-1           | kept  | other
                    app.kubernetes.io/name                 | pay             | kept  | other
                    app                                    | pay             | other | other
                    pay.example.com/rack                   | 7               | other | kept
                    notkubernetes.io/pay                   | 7               | other | kept
                    """)
    void keepsWhatLabelsOfManyClustersSay(String key, String value, String keyIs, String valueIs) {
        assertThat(NAMES.labelKey(key).equals(key)).isEqualTo(keyIs.equals("kept"));
        assertThat(NAMES.labelValue(key, value).equals(value)).isEqualTo(valueIs.equals("kept"));
    }

    private static String redacted(String text) {
        var out = new ByteArrayOutputStream();
        var writer = new DumpWriter(out, new Redaction(new byte[] {1}, REGIONS));
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        writer.read(List.of("-"), in);
        writer.end();
        return out.toString(StandardCharsets.UTF_8);
    }
}
