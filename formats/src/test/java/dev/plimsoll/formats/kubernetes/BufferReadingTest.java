package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// CapacityBuffers, the objects that they name, and annotations of workloads.
class BufferReadingTest {

    private static final String TEMPLATE =
            """
            apiVersion: v1
            kind: PodTemplate
            metadata: {name: chunk, namespace: shop}
            template:
              metadata: {labels: {app: web, tier: front}}
              spec:
                nodeSelector: {disk: ssd}
                containers: [{name: c, resources: {requests: {cpu: 500m}, limits: {memory: 1Gi}}}]
            """;

    private static final String BUFFER =
            """
            apiVersion: autoscaling.x-k8s.io/v1beta1
            kind: CapacityBuffer
            metadata: {name: web, namespace: shop}
            spec: {replicas: 3, podTemplateRef: {name: chunk}}
            """;

    @Test
    void readsABufferWithItsPodTemplateInAnyOrder() {
        var buffer = buffer(read(BUFFER, TEMPLATE), "CapacityBuffer shop/web");

        assertThat(buffer.placeholders()).isEqualTo(Count.of(3));
        assertThat(shape(buffer).requests().toString()).isEqualTo("cpu=500m memory=1Gi");
        assertThat(shape(buffer).nodeSelector()).isEqualTo(Labels.of("disk", "ssd"));
        assertThat(read(TEMPLATE, BUFFER)).isEqualTo(read(BUFFER, TEMPLATE));
    }

    /// The API server reads the objects of both versions alike.
    @Test
    void readsTheOlderVersion() {
        var older = BUFFER.replace("v1beta1", "v1alpha1");

        assertThat(read(older, TEMPLATE)).isEqualTo(read(BUFFER, TEMPLATE));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    kind                  | more                                 | placeholders
                    Deployment            | spec: {replicas: 10, $T}             | 4
                    Deployment            | spec: {$T}                           | 1
                    Deployment            | spec: {replicas: 9, $T}, status: {replicas: 6} | 2
                    ReplicaSet            | spec: {replicas: 10, $T}             | 4
                    StatefulSet           | spec: {replicas: 10, $T}             | 4
                    ReplicationController | spec: {replicas: 10, $T}             | 4
                    Job                   | spec: {parallelism: 10, $T}          | 4
                    Job                   | spec: {$T}                           | 1
                    """)
    void takesAShareOfTheReplicasOfAWorkload(String kind, String more, int placeholders) {
        var buffer =
                """
                apiVersion: autoscaling.x-k8s.io/v1beta1
                kind: CapacityBuffer
                metadata: {name: web, namespace: shop}
                spec: {percentage: 33, scalableRef: {apiGroup: apps, kind: %s, name: shop-web}}
                """
                        .formatted(kind);

        var cluster = read(buffer, workload(kind, "metadata: {name: shop-web}, " + more));

        assertThat(buffer(cluster, "CapacityBuffer shop/web").placeholders())
                .isEqualTo(Count.of(placeholders));
    }

    private static final String POD =
            "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, resources:"
                    + " {requests: {cpu: 1}}}]}}";

    private static String workload(String kind, String rest) {
        var version =
                switch (kind) {
                    case "Job" -> "batch/v1";
                    case "ReplicationController" -> "v1";
                    default -> "apps/v1";
                };
        var named = rest.replace("metadata: {", "metadata: {namespace: shop, ");
        return "{apiVersion: "
                + version
                + ", kind: "
                + kind
                + ", "
                + named.replace("$T", POD)
                + "}\n";
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    spec                                                | problem
                    replicas: 1, podTemplateRef: {name: gone}           | there is no PodTemplate shop/gone
                    replicas: 1, scalableRef: {kind: Job, name: gone}   | there is no Job shop/gone
                    replicas: 1                                         | it names neither a PodTemplate nor a workload
                    replicas: 1, scalableRef: {kind: Rollout, name: a}  | a Rollout is not understood; name one of Deployment, Job, PodTemplate, ReplicaSet, ReplicationController, StatefulSet
                    replicas: 1, scalableRef: {apiGroup: x.io, kind: Job, name: a} | a Job.x.io is not understood; name one of Deployment, Job, PodTemplate, ReplicaSet, ReplicationController, StatefulSet
                    podTemplateRef: {name: chunk}                       | it says neither replicas nor limits, nor a percentage of a workload
                    percentage: 50, podTemplateRef: {name: chunk}       | it says neither replicas nor limits, nor a percentage of a workload
                    limits: {example.com/x: 1}, podTemplateRef: {name: chunk} | its limits name nothing that its pods request (cpu, memory)
                    """)
    void saysWhyABufferIsNotReady(String spec, String problem) {
        var buffer =
                "{apiVersion: autoscaling.x-k8s.io/v1beta1, kind: CapacityBuffer, metadata: {name:"
                        + " web, namespace: shop}, spec: {"
                        + spec
                        + "}}\n";

        assertThat(buffer(read(TEMPLATE, buffer), "CapacityBuffer shop/web").problem())
                .isEqualTo(problem);
    }

