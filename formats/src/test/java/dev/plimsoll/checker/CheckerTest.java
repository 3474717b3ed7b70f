package dev.plimsoll.checker;

import static dev.plimsoll.checker.Situations.node;
import static dev.plimsoll.checker.Situations.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Placing pods one after the other.
class CheckerTest {

    private static final Map<String, Object> SPREAD =
            Map.of(
                    "labels",
                    Map.of("app", "web"),
                    "spec",
                    Map.of(
                            "topologySpreadConstraints",
                            List.of(
                                    Map.of(
                                            "maxSkew",
                                            1,
                                            "topologyKey",
                                            "zone",
                                            "whenUnsatisfiable",
                                            "DoNotSchedule",
                                            "labelSelector",
                                            Map.of("matchLabels", Map.of("app", "web"))))));

    private static final List<Map<String, Object>> TWO_ZONES =
            List.of(
                    node("n1", Map.of("labels", Map.of("zone", "a"))),
                    node("n2", Map.of("labels", Map.of("zone", "b"))));

    @Test
    void everyPodSeesThoseBefore() {
        var placed =
                List.of(
                        new Checker.Placed(pod("p1", SPREAD), "n1"),
                        new Checker.Placed(pod("p2", SPREAD), "n2"),
                        new Checker.Placed(pod("p3", SPREAD), "n1"));

        assertThat(Checker.problems(TWO_ZONES, placed)).isEmpty();
    }

    @Test
    void aWrongPlaceIsNamed() {
        var placed =
                List.of(
                        new Checker.Placed(pod("p1", SPREAD), "n1"),
                        new Checker.Placed(pod("p2", SPREAD), "n1"),
                        new Checker.Placed(pod("p3", SPREAD), "n9"));

        assertThat(Checker.problems(TWO_ZONES, placed))
                .containsExactly(
                        "red/p2 on n1: spread: skew over zone would be 2",
                        "red/p3 on n9: name: there is no node n9");
    }

    @Test
    void aFreeVolumeIsTakenOnce() {
        Map<String, Object> storage =
                Map.of(
                        "kind",
                        "StorageClass",
                        "metadata",
                        Map.of("name", "s"),
                        "provisioner",
                        "kubernetes.io/no-provisioner",
                        "volumeBindingMode",
                        "WaitForFirstConsumer");
        Map<String, Object> volume =
                Map.of(
                        "kind",
                        "PersistentVolume",
                        "metadata",
                        Map.of("name", "pv1"),
                        "spec",
                        Map.of("storageClassName", "s"),
                        "status",
                        Map.of("phase", "Available"));
        var objects = List.of(node("n1", Map.of()), storage, volume, claim("c1"), claim("c2"));
        var placed =
                List.of(
                        new Checker.Placed(claiming("p1", "c1"), "n1"),
                        new Checker.Placed(claiming("p2", "c2"), "n1"),
                        new Checker.Placed(claiming("p3", "c1"), "n1"));

        assertThat(Checker.problems(objects, placed))
                .containsExactly("red/p2 on n1: binding: no volume for c2");
    }

    private static Map<String, Object> claim(String name) {
        return Map.of(
                "kind",
                "PersistentVolumeClaim",
                "metadata",
                Map.of("name", name, "namespace", "red"),
                "spec",
                Map.of("storageClassName", "s"));
    }

    private static Map<String, Object> claiming(String name, String claim) {
        return pod(
                name,
                Map.of(
                        "spec",
                        Map.of(
                                "volumes",
                                List.of(
                                        Map.of(
                                                "name",
                                                "v",
                                                "persistentVolumeClaim",
                                                Map.of("claimName", claim))))));
    }

    @Test
    void whatItCannotJudgeItSays() {
        var strange =
                pod(
                        "p1",
                        Map.of(
                                "spec",
                                Map.of(
                                        "resourceClaims",
                                        List.of(),
                                        "hostNetwork",
                                        true,
                                        "hostUsers",
                                        false)));

        assertThat(new Checker(TWO_ZONES).refusal(strange, "n1"))
                .contains("not understood: resource claims, declared features of nodes");
    }
}
