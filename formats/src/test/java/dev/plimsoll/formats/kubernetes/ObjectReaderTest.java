package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.formats.Source;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
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
                  providerID: aws:///eu-west-1a/i-0f3
                status:
                  conditions: [{type: MemoryPressure, status: "False"}, {type: Ready, status: "True"}]
                  capacity: {cpu: 4, memory: 16Gi}
                  allocatable: {cpu: 3920m, memory: 12700100Ki, pods: "110", ephemeral-storage: "47093746742", hugepages-2Mi: "0"}
                """;

        var read = read(node).nodes().getFirst();

        assertThat(read)
                .isEqualTo(
                        new Node(
                                        "n1",
                                        Instant.parse("2026-01-31T08:00:00Z"),
                                        Labels.of("pool", "blue"),
                                        List.of(
                                                new Taint(
                                                        "dedicated",
                                                        "gpu",
                                                        Taint.Effect.NO_SCHEDULE)),
                                        read.allocatable(),
                                        new NodeState.Active(),
                                        true,
                                        true,
                                        List.of())
                                .with(
                                        new Node.Machine(
                                                "aws:///eu-west-1a/i-0f3",
                                                "",
                                                Resources.of(Cpu.cores(4), Bytes.gibibytes(16)))));
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
    void knowsThatANodeGoesByItself() {
        var table =
                """
                aws-node-termination-handler/spot-itn
                aws-node-termination-handler/scheduled-maintenance
                aws-node-termination-handler/asg-lifecycle-termination
                cloud.google.com/impending-node-termination
                node.cloudprovider.kubernetes.io/shutdown
                node.kubernetes.io/out-of-service
                ToBeDeletedByClusterAutoscaler
                karpenter.sh/disrupted
                """;
        for (var key : table.lines().toList()) {
            assertThat(state("taints: [{key: " + key + ", effect: NoSchedule}]"))
                    .isEqualTo(new NodeState.Leaving("taint " + key));
        }
        assertThat(stateWith("deletionTimestamp: '2026-01-31T08:00:00Z'"))
                .isEqualTo(new NodeState.Leaving("being deleted"));
    }

    @Test
    void leavesANodeAloneThatAnOperatorPaused() {
        assertThat(stateWith("annotations: {plimsoll.dev/paused: 'true'}"))
                .isEqualTo(new NodeState.Paused());
        assertThat(stateWith("annotations: {plimsoll.dev/paused: 'false'}"))
                .isEqualTo(new NodeState.Active());
    }

    /// Our own drain goes on while the node leaves; a paused node that leaves is leaving.
    @Test
    void prefersTheStateThatSaysMoreOfTheNode() {
        var leaving = "{key: karpenter.sh/disrupted, effect: NoSchedule}";
        var draining = "{key: plimsoll.dev/draining, value: '1700000000', effect: NoSchedule}";

        assertThat(state("taints: [" + leaving + ", " + draining + "]"))
                .isEqualTo(new NodeState.Draining(Instant.ofEpochSecond(1_700_000_000)));
        assertThat(state("unschedulable: true, taints: [" + leaving + "]"))
                .isEqualTo(new NodeState.Cordoned());
        assertThat(stateWith("deletionTimestamp: x, annotations: {plimsoll.dev/paused: 'true'}"))
                .isEqualTo(new NodeState.Leaving("being deleted"));
    }

    @Test
    void knowsTheNodesThatAreNotToBeRemoved() {
        var table =
                """
                {plimsoll.dev/no-delete: somebody works on it}                  | true
                {plimsoll.dev/no-delete: ''}                                    | false
                {cluster-autoscaler.kubernetes.io/scale-down-disabled: 'true'}  | true
                {cluster-autoscaler.kubernetes.io/scale-down-disabled: 'false'} | false
                {karpenter.sh/do-not-disrupt: 'true'}                           | true
                {karpenter.sh/do-not-disrupt: 'false'}                          | false
                {}                                                              | false
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);
            var node = nodeWith("annotations: " + cells[0].strip());

            assertThat(node.noDelete()).as(row).isEqualTo(cells[1].strip().equals("true"));
        }
    }

    @Test
    void knowsWhetherAPodMayBeEvicted() {
        var table =
                """
                {cluster-autoscaler.kubernetes.io/safe-to-evict: 'true'}                                       | SAFE
                {cluster-autoscaler.kubernetes.io/safe-to-evict: 'false'}                                      | FORBIDDEN
                {cluster-autoscaler.kubernetes.io/safe-to-evict: 'perhaps'}                                    | UNSAID
                {karpenter.sh/do-not-disrupt: 'true'}                                                          | FORBIDDEN
                {karpenter.sh/do-not-disrupt: 'false'}                                                         | UNSAID
                {cluster-autoscaler.kubernetes.io/safe-to-evict: 'true', karpenter.sh/do-not-disrupt: 'true'}  | FORBIDDEN
                {cluster-autoscaler.kubernetes.io/safe-to-evict: on-completion}                                | ON_COMPLETION
                {}                                                                                             | UNSAID
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);
            var pod = "kind: Pod\nmetadata: {name: p, annotations: " + cells[0].strip() + "}\n";

            assertThat(shape(pod).disruption())
                    .as(row)
                    .isEqualTo(new Disruption(Consent.valueOf(cells[1].strip()), false));
        }
    }

    @Test
    void readsHowManyPlaceholdersAPodAsksFor() {
        assertThat(shape(reserving("'0'")).reserve()).isEqualTo(new Reserve.Placeholders(0));
        assertThat(shape(reserving("'12'")).reserve()).isEqualTo(new Reserve.Placeholders(12));
        assertThat(shape(reserving("'10000'")).reserve())
                .isEqualTo(new Reserve.Placeholders(Reserve.MOST));
        assertThat(shape("kind: Pod\nmetadata: {name: p}\n").reserve())
                .isEqualTo(Reserve.unmarked());
    }

    @Test
    void refusesAMalformedNumberOfPlaceholders() {
        for (var wrong : List.of("many", "-1", "1.5", "10001", "99999999999", "")) {
            assertThatThrownBy(() -> read(reserving("'" + wrong + "'")))
                    .hasMessage(
                            "f:2:57: Pod default/p: metadata.annotations.plimsoll.dev/reserve: '"
                                    + wrong
                                    + "' is not a number of placeholders; write a whole number"
                                    + " from 0 to 10000 in quotes");
        }
    }

    private static String reserving(String value) {
        return "kind: Pod\nmetadata: {name: p, annotations: {plimsoll.dev/reserve: "
                + value
                + "}}\n";
    }

    @Test
    void knowsThatAPodWouldLoseWhatIsOnItsNode() {
        var table =
                """
                volumes: [{name: a, emptyDir: {}}]                                       | true
                volumes: [{name: a, emptyDir: {sizeLimit: 1Gi}}]                         | true
                volumes: [{name: a, emptyDir: {medium: Memory}}]                         | false
                volumes: [{name: a, hostPath: {path: /var}}]                             | true
                volumes: [{name: a, configMap: {name: c}}]                               | false
                volumes: [{name: a, configMap: {name: c}}, {name: b, hostPath: {path: /}}] | true
                volumes: []                                                              | false
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);

            assertThat(shape(pod(cells[0].strip())).disruption())
                    .as(row)
                    .isEqualTo(new Disruption(Consent.UNSAID, cells[1].strip().equals("true")));
        }
    }

    /// Each local volume must be named.
    @Test
    void knowsTheLocalVolumesThatAPodMayLose() {
        var table =
                """
                a     | volumes: [{name: a, emptyDir: {}}]                              | false
                b     | volumes: [{name: a, emptyDir: {}}]                              | true
                a     | volumes: [{name: a, emptyDir: {}}, {name: b, hostPath: {}}]     | true
                a,b   | volumes: [{name: a, emptyDir: {}}, {name: b, hostPath: {}}]     | false
                b, a  | volumes: [{name: a, emptyDir: {}}, {name: b, hostPath: {}}]     | false
                ''    | volumes: [{name: a, emptyDir: {}}]                              | true
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);
            var annotation =
                    "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes: \"%s\""
                            .formatted(cells[0].strip().replace("''", ""));
            var pod =
                    pod(cells[1].strip())
                            .replace("{name: p}", "{name: p, annotations: {" + annotation + "}}");

            assertThat(shape(pod).disruption().localStorage())
                    .as(row)
                    .isEqualTo(cells[2].strip().equals("true"));
        }
    }

    @Test
    void knowsSinceWhenPodsWait() {
        var pods = new StringBuilder();
        for (var created : List.of("08:00:00Z", "09:30:00Z", "08:15:00Z")) {
            pods.append("---\nkind: Pod\nmetadata: {name: p-")
                    .append(pods.length())
                    .append(", creationTimestamp: 2026-01-31T")
                    .append(created)
                    .append("}\n");
        }

        assertThat(read(pods.toString()).pending())
                .extracting(Pods::age)
                .containsExactly(
                        new Pods.Age(
                                Instant.parse("2026-01-31T08:00:00Z"),
                                Instant.parse("2026-01-31T09:30:00Z")));
    }

    @Test
    void knowsThatAPendingPodHasANominatedNode() {
        var pod =
                """
                kind: Pod
                metadata: {name: p}
                spec: {%s}
                status: {nominatedNodeName: n}
                """;

        assertThat(read(pod.formatted("")).pending())
                .extracting(pods -> pods.shape().stage())
                .containsExactly(Shape.Stage.NOMINATED);
        assertThat(read(pod.formatted("nodeName: n") + node("n", "")).nodes().getFirst().pods())
                .extracting(pods -> pods.shape().stage())
                .containsExactly(Shape.Stage.STAYING);
    }

    @Test
    void doesNotKnowSinceWhenRunningPodsWaited() {
        var pod =
                """
                kind: Pod
                metadata: {name: p, creationTimestamp: 2026-01-31T08:00:00Z}
                spec: {nodeName: n}
                """;

        assertThat(read(pod + node("n", "")).nodes().getFirst().pods())
                .extracting(Pods::age)
                .containsExactly(Pods.Age.UNKNOWN);
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
                  unhealthyPodEvictionPolicy: AlwaysAllow
                status: {disruptionsAllowed: 2, currentHealthy: 5, desiredHealthy: 3}
                """;

        assertThat(read(budget).budgets().values())
                .containsExactly(
                        new Budget(
                                new ObjectName("shop", "web"),
                                List.of(
                                        Requirement.in("app", "web"),
                                        requirement("tier", Requirement.Operator.NOT_IN, "cache")),
                                2,
                                5,
                                3,
                                Budget.Unready.ALWAYS_ALLOW));
    }

    @Test
    void readsABudgetOfWhichNothingElseIsKnown() {
        var budget =
                """
                kind: PodDisruptionBudget
                metadata: {name: web, namespace: shop}
                spec: {selector: {}, unhealthyPodEvictionPolicy: IfHealthyBudget}
                """;

        assertThat(read(budget).budgets().values())
                .containsExactly(new Budget(new ObjectName("shop", "web"), List.of(), 0));
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

            assertThat(read(budget).budgets().size())
                    .as(row)
                    .isEqualTo(Integer.parseInt(cells[2].strip()));
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

    /// Cluster Autoscaler counts the grace period from the time of the deletion, which the API
    /// server sets to the end of that period.
    @Test
    void knowsWhenATerminatingPodShouldHaveEnded() {
        var table =
                """
                {}                                           | 2026-01-31T08:00:30Z
                {terminationGracePeriodSeconds: 0}           | 2026-01-31T08:00:00Z
                {terminationGracePeriodSeconds: 600}         | 2026-01-31T08:10:00Z
                {terminationGracePeriodSeconds: 99999999999} | 2057-10-09T09:46:40Z
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split("\\|", -1);
            var pod =
                    "kind: Pod\n"
                            + "metadata: {name: p, deletionTimestamp: 2026-01-31T08:00:00Z}\n"
                            + "spec: "
                            + cells[0].strip().replace("{", "{nodeName: n, ").replace(", }", "}")
                            + "\n";
            var end = Instant.parse(cells[1].strip());

            assertThat(read(pod + node("n", "")).nodes().getFirst().pods().getFirst().age())
                    .as(row)
                    .isEqualTo(new Pods.Age(end, end));
        }
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

    private static NodeState stateWith(String metadata) {
        return nodeWith(metadata).state();
    }

    private static Node nodeWith(String metadata) {
        return read("kind: Node\nmetadata: {name: n, "
                        + metadata
                        + "}\nstatus: {allocatable: {cpu: 1}}\n")
                .nodes()
                .getFirst();
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
