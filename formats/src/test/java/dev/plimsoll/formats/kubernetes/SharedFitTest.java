package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pods of real clusters run where our rules let them run.
@Tag("shared")
class SharedFitTest {

    private static final Path DUMPS =
            Path.of(System.getProperty("plimsoll.shared", "no such folder"), "data", "dumps");

    /// The dumps that have nodes and pods of one cluster. None has claims, so volumes are not
    /// looked at.
    @ParameterizedTest
    @CsvSource({"kurl_3node, 57", "minikube_1_31, 18"})
    void everyBoundPodFitsItsNode(String dump, int pods) {
        var inventory = new Inventory();
        new ClusterReader(inventory)
                .read(List.of(DUMPS.resolve(dump).toString()), InputStream.nullInputStream());
        var nodes = inventory.cluster().nodes();
        var nodeFit = NodeFit.of(nodes);
        var exceptions = new ArrayList<String>();
        int asked = 0;
        for (int index = 0; index < nodes.size(); index++) {
            asked += askAgain(nodeFit, index, nodes.get(index), exceptions);
        }

        System.out.printf("%s: %d bound pods fit where they run%n", dump, asked);
        assertThat(exceptions).isEmpty();
        assertThat(asked).isEqualTo(pods);
    }

    private static int askAgain(NodeFit nodeFit, int index, Node node, List<String> exceptions) {
        int asked = 0;
        for (var pods : node.pods()) {
            nodeFit.take(pods.shape(), index);
            switch (nodeFit.verdict(pods.shape(), index)) {
                case Verdict.Fits _ -> {}
                case Verdict.Refused(var why) ->
                        exceptions.add(pods.example() + ": " + why.sentence());
                case Verdict.Unknown(var why) ->
                        exceptions.add(pods.example() + ": " + why.sentence());
            }
            nodeFit.put(pods.shape(), index);
            asked += pods.count();
        }
        return asked;
    }
}
