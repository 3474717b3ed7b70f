package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.formats.Source;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectReaderTest {

    @Test
    void readsWhereAPodMayRun() {
        var pod =
                """
                kind: Pod
                metadata: {name: p, namespace: shop}
                spec:
                  priority: 1000
                  nodeSelector: {pool: blue}
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms:
                        - matchExpressions:
                          - {key: zone, operator: In, values: [b, a]}
                          - {key: cores, operator: Gt, values: ["4"]}
                          matchFields:
                          - {key: metadata.name, operator: NotIn, values: [n1]}
                        - matchExpressions: [{key: spot, operator: DoesNotExist}]
                      preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]
                  tolerations:
                  - {key: a, operator: Exists, effect: NoSchedule}
                  - {key: b, value: x}
                  - {operator: Exists}
                  - {key: c, operator: Gt, value: "3"}
                  - {key: d, operator: Lt, value: "4", effect: NoExecute}
                """;

        var shape = shape(pod);

        assertThat(shape.namespace()).isEqualTo("shop");
        assertThat(shape.priority()).isEqualTo(1_000);
        assertThat(shape.nodeSelector()).isEqualTo(Labels.of("pool", "blue"));
        assertThat(shape.affinity())
                .isEqualTo(
                        new Affinity.AnyOf(
                                List.of(
                                        new Affinity.Term(
                                                List.of(
                                                        Requirement.in("zone", "a", "b"),
                                                        requirement(
                                                                "cores",
                                                                Requirement.Operator.GT,
                                                                "4")),
                                                List.of(
                                                        requirement(
                                                                "metadata.name",
                                                                Requirement.Operator.NOT_IN,
                                                                "n1"))),
                                        new Affinity.Term(
                                                List.of(
                                                        requirement(
                                                                "spot",
                                                                Requirement.Operator
                                                                        .DOES_NOT_EXIST)),
                                                List.of()))));
        var every = List.of(Taint.Effect.values());
        assertThat(shape.tolerations())
                .containsExactlyInAnyOrder(
                        new Toleration(
                                "a",
                                Toleration.Match.EXISTS,
                                "",
                                List.of(Taint.Effect.NO_SCHEDULE)),
                        new Toleration("b", Toleration.Match.EQUAL, "x", every),
                        new Toleration("", Toleration.Match.EXISTS, "", every),
                        new Toleration("c", Toleration.Match.GT, "3", every),
                        new Toleration(
                                "d", Toleration.Match.LT, "4", List.of(Taint.Effect.NO_EXECUTE)));
    }

    @Test
    void knowsAnAffinityThatHoldsNowhereFromNone() {
        var required = "requiredDuringSchedulingIgnoredDuringExecution";
        var nowhere = "{nodeAffinity: {" + required + ": {nodeSelectorTerms: []}}}";

        assertThat(shape(pod("affinity: " + nowhere)).affinity())
                .isEqualTo(new Affinity.AnyOf(List.of()));
        assertThat(shape(pod("affinity: {nodeAffinity: {}}")).affinity())
                .isEqualTo(new Affinity.Anywhere());
        assertThat(shape(pod("affinity: null")).affinity()).isEqualTo(new Affinity.Anywhere());
    }

    @Test
    void knowsWhoWouldMakeAPodAgain() {
        var table =
                """
                ownerReferences: [{kind: ReplicaSet, controller: true}]               | REPLICA_SET
                ownerReferences: [{kind: ReplicationController, controller: true}]    | REPLICA_SET
                ownerReferences: [{kind: StatefulSet, controller: true}]              | STATEFUL_SET
                ownerReferences: [{kind: Job, controller: true}]                      | JOB
                ownerReferences: [{kind: DaemonSet, controller: true}]                | DAEMON_SET
                ownerReferences: [{kind: Node, controller: true}]                     | NODE
                ownerReferences: [{kind: Rollout, controller: true}]                  | OTHER
                ownerReferences: [{kind: Job}, {kind: StatefulSet, controller: true}] | STATEFUL_SET
                ownerReferences: [{kind: Job, controller: false}]                     | NOBODY
                ownerReferences: []                                                   | NOBODY
                annotations: {kubernetes.io/config.mirror: abc}                       | NODE
                annotations: {kubernetes.io/config.source: file}                      | NODE
                annotations: {kubernetes.io/config.source: api}                       | NOBODY
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);

            assertThat(shape("kind: Pod\nmetadata: {name: p, " + cells[0].strip() + "}\n").owner())
                    .as(row)
                    .isEqualTo(Owner.valueOf(cells[1].strip()));
        }
    }

    @Test
    void givesTheRunningPodsOfADaemonSetOneShape() {
        var pin = "{key: metadata.name, operator: In, values: [%s]}";
        var pods = new StringBuilder();
        for (var node : List.of("n1", "n2")) {
            pods.append(
                    daemon(
                            node,
                            "nodeName: " + node,
                            "matchFields: [" + pin.formatted(node) + "]"));
            pods.append(
                    daemon(
                            "z-" + node,
                            "nodeName: " + node,
                            "matchFields: ["
                                    + pin.formatted(node)
                                    + "], matchExpressions: [{key: gpu, operator: Exists}]"));
        }
        pods.append(daemon("waiting", "priority: 0", "matchFields: [" + pin.formatted("n3") + "]"));
        pods.append(node("n1", "")).append(node("n2", ""));

        var cluster = read(pods.toString());

        var shapes = cluster.nodes().getFirst().pods().stream().map(p -> p.shape()).toList();
        assertThat(cluster.nodes().getLast().pods()).extracting(p -> p.shape()).isEqualTo(shapes);
        assertThat(shapes)
                .extracting(Shape::affinity)
                .containsExactlyInAnyOrder(
                        new Affinity.Anywhere(),
                        new Affinity.AnyOf(
                                List.of(
                                        new Affinity.Term(
                                                List.of(
                                                        requirement(
                                                                "gpu",
                                                                Requirement.Operator.EXISTS)),
                                                List.of()))));
        assertThat(cluster.pending().getFirst().shape().affinity().matches("n4", Labels.NONE))
                .isFalse();
    }

    @Test
    void forgetsPodsThatHaveFinished() {
        for (var phase : List.of("Succeeded", "Failed")) {
            var running = "kind: Pod\nmetadata: {name: p}\nstatus: {phase: Running}\n---\n";
            var finished =
                    "kind: Pod\nmetadata: {name: p, namespace: default}\nstatus: {phase: "
                            + phase
                            + "}\n";

            assertThat(read(running).pending()).hasSize(1);
            assertThat(read(running + finished).pending()).isEmpty();
        }
    }

    @Test
    void readsANode() {
        var node =
                """
                kind: Node
                metadata:
                  name: n1
                  creationTimestamp: "2026-01-31T08:00:00Z"
                  labels: {pool: blue}
                  annotations: {plimsoll.dev/no-delete: "somebody works on it"}
                spec:
                  taints: [{key: dedicated, value: gpu, effect: NoSchedule}]
                status:
                  conditions: [{type: MemoryPressure, status: "False"}, {type: Ready, status: "True"}]
                  capacity: {cpu: 4}
                  allocatable: {cpu: 3920m, memory: 12700100Ki, pods: "110", ephemeral-storage: "47093746742", hugepages-2Mi: "0"}
                """;

        var read = read(node).nodes().getFirst();

        assertThat(read)
                .isEqualTo(
                        new Node(
                                "n1",
                                Instant.parse("2026-01-31T08:00:00Z"),
                                Labels.of("pool", "blue"),
                                List.of(new Taint("dedicated", "gpu", Taint.Effect.NO_SCHEDULE)),
                                read.allocatable(),
                                new NodeState.Active(),
                                true,
                                true,
                                List.of()));
        assertThat(read.allocatable())
                .hasToString(
                        "cpu=3920m ephemeral-storage=47093746742 hugepages-2Mi=0"
                                + " memory=12700100Ki pods=110");
    }

    @Test
    void offersNothingOfWhatANodeDoesNotName() {
        var node = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 4}}\n";

        assertThat(read(node).nodes().getFirst().allocatable())
                .hasToString("cpu=4 ephemeral-storage=0 memory=0 pods=0");
    }

    @Test
    void takesANodeForReadyThatSaysSoOrNothing() {
        assertThat(ready("conditions: [{type: Ready, status: 'True'}]")).isTrue();
        assertThat(ready("conditions: [{type: Ready, status: 'False'}]")).isFalse();
        assertThat(ready("conditions: [{type: Ready, status: Unknown}]")).isFalse();
        assertThat(ready("conditions: [{type: DiskPressure, status: 'False'}]")).isFalse();
        assertThat(ready("conditions: []")).isTrue();
        assertThat(ready("phase: Running")).isTrue();
    }

    @Test
    void knowsWhyANodeTakesNoPods() {
        var draining = "{key: plimsoll.dev/draining, value: '1700000000', effect: NoSchedule}";
        var forced = "{key: plimsoll.dev/force-drain, effect: NoSchedule}";
        var since = new NodeState.Draining(Instant.ofEpochSecond(1_700_000_000));

        assertThat(state("taints: []")).isEqualTo(new NodeState.Active());
        assertThat(state("taints: [" + draining + "]")).isEqualTo(since);
        assertThat(state("taints: [" + draining + ", " + forced + "]"))
                .isEqualTo(new NodeState.Forced());
        assertThat(state("unschedulable: true, taints: [" + draining + ", " + forced + "]"))
                .isEqualTo(new NodeState.Cordoned());
        assertThat(state("unschedulable: false")).isEqualTo(new NodeState.Active());
    }

    @Test
    void leavesANodeAloneWhoseDrainHasNoMoment() {
        for (var value : List.of("", "soon", "-1", "9999999999999999999")) {
            var taint = "{key: plimsoll.dev/draining, value: '" + value + "', effect: NoSchedule}";

            assertThat(state("taints: [" + taint + "]")).isEqualTo(new NodeState.Cordoned());
        }
    }

    @Test
    void readsADisruptionBudget() {
        var budget =
                """
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: web, namespace: shop}
                spec:
                  selector:
                    matchLabels: {app: web}
                    matchExpressions: [{key: tier, operator: NotIn, values: [cache]}]
                status: {disruptionsAllowed: 2}
                """;

        assertThat(read(budget).budgets())
                .containsExactly(
                        new Budget(
                                "shop",
                                "web",
                                List.of(
                                        Requirement.in("app", "web"),
                                        requirement("tier", Requirement.Operator.NOT_IN, "cache")),
                                2));
    }

    @Test
    void knowsABudgetOfAllPodsFromOneOfNone() {
        var table =
                """
                policy/v1      | {selector: {}}                        | 1
                policy/v1      | {selector: null}                      | 0
                policy/v1      | {maxUnavailable: 1}                   | 0
                policy/v1beta1 | {selector: {}}                        | 0
                policy/v1beta1 | {selector: {matchLabels: {app: web}}} | 1
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);
            var budget =
                    "apiVersion: %s\nkind: PodDisruptionBudget\nmetadata: {name: b}\nspec: %s\n"
                            .formatted(cells[0].strip(), cells[1].strip());

            assertThat(read(budget).budgets()).as(row).hasSize(Integer.parseInt(cells[2].strip()));
        }
    }

    @Test
    void takesNoOtherKindOfTheSameNameForItsOwn() {
        var others =
                """
                {apiVersion: longhorn.io/v1beta1, kind: Node, metadata: {name: n}}
                ---
                {apiVersion: example.com/v1, kind: Pod, metadata: {name: p}}
                ---
                {apiVersion: longhorn.io/v1beta1, kind: NodeList, items: [{metadata: {name: n}}]}
                """;

        assertThat(read(others)).isEqualTo(Cluster.EMPTY);
    }

    @Test
    void reportsWhatIsWrongWithAllObjectsAtOnce() {
        var objects =
                """
                kind: List
                items:
                - kind: Pod
                  metadata: {name: web-1, namespace: shop}
                  spec:
                    containers:
                    - {resources: {requests: {cpu: -1, memory: 9Ei}}}
                    tolerations: [{operator: Is}]
                - kind: Node
                  metadata: {name: n1}
                  spec: {taints: [{key: a, effect: Never}]}
                  status: {conditions: {}}
                - kind: Node
                  metadata: {name: n2, creationTimestamp: yesterday}
                  status: {allocatable: [cpu]}
                - kind: Pod
                  metadata: {namespace: shop}
                """;

        assertThatThrownBy(() -> read(objects))
                .hasMessage(
                        """
                        f:7:36: Pod shop/web-1: spec.containers[0].resources.requests.cpu: '-1' is negative; an amount is zero or more
                        f:7:48: Pod shop/web-1: spec.containers[0].resources.requests.memory: '9Ei' is more than any machine has; the largest accepted amount is 9007199254740991
                        f:8:30: Pod shop/web-1: spec.tolerations[0].operator: 'Is' is not one of Equal, Exists, Lt, Gt
                        f:11:36: Node n1: spec.taints[0].effect: 'Never' is not one of NoSchedule, PreferNoSchedule, NoExecute
                        f:12:11: Node n1: status: allocatable is missing; dump the node again after it has started, or add status.allocatable
                        f:12:24: Node n1: status.conditions: expected a list, got a mapping
                        f:14:43: Node n2: metadata.creationTimestamp: 'yesterday' is not a time such as 2026-01-31T08:00:00Z
                        f:15:25: Node n2: status.allocatable: expected keys with values, got a list
                        f:17:13: Pod shop/: metadata: name is missing; add it\
                        """);
    }

    @Test
    void reportsAPodThatAsksForMoreThanCanBeCounted() {
        var most = "{resources: {requests: {memory: 8191Ti}}}";
        var pod = pod("containers: [" + String.join(", ", Collections.nCopies(1_100, most)) + "]");

        assertThatThrownBy(() -> read(pod))
                .hasMessage(
                        "f:1:1: Pod default/p: the sum of the amounts"
                                + " is too large; check them");
    }

    private static Requirement requirement(
            String key, Requirement.Operator operator, String... values) {
        return new Requirement(key, operator, List.of(values));
    }

    private static String pod(String spec) {
        return "kind: Pod\nmetadata: {name: p}\nspec:\n  " + spec + "\n";
    }

    private static String daemon(String name, String spec, String term) {
        return """
        ---
        kind: Pod
        metadata: {name: d-%s, ownerReferences: [{kind: DaemonSet, controller: true}]}
        spec:
          %s
          affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{%s}]}}}
        """
                .formatted(name, spec, term);
    }

    private static String node(String name, String spec) {
        return "---\nkind: Node\nmetadata: {name: %s}\nspec: {%s}\nstatus: {allocatable: {cpu: 1}}\n"
                .formatted(name, spec);
    }

    private static NodeState state(String spec) {
        return read(node("n", spec)).nodes().getFirst().state();
    }

    private static boolean ready(String status) {
        return read("kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 1}, "
                        + status
                        + "}\n")
                .nodes()
                .getFirst()
                .ready();
    }

    private static Shape shape(String pod) {
        return read(pod).pending().getFirst().shape();
    }

    private static Cluster read(String text) {
        var inventory = new Inventory();
        new ClusterReader(inventory).read(Source.text("f", text));
        return inventory.cluster();
    }
}
