package dev.plimsoll.groups;

import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.tainted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Village;
import java.util.ArrayList;
import java.util.List;
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
                    karpenter.sh/nodepool=default,node.kubernetes.io/instance-type=m5.large | karpenter.sh/nodepool=default,node.kubernetes.io/instance-type=c5.large | default
                    karpenter.sh/nodepool=p,karpenter.sh/capacity-type=spot | karpenter.sh/nodepool=p,karpenter.sh/capacity-type=on-demand | p
                    node.kubernetes.io/instance-type=m5.large  | node.kubernetes.io/instance-type=m5.large  | m5.large
                    beta.kubernetes.io/instance-type=m5.large,topology.kubernetes.io/zone=a | beta.kubernetes.io/instance-type=m5.large,topology.kubernetes.io/zone=b | m5.large
                    node-role.kubernetes.io/worker=            | node-role.kubernetes.io/infra=             | infra, worker
                    disk=ssd                                   | disk=hdd                                   | nodes
                    kubernetes.io/arch=arm64                   | kubernetes.io/arch=amd64                   | nodes-amd64, nodes-arm64
                    """)
    void namesGroupsByWhatTellsThemApart(String one, String other, String names) {
        var nodes = List.of(node("n1", one, "4", "16Gi"), node("n2", other, "4", "16Gi"));

        assertThat(grouped(nodes).groups().keys()).containsExactly(names.split(", ", -1));
    }

    @Test
    void tellsNodesWithoutATypeApartBySizeToTheGibibyte() {
        var nodes =
                List.of(
                        node("n1", "", "4", "16Gi"),
                        node("n2", "", "4", "16290000Ki"),
                        node("n3", "", "8", "16Gi"),
                        tainted(node("n4", "", "8", "16Gi"), "dedicated"));

        var cluster = grouped(nodes);

        assertThat(cluster.groups().values())
                .extracting(group -> group.name() + names(cluster.nodesOf(group.name())))
                .containsExactly(
                        "nodes-4cpu-16Gi[n1, n2]",
                        "nodes-8cpu-16Gi[n3]",
                        "nodes-8cpu-16Gi-dedicated-NoSchedule[n4]");
        assertThat(cluster.groups().values()).extracting(Group::target).containsExactly(2, 1, 1);
    }

    @Test
    void givesGroupsOnlyToNodesThatHaveNone() {
        var web = node("n1", "pool=web", "4", "16Gi");
        var other = node("n2", TYPE, "4", "16Gi");
        var named = node("n3", TYPE, "4", "16Gi").with(new Node.Machine("", "web", Resources.NONE));
        var cluster = Cluster.of(List.of(web, other, named), List.of(), List.of());

        var grouped = Grouping.of(cluster, List.of(Village.group("web", 9, "0.2")));

        assertThat(grouped.groups().keys()).containsExactly("m5.large", "web");
        assertThat(names(grouped.nodesOf("m5.large"))).isEqualTo("[n2]");
        assertThat(names(grouped.nodesOf("web"))).isEqualTo("[n1, n3]");
        assertThat(grouped.group("web").target()).isEqualTo(2);
    }

    @Test
    void anInferredGroupNeverTakesTheNameOfADeclaredOne() {
        var declared = Village.emptyGroup("m5.large", node("n", "", "4", "16Gi"), 9, "0.2");
        var cluster =
                Cluster.of(List.of(node("n1", TYPE, "4", "16Gi")), List.of(), List.of(declared));

        var grouped = Grouping.withInferred(cluster);

        assertThat(names(grouped.nodesOf("m5.large"))).isEqualTo("[]");
        assertThat(names(grouped.nodesOf("m5.large (not in the policy)"))).isEqualTo("[n1]");
    }

    @Test
    void aClusterWhoseNodesAllHaveGroupsStaysTheSame() {
        var cluster =
                Cluster.of(
                        List.of(node("n1", "pool=web", "4", "16Gi")),
                        List.of(),
                        List.of(Village.group("web", 9, "0.2")));

        assertThat(Grouping.withInferred(cluster)).isSameAs(cluster);
    }

    @Test
    void doesNotLookAtTheOrderOfNodes() {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < 20; i++) {
            nodes.add(node("n" + i, "karpenter.sh/nodepool=p" + i % 3, "4", 4 + i % 2 + "Gi"));
        }

        assertThat(Inference.groups(nodes.reversed()))
                .extracting(Inference.Inferred::name)
                .isEqualTo(Inference.groups(nodes).stream().map(Inference.Inferred::name).toList());
        assertThat(grouped(nodes.reversed())).isEqualTo(grouped(nodes));
    }

    private static Cluster grouped(List<Node> nodes) {
        return Grouping.withInferred(Cluster.of(nodes, List.of(), List.of()));
    }

    private static String names(List<Node> nodes) {
        return nodes.stream().map(Node::name).toList().toString();
    }
}
