package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.Source;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class PodRequestsTest {

    /// Kubernetes' own cases, from its documentation of init containers, sidecars (KEP-753),
    /// overhead, pod-level resources (KEP-2837) and in-place resize (KEP-1287). A container is
    /// written as what it asks for; `i` is an init container, `s` a sidecar.
    @Test
    void asksForWhatKubernetesCounts() {
        var table =
                """
                containers                                             | asked
                c {cpu: 100m}, c {cpu: 200m, memory: 1Gi}              | cpu=300m memory=1Gi
                c {}                                                   |
                c {cpu: 0, memory: 0}                                  |
                c {cpu: 1}, i {cpu: 2}                                 | cpu=2
                c {cpu: 3}, i {cpu: 2}                                 | cpu=3
                c {cpu: 3}, i {memory: 1Gi}                            | cpu=3 memory=1Gi
                i {cpu: 1}, i {cpu: 2}, c {cpu: 1}                     | cpu=2
                s {cpu: 1}, c {cpu: 2}                                 | cpu=3
                s {cpu: 1}, i {cpu: 5}, c {cpu: 2}                     | cpu=6
                i {cpu: 5}, s {cpu: 1}, c {cpu: 2}                     | cpu=5
                s {cpu: 1}, s {cpu: 2}, i {cpu: 1}, c {cpu: 500m}      | cpu=4
                s {cpu: 1}, i {cpu: 3}, s {cpu: 2}, c {cpu: 500m}      | cpu=4
                c {cpu: 100u}, c {cpu: 100u}                           | cpu=2m
                c {memory: 1500m}                                      | memory=2
                c {pods: 3, cpu: 1}                                    | cpu=1
                c {example.com/gpu: 1}, c {example.com/gpu: 1}         | example.com/gpu=2
                """;
        var softly = new SoftAssertions();
        for (var row : table.lines().skip(1).toList()) {
            var cells = row.split("\\|", -1);
            softly.assertThat(asked(pod(cells[0], ""))).as(row).isEqualTo(cells[1].strip());
        }
        softly.assertAll();
    }

    @Test
    void takesALimitWithoutARequestForARequest() {
        assertThat(asked(container("{limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}", "")))
                .isEqualTo("cpu=1 memory=1Gi");
    }

    @Test
    void addsTheOverhead() {
        assertThat(asked(pod("c {cpu: 1}, i {cpu: 2}", "overhead: {cpu: 250m, memory: 64Mi}")))
                .isEqualTo("cpu=2250m memory=64Mi");
    }

    @Test
    void letsThePodAsAWholeAskInPlaceOfItsContainers() {
        var whole = "resources: {requests: {cpu: 500m, example.com/gpu: 9}, limits: {memory: 2Gi}}";

        assertThat(asked(pod("c {cpu: 2}, i {cpu: 4}", whole))).isEqualTo("cpu=500m memory=2Gi");
        assertThat(asked(pod("c {cpu: 2, memory: 1Gi, hugepages-2Mi: 4Mi}", whole)))
                .isEqualTo("cpu=500m hugepages-2Mi=4Mi memory=1Gi");
        assertThat(asked(pod("c {cpu: 2}", whole + "\n  overhead: {cpu: 1}")))
                .isEqualTo("cpu=1500m memory=2Gi");
    }

    @Test
    void countsTheLargestOfSpecAndStatusWhileAPodIsResized() {
        var table =
                """
                spec | set aside | set up | asked
                1    | 2         | 3      | 3
                1    | 3         | 2      | 3
                3    | 2         | 1      | 3
                2    | -         | 1      | 2
                1    | -         | 2      | 2
                1    | 2         | -      | 2
                """;
        for (var row : table.lines().skip(1).toList()) {
            var cells = row.split("\\|", -1);

            assertThat(asked(resized(cells, ""))).as(row).isEqualTo("cpu=" + cells[3].strip());
        }
    }

    @Test
    void leavesTheSpecOutWhileItsChangeIsInfeasible() {
        var infeasible = "conditions: [{type: PodResizePending, reason: Infeasible}]";
        var deferred = "conditions: [{type: PodResizePending, reason: Deferred}]";
        var cells = new String[] {"8", "2", "3"};

        assertThat(asked(resized(cells, infeasible))).isEqualTo("cpu=3");
        assertThat(asked(resized(cells, deferred))).isEqualTo("cpu=8");
    }

    @Test
    void aPodThatWaitsAsksForWhatIsWritten() {
        var running = resized(new String[] {"1", "2", "3"}, "");

        assertThat(asked(running.replace("nodeName: n, ", ""))).isEqualTo("cpu=1");
    }

    @Test
    void countsTheLargestTotalNotTheSumOfTheLargest() {
        var pod =
                """
                kind: Pod
                metadata: {name: p}
                spec:
                  nodeName: n
                  containers:
                  - {name: a, resources: {requests: {cpu: 1}}}
                  - {name: b, resources: {requests: {cpu: 3}}}
                status:
                  containerStatuses:
                  - {name: a, allocatedResources: {cpu: 3}}
                  - {name: b, allocatedResources: {cpu: 1}}
                """;

        assertThat(asked(pod)).isEqualTo("cpu=4");
    }

    /// The formula of KEP-753, written down once more and differently: what is in use at each step
    /// of starting, the largest of all.
    @Test
    void agreesWithASimulatedStart() {
        Seeds.forAll(random -> {
            var containers = new ArrayList<String>();
            var amounts = new ArrayList<Integer>();
            int count = 1 + random.nextInt(5);
            for (int i = 0; i < count; i++) {
                containers.add(List.of("c", "i", "s").get(random.nextInt(3)));
                amounts.add(1 + random.nextInt(9));
            }

            assertThat(asked(pod(written(containers, amounts), "")))
                    .isEqualTo("cpu=" + simulated(containers, amounts));
        });
    }

    private static String written(List<String> containers, List<Integer> amounts) {
        var parts = new ArrayList<String>();
        for (int i = 0; i < containers.size(); i++) {
            parts.add(containers.get(i) + " {cpu: " + amounts.get(i) + "}");
        }
        return String.join(", ", parts);
    }

    private static int simulated(List<String> containers, List<Integer> amounts) {
        int running = 0;
        int most = 0;
        for (int i = 0; i < containers.size(); i++) {
            if (!containers.get(i).equals("c")) {
                most = Math.max(most, running + amounts.get(i));
            }
            running += containers.get(i).equals("s") ? amounts.get(i) : 0;
        }
        for (int i = 0; i < containers.size(); i++) {
            running += containers.get(i).equals("c") ? amounts.get(i) : 0;
        }
        return Math.max(most, running);
    }

    /// @param containers such as `c {cpu: 1}, i {cpu: 2}`
    /// @param more further lines of the spec
    private static String pod(String containers, String more) {
        var main = new StringBuilder("  containers:\n");
        var init = new StringBuilder("  initContainers:\n");
        for (var part : containers.strip().split("(?<=\\}), ", -1)) {
            var requests = "resources: {requests: " + part.substring(2) + "}";
            switch (part.charAt(0)) {
                case 'c' -> main.append("  - {").append(requests).append("}\n");
                case 'i' -> init.append("  - {").append(requests).append("}\n");
                default ->
                        init.append("  - {restartPolicy: Always, ").append(requests).append("}\n");
            }
        }
        return "kind: Pod\nmetadata: {name: p}\nspec:\n" + main + init + "  " + more + "\n";
    }

    private static String container(String resources, String status) {
        return """
        kind: Pod
        metadata: {name: p}
        spec: {nodeName: n, containers: [{name: a, resources: %s}]}
        status: {%s}
        """
                .formatted(resources, status);
    }

    /// @param cells what the spec asks for, the node has set aside, and has set up, in cores
    private static String resized(String[] cells, String conditions) {
        var status = new StringBuilder("name: a");
        if (!cells[1].strip().equals("-")) {
            status.append(", allocatedResources: {cpu: ").append(cells[1].strip()).append("}");
        }
        if (!cells[2].strip().equals("-")) {
            status.append(", resources: {requests: {cpu: ").append(cells[2].strip()).append("}}");
        }
        return container(
                "{requests: {cpu: " + cells[0].strip() + "}}",
                "containerStatuses: [{"
                        + status
                        + "}]"
                        + (conditions.isEmpty() ? "" : ", " + conditions));
    }

    private static String asked(String pod) {
        var inventory = new Inventory();
        new ClusterReader(inventory).read(Source.text("f", pod));
        return inventory.shape(new ObjectName("default", "p")).requests().toString();
    }
}
