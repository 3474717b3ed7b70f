package dev.plimsoll.groups;

import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static dev.plimsoll.scaling.Village.tainted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Groups of nodes of which nobody said them.
class InferenceTest {

    private static final String TYPE = "node.kubernetes.io/instance-type=m5.large";

    /// Labels of two nodes, each of four cores and 16 GiB; and the names of their groups.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    one                                        | other                                      | names
                    eks.amazonaws.com/nodegroup=web            | eks.amazonaws.com/nodegroup=web            | web
                    eks.amazonaws.com/nodegroup=web            | eks.amazonaws.com/nodegroup=batch          | batch, web
                    cloud.google.com/gke-nodepool=pool-1       | cloud.google.com/gke-nodepool=pool-1       | pool-1
                    kubernetes.azure.com/agentpool=system      | kubernetes.azure.com/agentpool=user        | system, user
                    karpenter.sh/nodepool=default,node.kubernetes.io/instance-type=m5.large | karpenter.sh/nodepool=default,node.kubernetes.io/instance-type=c5.large | default-c5.large, default-m5.large
                    karpenter.sh/nodepool=p,karpenter.sh/capacity-type=spot | karpenter.sh/nodepool=p,karpenter.sh/capacity-type=on-demand | p-on-demand, p-spot
                    node.kubernetes.io/instance-type=m5.large  | node.kubernetes.io/instance-type=m5.large  | m5.large
                    beta.kubernetes.io/instance-type=m5.large,topology.kubernetes.io/zone=a | beta.kubernetes.io/instance-type=m5.large,topology.kubernetes.io/zone=b | m5.large-a, m5.large-b
                    node-role.kubernetes.io/worker=            | node-role.kubernetes.io/infra=             | infra, worker
                    disk=ssd                                   | disk=hdd                                   | nodes
                    kubernetes.io/arch=arm64                   | kubernetes.io/arch=amd64                   | nodes-amd64, nodes-arm64
                    """)
    void namesGroupsByWhatTellsThemApart(String one, String other, String names) {
        var nodes = List.of(node("n1", one, "4", "16Gi"), node("n2", other, "4", "16Gi"));

        assertThat(Inference.groups(nodes))
                .extracting(NodeGroup::name)
                .containsExactly(names.split(", ", -1));
    }

    @Test
    void tellsNodesWithoutATypeApartBySizeToTheGibibyte() {
        var nodes =
                List.of(
                        node("n1", "", "4", "16Gi"),
                        node("n2", "", "4", "16290000Ki"),
                        node("n3", "", "8", "16Gi"),
                        tainted(node("n4", "", "8", "16Gi"), "dedicated"));

        assertThat(Inference.groups(nodes))
                .extracting(NodeGroup::name, NodeGroup::nodes)
                .containsExactly(
                        tuple("nodes-4cpu-16Gi", "n1", "n2"),
                        tuple("nodes-8cpu-16Gi", "n3"),
                        tuple("nodes-8cpu-16Gi-dedicated-NoSchedule", "n4"));
    }

    private static Tuple tuple(String name, String... nodes) {
        return Tuple.tuple(name, List.of(nodes));
    }

    @Test
    void aNewNodeHasWhatAllHaveAndThePodsOfMost() {
        var proxy = pods(1, "proxy", "100m", "1Gi", Owner.DAEMON_SET);
        var agent = pods(1, "agent", "200m", "2Gi", Owner.DAEMON_SET);
        var web = pods(3, "web", "1", "1Gi");
        var nodes =
                List.of(
                        node("n1", TYPE + ",rack=1", "4", "16Gi", proxy, agent, web),
                        node("n2", TYPE + ",rack=2", "4", "15Gi", proxy, web),
                        node("n3", TYPE + ",rack=1", "4", "16Gi", proxy));

        var like = Inference.groups(nodes).getFirst().template();

        assertThat(like.labels())
                .hasToString(
                        "kubernetes.io/hostname=m5.large,node.kubernetes.io/instance-type=m5.large");
        assertThat(like.allocatable().asked(Resources.MEMORY)).isEqualTo(15L << 30);
        assertThat(like.pods()).extracting(Pods::first).containsExactly("proxy");
    }

    @Test
    void aControlPlaneGrowsOnlyWhereThereIsNothingElse() {
        var master = node("m", "node-role.kubernetes.io/control-plane=", "4", "16Gi");
        var worker = node("w", "node-role.kubernetes.io/worker=", "4", "16Gi");

        assertThat(Inference.groups(List.of(master)).getFirst().growth())
                .isEqualTo(Growth.upTo(NodeGroup.UNLIMITED));
        assertThat(Inference.groups(List.of(master, worker)).getFirst().growth())
                .isInstanceOf(Growth.Never.class);
        assertThat(Inference.groups(List.of(master, worker)).getLast().isUnlimited()).isTrue();
    }

    @Test
    void doesNotLookAtTheOrderOfNodes() {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < 20; i++) {
            nodes.add(node("n" + i, "karpenter.sh/nodepool=p" + i % 3, "4", 4 + i % 2 + "Gi"));
        }

        assertThat(Inference.groups(nodes.reversed())).isEqualTo(Inference.groups(nodes));
    }
}
