package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What `plan` says of pods that stay unschedulable.
class UnschedulablePodsTest {

    private static final String OTHER_ZONE = "us-east-1b";

    @Test
    void foldsPodsThatLackTheSame() {
        var cluster = cluster();
        for (int i = 0; i < 12; i++) {
            cluster.pod("job-" + (char) ('a' + i), String.valueOf(20 + i), "1Gi");
        }
        cluster.pod("train-1", "1", "1Gi", ",\"nodeSelector\":{\"gpu\":\"a100\"}");

        assertThat(plan(cluster, "table"))
                .contains(
                        """
                        steps
                          ! 12 pods stay unschedulable, e.g. shop/job-a
                          ! 1 pod stays unschedulable: shop/train-1

                        stays
                          = 3 nodes stay because scale-down is off, e.g. a1, a2, b1

                        unschedulable
                          12 pods, e.g. shop/job-a, which requests cpu=20 memory=1Gi
                            big, web: insufficient cpu: requests 20, 7900m available (big)
                            existing and new nodes: 3 × insufficient
                          1 pod: shop/train-1, requests cpu=1 memory=1Gi
                            big, web: the node does not match node selector gpu=a100
                            existing and new nodes: 3 × node-selector
                        """);
        assertThat(plan(cluster, "wide"))
                .contains("    pods: shop/job-a, shop/job-b, ", ", shop/job-l\n");
    }

    /// Its pods have a claim each; the volumes are in two zones.
    @Test
    void foldsThePodsOfAStatefulSetByZone() {
        var cluster = cluster();
        for (int i = 0; i < 5; i++) {
            claimed(cluster, "db-" + i, i % 2 == 0 ? "us-east-1c" : "us-east-1d");
        }

        assertThat(plan(cluster, "table"))
                .contains(
                        """
                        unschedulable
                          3 pods, e.g. shop/db-0, requests cpu=1 memory=1Gi
                            big, web: volume volume-db-0 is in zone us-east-1c
                            existing and new nodes: 3 × volume-affinity
                          2 pods, e.g. shop/db-1, requests cpu=1 memory=1Gi
                            big, web: volume volume-db-1 is in zone us-east-1d
                            existing and new nodes: 3 × volume-affinity
                        """);
    }

    /// The group `web` has nodes in two zones.
    @Test
    void saysWhatAPodLacksInItsZone() {
        var cluster =
                cluster()
                        .pod(
                                "zonal",
                                "30",
                                "1Gi",
                                ",\"nodeSelector\":{\"topology.kubernetes.io/zone\":\"%s\"}"
                                        .formatted(OTHER_ZONE));

        assertThat(plan(cluster, "table"))
                .contains(
                        """
                            big: the node does not match node selector topology.kubernetes.io/zone=us-east-1b
                            web: insufficient cpu: requests 30, 3920m available
                        """);
    }

    @Test
    void countsEveryPodOnceAndNamesTrueExamples() {
        var named = new AtomicInteger();
        var entry = Pattern.compile("(?m)^  (\\d+) pods?(?:: |, e\\.g\\. )(one like )?([^ ,\n]+)");
        Seeds.forOneIn(
                40,
                random -> {
                    var dump = new AnyDump(random).toString();
                    var tree = Plain.map(plan(dump, "json", "--placement"));
                    var placed = new TreeSet<String>();
                    for (var place : Plain.maps(tree, "placement")) {
                        Plain.list(place, "pods").forEach(pod -> placed.add(pod.toString()));
                    }
                    var page = plan(dump, "wide");
                    int at = page.indexOf("\nunschedulable\n");
                    var entries = entry.matcher(at < 0 ? "" : page.substring(at)).results();

                    int counted = 0;
                    for (var found : entries.toList()) {
                        counted += Integer.parseInt(found.group(1));
                        assertThat(placed.contains(found.group(3)))
                                .isEqualTo(found.group(2) != null);
                        named.incrementAndGet();
                    }

                    int left = 0;
                    for (var some : Plain.maps(tree, "unschedulable")) {
                        left += Plain.number(some, "pods");
                    }
                    assertThat(counted).isEqualTo(left);
                });
        assertThat(named).hasPositiveValue();
    }

    private static Cluster cluster() {
        var other = new Cluster().node("a2", "web", "m5.xlarge", "3920m", "15Gi");
        return new Cluster()
                .node("a1", "web", "m5.xlarge", "3920m", "15Gi")
                .add(other.objects().getFirst().replace("us-east-1a", OTHER_ZONE))
                .node("b1", "big", "r5.2xlarge", "7900m", "60Gi");
    }

    /// A pod with a claim that is bound to a volume in a zone.
    private static void claimed(Cluster cluster, String pod, String zone) {
        cluster.pod(
                pod,
                "1",
                "1Gi",
                ",\"volumes\":[{\"name\":\"d\",\"persistentVolumeClaim\":{\"claimName\":\"%s\"}}]"
                        .formatted(pod));
        cluster.add(
                """
                {"kind":"PersistentVolumeClaim","metadata":{"name":"%1$s","namespace":"shop",\
                "uid":"%1$s","annotations":{"pv.kubernetes.io/bind-completed":"yes"}},\
                "spec":{"volumeName":"volume-%1$s","accessModes":["ReadWriteOnce"]},\
                "status":{"phase":"Bound"}}\
                """
                        .formatted(pod));
        cluster.add(
                """
                {"kind":"PersistentVolume","metadata":{"name":"volume-%1$s"},"spec":{\
                "accessModes":["ReadWriteOnce"],"claimRef":{"namespace":"shop","name":"%1$s",\
                "uid":"%1$s"},"nodeAffinity":{"required":{"nodeSelectorTerms":[\
                {"matchExpressions":[{"key":"topology.kubernetes.io/zone","operator":"In",\
                "values":["%2$s"]}]}]}}}}\
                """
                        .formatted(pod, zone));
    }

    private static String plan(Object dump, String format, Object... more) {
        var words = new ArrayList<Object>(List.of("plan", "-", "-o", format));
        words.addAll(List.of(more));
        var plan = plimsollReading(dump.toString(), words.toArray());
        assertThat(plan.err()).isEmpty();
        return plan.out();
    }
}
