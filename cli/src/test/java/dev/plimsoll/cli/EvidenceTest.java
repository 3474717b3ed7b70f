package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One warning for each thing that a dump lacks, or shows and the plan does not explain.
class EvidenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    spec: {unschedulable: true}                    | True    | no more pods because it is cordoned: x
                    {}                                             | False   | no more pods because it is not Ready: x
                    {}                                             | Unknown | no more pods because it is not Ready: x
                    metadata: {deletionTimestamp: 2026-11-18}      | True    | 1 node is leaving (being deleted): x
                    spec: {taints: [{key: karpenter.sh/disrupted}]} | True   | 1 node is leaving (taint karpenter.sh/disrupted): x
                    labels: {type: virtual-kubelet}                | True    | no more pods because it is virtual: x
                    labels: {eks.amazonaws.com/compute-type: fargate} | True | no more pods because it is virtual: x
                    """)
    void aNodeThatIsNoRoomIsNamedAndTakesNoPod(String what, String ready, String warning) {
        var node = new Cluster().add(node(what, ready)).pod("wait", "1", "1Gi", TOLERATES_ALL);

        assertThat(plan(node)).contains("  ! 1 node", warning).doesNotContain("existing nodes,");
        assertThat(explained(node))
                .containsPattern("\n  x +\\S+ +no ")
                .doesNotContain("puts it on x");
    }

    private static final String TOLERATES_ALL =
            """
            ,"tolerations":[{"key":"node.kubernetes.io/other","operator":"Exists"}]\
            """;

    /// The node, changed by a piece of YAML in flow style.
    private static String node(String what, String ready) {
        var labels = what.startsWith("labels") ? what.substring(9, what.length() - 1) : "";
        var spec = what.startsWith("spec") ? what.substring(7, what.length() - 1) : "";
        var metadata = what.startsWith("metadata") ? what.substring(11, what.length() - 1) : "";
        return """
        {"kind":"Node","apiVersion":"v1","metadata":{"name":"x",%s"labels":{%s},\
        "creationTimestamp":"2026-11-01T00:00:00Z"},"spec":{%s},\
        "status":{"allocatable":{"cpu":"4","memory":"16Gi","pods":"58"},"conditions":[\
        {"type":"Ready","status":"%s","lastHeartbeatTime":"2026-11-18T12:00:00Z"}]}}\
        """
                .formatted(
                        metadata.isEmpty() ? "" : json(metadata) + ",",
                        labels.isEmpty() ? "" : json(labels),
                        spec.isEmpty() ? "" : json(spec).replace("disrupted\"", EFFECT),
                        ready);
    }

    private static final String EFFECT = "disrupted\",\"effect\":\"NoSchedule\"";

    private static String json(String flow) {
        return flow.replaceAll("([\\w./-]+)", "\"$1\"")
                .replace("\"true\"", "true")
                .replace("\"2026-11-18\"", "\"2026-11-18T00:00:00Z\"");
    }

    @Test
    void aVirtualNodeIsNoGroupThatGrows() {
        var dump =
                new Cluster()
                        .add(node("labels: {type: virtual-kubelet}", "True"))
                        .pod("wait", "1", "1Gi");

        assertThat(plan(dump))
                .startsWith("Nothing to add; the price of the nodes is unknown. 1 pod stays")
                .contains("virtual-kubelet: has virtual nodes, of which its provider adds none");
    }

    @Test
    void podsOnANodeThatLeavesNeedAnotherPlace() {
        var dump =
                new Cluster()
                        .add(node("metadata: {deletionTimestamp: 2026-11-18}", "True"))
                        .pod("alone", "1", "1Gi", ",\"nodeName\":\"x\"")
                        .add(
                                """
                                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1",\
                                "namespace":"shop","ownerReferences":[{"apiVersion":"apps/v1",\
                                "kind":"ReplicaSet","name":"web","uid":"u","controller":true}]},\
                                "spec":{"nodeName":"x","containers":[{"name":"c","resources":\
                                {"requests":{"cpu":"1","memory":"1Gi"}}}]}}\
                                """);

        assertThat(plan(dump))
                .contains("leaving (being deleted): x; 1 pod there needs another place");
    }

    @ParameterizedTest
    @CsvSource({
        "default-scheduler, true",
        "gke.io/optimize-utilization-scheduler, true",
        "volcano, false"
    })
    void podsOfAnotherSchedulerAreLeftToIt(String scheduler, boolean isPlanned) {
        var dump = small().pod("wait", "3", "4Gi", ",\"schedulerName\":\"" + scheduler + "\"");

        assertThat(plan(dump).contains("1 node to add")).isEqualTo(isPlanned);
        assertThat(plan(dump).contains("for 1 pod of another scheduler: shop/wait"))
                .isNotEqualTo(isPlanned);
    }

    @Test
    void theSchedulersOwnWordsAreToldWhereTheyContradictThePlan() {
        var message =
                "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod"
                        + " ports. preemption: 0/1 nodes are available: 1 No preemption victims"
                        + " found for incoming pod.";
        var dump = small().add(refused("fits", "500m", message)).add(refused("big", "3", message));

        assertThat(plan(dump))
                .contains(
                        "  ! shop/fits fits on an existing node, but the scheduler says: didn't"
                            + " have free ports for the requested pod ports; the dump does not show"
                            + " why\n")
                .doesNotContain("shop/big fits");
    }

    private static String refused(String name, String cpu, String message) {
        return """
        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"shop"},\
        "spec":{"containers":[{"name":"c","resources":{"requests":\
        {"cpu":"%s","memory":"1Gi"}}}]},"status":{"phase":"Pending","conditions":[{\
        "type":"PodScheduled","status":"False","reason":"Unschedulable","message":"%s"}]}}\
        """
                .formatted(name, cpu, message);
    }

    @Test
    void aDumpOfOneNamespaceIsTold() {
        var namespace =
                "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"}}";
        var told = "  ! all pods are of namespace shop, so nodes may have less room";

        assertThat(plan(small())).doesNotContain(told);
        assertThat(plan(small().add(namespace.formatted("shop")))).doesNotContain(told);
        assertThat(plan(small().add(namespace.formatted("shop")).add(namespace.formatted("till"))))
                .contains(told);
        assertThat(
                        plan(
                                small().node("a2", "web", "m5.xlarge", "3920m", "15Gi")
                                        .node("a3", "web", "m5.xlarge", "3920m", "15Gi")))
                .contains(told);
    }

    @Test
    void kindsThatAreNotUsedAreCounted() {
        var service = "{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\"}}";
        var dump =
                small().add(service.formatted("a"))
                        .add(service.formatted("b"))
                        .add("{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}");

        assertThat(plan(dump))
                .contains("  ! objects of these kinds are not used: 2 × Service, 1 × ConfigMap\n");
    }

    /// Karpenter counts the capacity of nodes: 4 cpu each, of which 3 are allocatable.
    @ParameterizedTest
    @CsvSource({"4, 0", "11, 1", "12, 2", "100, 3"})
    void aNodePoolGrowsWithinItsLimits(String limit, int more) {
        var dump = new Cluster().add(pooled("k1")).add(pool("blue", limit));
        for (int pod = 1; pod <= 4; pod++) {
            dump.pod("wait-" + pod, "3", "4Gi");
        }

        var plan = plan(dump);

        assertThat(plan).startsWith(more == 0 ? "Nothing to add" : more + " node");
        assertThat(plan.contains("blue: would exceed its limit of " + limit + " cpu"))
                .isEqualTo(more < 3);
    }

    private static String pool(String name, String cpu) {
        return """
        {"kind":"NodePool","apiVersion":"karpenter.sh/v1","metadata":{"name":"%s"},\
        "spec":{"limits":{"cpu":"%s","memory":"1000Gi"}}}\
        """
                .formatted(name, cpu);
    }

    private static String pooled(String name) {
        return """
        {"kind":"Node","apiVersion":"v1","metadata":{"name":"%s","labels":{"new":"yes",\
        "karpenter.sh/nodepool":"blue","node.kubernetes.io/instance-type":"m5.xlarge",\
        "topology.kubernetes.io/region":"us-east-1","topology.kubernetes.io/zone":"us-east-1a"}},\
        "spec":{"taints":[]},"status":{"capacity":{"cpu":"4","memory":"16Gi"},\
        "allocatable":{"cpu":"3","memory":"15Gi","pods":"58"}}}\
        """
                .formatted(name);
    }

    @Test
    void aNodePoolWithoutNodesIsTold() {
        assertThat(plan(small().add(pool("gpu", "8"))))
                .contains("NodePool gpu has no nodes, so the plan does not know what nodes to add");
    }

    @Test
    void aNodeClaimWhoseNodeHasNotJoinedIsANodeThatStarts() {
        var claim =
                """
                {"kind":"NodeClaim","apiVersion":"karpenter.sh/v1","metadata":{"name":"blue-x7",\
                "creationTimestamp":"2026-11-18T11:59:00Z","labels":{"new":"yes",\
                "karpenter.sh/nodepool":"blue"}},"status":{%s\
                "allocatable":{"cpu":"3","memory":"15Gi","pods":"58"}}}\
                """;
        assertThat(plan(waiting().add(claim.formatted(""))))
                .contains("~ 1 pending pod fits on nodes that are starting: shop/wait");
        assertThat(plan(waiting().add(claim.formatted("\"nodeName\":\"ip-1\","))))
                .contains("1 pod stays unschedulable");
        assertThat(plan(waiting().add(claim.formatted("").replaceAll("\"alloc.*", "}}"))))
                .contains("  ! 1 NodeClaim has no machine yet; it is not counted\n");
    }

    /// A pod that no node takes.
    private static Cluster waiting() {
        return new Cluster()
                .add(node("spec: {unschedulable: true}", "True"))
                .pod("wait", "2", "1Gi", ",\"nodeSelector\":{\"new\":\"yes\"}");
    }

    private static Cluster small() {
        return new Cluster()
                .node("a1", "web", "m5.xlarge", "3920m", "15Gi")
                .pod("old", "3", "4Gi", ",\"nodeName\":\"a1\"");
    }

    private static String plan(Cluster dump) {
        return plimsollReading(dump.toString(), "plan", "-f", "-").out();
    }

    private static String explained(Cluster dump) {
        return plimsollReading(dump.toString(), "plan", "-f", "-", "--explain", "pod", "wait")
                .out();
    }
}