    /// Another strategy is for another controller.
    @Test
    void leavesBuffersOfOtherStrategiesAlone() {
        var ours = BUFFER.replace("replicas: 3", "replicas: 3, provisioningStrategy: $S");

        assertThat(
                        read(TEMPLATE, ours.replace("$S", "buffer.gke.io/standby-capacity"))
                                .buffers()
                                .isEmpty())
                .isTrue();
        assertThat(read(TEMPLATE, ours.replace("$S", "buffer.x-k8s.io/active-capacity")))
                .isEqualTo(read(TEMPLATE, BUFFER));
        assertThat(
                        read(TEMPLATE, BUFFER, ours.replace("$S", "example.com/other"))
                                .buffers()
                                .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    kind        | metadata                                                    | rest                                                   | asks
                    Deployment  | annotations: {plimsoll.dev/reserve: '2'}                    | spec: {$T}                                             | true
                    StatefulSet | annotations: {plimsoll.dev/reserve: '2'}                    | spec: {$T}                                             | true
                    Job         | annotations: {plimsoll.dev/reserve: '2'}                    | spec: {$T}                                             | true
                    Job         | annotations: {plimsoll.dev/reserve: '2'}                    | spec: {$T}, status: {conditions: [{type: Complete, status: 'True'}]}  | false
                    Job         | annotations: {plimsoll.dev/reserve: '2'}                    | spec: {$T}, status: {conditions: [{type: Suspended, status: 'True'}]} | true
                    ReplicaSet  | annotations: {plimsoll.dev/reserve: '2'}                    | spec: {$T}                                             | true
                    ReplicaSet  | annotations: {plimsoll.dev/reserve: '2'}, ownerReferences: [{kind: Deployment, controller: true}] | spec: {$T}       | false
                    Deployment  | annotations: {example.com/reserve: '2'}                     | spec: {$T}                                             | false
                    """)
    void readsTheAnnotationOfAWorkload(String kind, String metadata, String rest, boolean asks) {
        var object = workload(kind, "metadata: {name: web, " + metadata + "}, " + rest);

        var buffers = read(object).buffers();

        assertThat(buffers.size()).isEqualTo(asks ? 1 : 0);
        buffers.forEach((name, buffer) -> {
            assertThat(name).hasToString(kind + " shop/web");
            assertThat(buffer.placeholders()).isEqualTo(Count.of(2));
        });
    }

    @Test
    void saysWhatIsWrongWithAnAnnotation() {
        var mistakes = new Mistakes();
        var object =
                workload(
                        "Deployment",
                        "metadata: {name: web, annotations: {plimsoll.dev/reserve: many}},"
                                + " spec: {$T}");

        read(mistakes, object);

        assertThat(mistakes.list())
                .singleElement()
                .asString()
                .contains("Deployment shop/web", "'many' is not a number of placeholders");
    }

    /// The pods of a Deployment have what its template says and what the API server adds, so
    /// placeholders for either are the same.
    @Test
    void describesPodsAsTheyAreWhenTheyRun() {
        var deployment =
                workload(
                        "Deployment",
                        "metadata: {name: web, annotations: {plimsoll.dev/reserve: '2'}}, spec:"
                                + " {$T}");
        var pod =
                """
                kind: Pod
                metadata: {name: web-1, namespace: shop, labels: {app: web, pod-template-hash: x},
                  ownerReferences: [{kind: ReplicaSet, controller: true}]}
                spec:
                  tolerations:
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
                  containers: [{name: c, resources: {requests: {cpu: 1}}}]
                """;

        var cluster = read(deployment, pod);

        var running = cluster.pending().getFirst().shape();
        var described = shape(buffer(cluster, "Deployment shop/web"));
        assertThat(described.tolerations()).isEqualTo(running.tolerations());
        assertThat(described.requests()).isEqualTo(running.requests());
        assertThat(described.labels()).isEqualTo(running.labels());
    }

    /// The selector of a buffer's pods chooses the labels that all pods of its namespace show.
    @Test
    void showsTheLabelsThatTheSelectorsOfABufferUse() {
        var apart =
                TEMPLATE.replace(
                        "    nodeSelector: {disk: ssd}\n",
                        """
                            affinity:
                              podAntiAffinity:
                                requiredDuringSchedulingIgnoredDuringExecution:
                                - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
                        """);
        var pod =
                "{kind: Pod, metadata: {name: a, namespace: shop, labels: {app: web, tier: x}},"
                        + " spec: {containers: []}}\n";

        var cluster = read(apart, BUFFER, pod);

        assertThat(cluster.pending().getFirst().shape().labels())
                .isEqualTo(Labels.of("app", "web"));
        assertThat(shape(buffer(cluster, "CapacityBuffer shop/web")).labels())
                .isEqualTo(Labels.of("app", "web"));
        assertThat(read(apart, pod).pending().getFirst().shape().labels()).isEqualTo(Labels.NONE);
    }

    /// A cluster does not show the thousands of workloads that ask for nothing.
    @Test
    void showsNoWorkloadThatAsksForNothing() {
        assertThat(read(workload("Deployment", "metadata: {name: web}, spec: {$T}")))
                .isEqualTo(Cluster.EMPTY);
    }

    private static final String QUOTA =
            """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: compute, namespace: shop}
            spec:
              hard: {requests.cpu: 99}
              scopes: [NotTerminating]
              scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high]}]}
            status:
              hard: {requests.cpu: 2500m, memory: 4Gi, limits.cpu: 1, requests.storage: 9Gi, pods: 9, count/pods: 20, services: 2, gold.storageclass.storage.k8s.io/requests.storage: 1Gi}
              used: {requests.cpu: 500m, memory: 1Gi, limits.cpu: 1, requests.storage: 1Gi, pods: 2, count/pods: 5, services: 1, gold.storageclass.storage.k8s.io/requests.storage: 1Gi}
            """;

    /// What the quota controller has seen counts, not what the specification asks for.
    @Test
    void readsAQuotaOfANamespaceWithABuffer() {
        var quota = read(QUOTA, BUFFER).resourceQuotas().values().getFirst();

        assertThat(quota.hard().toString()).isEqualTo("count/pods=20 cpu=2500m memory=4Gi pods=9");
        assertThat(quota.left().toString()).isEqualTo("count/pods=15 cpu=2 memory=3Gi pods=7");
        assertThat(quota.scopes())
                .extracting(Requirement::toString)
                .containsExactly("NotTerminating", "PriorityClass in (high)");
        assertThat(read(QUOTA, TEMPLATE)).isEqualTo(Cluster.EMPTY);
        assertThat(read(BUFFER, QUOTA)).isEqualTo(read(QUOTA, BUFFER));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    hard                       | left
                    {cpu: 4}                   | cpu=3
                    {requests.cpu: 4}          | cpu=3
                    {cpu: 3, requests.cpu: 4}  | cpu=2
                    {requests.x.io/g: 4}       | x.io/g=4
                    {hugepages-2Mi: 4Mi}       | hugepages-2Mi=4Mi
                    {ephemeral-storage: 1Gi}   | ephemeral-storage=1Gi
                    {cpu: 0}                   | cpu=0
                    {memory: 4000Ti}           | memory=4000Ti
                    {requests.storage: 1Gi}    |
                    {limits.memory: 1Gi}       |
                    {count/jobs.batch: 1}      |
                    """)
    void readsWhatAQuotaSaysOfPods(String hard, @Nullable String left) {
        var quota =
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: shop},"
                        + " status: {hard: "
                        + hard
                        + ", used: {cpu: 1, requests.cpu: 1}}}\n";

        assertThat(read(quota, BUFFER).resourceQuotas().values().getFirst().left())
                .hasToString(left == null ? "" : left);
    }

    @Test
    void readsTheAgeAndThePriorityClassOfABuffer() {
        var buffer =
                BUFFER.replace(
                        "namespace: shop}",
                        "namespace: shop, creationTimestamp: '2026-01-05T00:00:00Z'}");
        var template =
                TEMPLATE.replace(
                        "    nodeSelector: {disk: ssd}\n",
                        "    nodeSelector: {disk: ssd}\n    priorityClassName: high\n");

        var read = buffer(read(buffer, template), "CapacityBuffer shop/web");

        assertThat(read.created()).isEqualTo(Instant.parse("2026-01-05T00:00:00Z"));
        assertThat(read.pattern())
                .isInstanceOfSatisfying(
                        Pattern.Pods.class,
                        pods -> assertThat(pods.priorityClass()).isEqualTo("high"));
    }

    private static Buffer buffer(Cluster cluster, String name) {
        var buffer = cluster.buffers().get(KindName.of(name));
        assertThat(buffer).isNotNull();
        return java.util.Objects.requireNonNull(buffer);
    }

    private static Shape shape(Buffer buffer) {
        if (buffer.pattern() instanceof Pattern.Pods(var shape, _, _)) {
            return shape;
        }
        throw new AssertionError(buffer.problem());
    }

    private static Cluster read(String... objects) {
        var mistakes = new Mistakes();
        var cluster = read(mistakes, objects);
        mistakes.throwIfAny();
        return cluster;
    }

    private static Cluster read(Mistakes mistakes, String... objects) {
        var inventory = new Inventory();
        var reader = new ClusterReader(inventory);
        try {
            reader.read(Source.text("f", String.join("---\n", objects)));
        } catch (BadInput bad) {
            mistakes.addAll(bad);
        }
        return inventory.cluster();
    }
}
