package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.savings.SavingsRow.Name;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The savings of two whole clusters. Nothing tells their prices, so a policy sets them.
@Tag("shared")
class SharedSavingsTest {

    private static final Path DUMPS =
            Path.of(System.getProperty("plimsoll.shared", "no such folder"), "data", "dumps");

    @TempDir private Path folder = Path.of("");

    /// Its 57 pods without requests fit on one of the two workers: the control plane stays.
    @Test
    void theSecondWorkerOfAClusterOfThreeNodesCouldGo() throws IOException {
        var judged =
                judge(
                        "kurl_3node",
                        """
                        kind: Policy
                        groups:
                        - {name: nodes, priceHour: 0.2, maxNodes: 5}
                        - {name: control-plane, priceHour: 0.1, minNodes: 1, maxNodes: 3}
                        """);

        assertThat(judged.isFound(Name.SAME_GROUPS)).isTrue();
        assertThat(judged.row(Name.AS_IT_IS).hour().rounded()).isEqualTo("$0.50");
        assertThat(judged.row(Name.SAME_GROUPS).nodes()).hasSizeLessThan(3);
    }

    @Test
    void roomIsKeptFreeInEveryRowOfAClusterOfThreeNodes() throws IOException {
        judge(
                "kurl_3node",
                """
                kind: Policy
                groups:
                - {name: nodes, priceHour: 0.2, maxNodes: 9}
                - {name: control-plane, priceHour: 0.1, minNodes: 1, maxNodes: 3}
                slack: {rate: 40%}
                """);
    }

    @Test
    void aClusterOfOneNodeCannotSaveAnything() throws IOException {
        var judged =
                judge(
                        "minikube_1_31",
                        """
                        kind: Policy
                        groups: [{name: control-plane, priceHour: 0.2, maxNodes: 3}]
                        """);

        assertThat(judged.isFound(Name.SAME_GROUPS)).isFalse();
        assertThat(judged.costNoLessThanTheirBounds()).isEqualTo(5);
    }

    /// Its 17 pods that may move request less than one cpu and 1 GiB.
    @Test
    void theOneNodeOfAClusterCouldBeASmallerOne() throws IOException {
        var judged =
                judge(
                        "minikube_1_31",
                        """
                        kind: Policy
                        groups:
                        - {name: control-plane, priceHour: 0.2, maxNodes: 3}
                        - name: small
                          match: {labels: {size: small}}
                          priceHour: 0.05
                          maxNodes: 3
                          template:
                            allocatable: {cpu: 2, memory: 4Gi, pods: 110}
                            labels: {kubernetes.io/os: linux, kubernetes.io/arch: arm64}
                        """);

        assertThat(judged.isFound(Name.SAME_GROUPS)).isTrue();
        assertThat(judged.row(Name.SAME_GROUPS).hour().rounded()).isEqualTo("$0.05");
        assertThat(judged.row(Name.SAME_GROUPS).nodes()).hasSize(1);
    }

    private JudgedSavings judge(String dump, String text) throws IOException {
        var policy = Files.writeString(folder.resolve("policy.yaml"), text);
        var objects = new ArrayList<Map<String, Object>>();
        try (var files = Files.walk(DUMPS.resolve(dump))) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                boolean isTable = file.endsWith("kubectl_get_pods_A.json");
                objects.addAll(isTable ? List.of() : Plain.trees(Files.readString(file)));
            }
        }

        var judged =
                new JudgedSavings(
                        objects,
                        List.of("-f", DUMPS.resolve(dump).toString(), "-c", policy.toString()));

        judged.costNoMoreThanTheRowAbove();
        assertThat(judged.costNoLessThanTheirBounds()).isPositive();
        judged.holdTheSamePods();
        judged.areAccepted();
        return judged;
    }
}
