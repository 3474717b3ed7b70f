package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.checker.Checker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// What holds for the plan of any dump.
class PlanLawsTest {

    /// Wishes of pods, as more of their spec.
    private static final List<String> WISHES =
            List.of(
                    "",
                    ",\"nodeSelector\":{\"eks.amazonaws.com/nodegroup\":\"g1\"}",
                    ",\"hostNetwork\":true",
                    """
                    ,"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":\
                    [{"topologyKey":"kubernetes.io/hostname","labelSelector":{}}]}}\
                    """);

    @Test
    void anotherJudgeAcceptsEveryPlacement() {
        Seeds.forOneIn(
                20,
                random -> {
                    var dump = any(random);

                    var plan =
                            plimsollReading(dump, "plan", "-f", "-", "-o", "json", "--placement");

                    accepts(Plain.objects(dump), Plain.map(plan.out()));
                });
    }

    private static void accepts(List<Map<?, ?>> dump, Map<?, ?> plan) {
        var objects = new ArrayList<Map<String, Object>>();
        var waiting = new TreeMap<String, Map<String, Object>>();
        for (var object : dump) {
            if (Plain.in(object, "spec", "containers").equals("")
                    || !Plain.in(object, "spec", "nodeName").equals("")) {
                objects.add(tree(object));
            } else {
                waiting.put("shop/" + Plain.in(object, "metadata", "name"), tree(object));
            }
        }
        for (var place : Plain.maps(plan, "placement")) {
            if (Plain.part(place, "new").equals(true)) {
                objects.add(like(dump, Plain.text(place, "group"), Plain.text(place, "node")));
            }
        }
        var checker = new Checker(objects);
        int placed = 0;
        for (var place : Plain.maps(plan, "placement")) {
            for (var name : Plain.list(place, "pods")) {
                var pod = waiting.getOrDefault(String.valueOf(name), Map.of());
                var node = Plain.text(place, "node");
                assertThat(checker.refusal(pod, node)).as(name + " on " + node).isEmpty();
                checker.place(pod, node);
                placed++;
            }
        }
        int left = 0;
        for (var some : Plain.maps(plan, "unschedulable")) {
            left += Plain.number(some, "pods");
        }
        assertThat(placed + left).isEqualTo(waiting.size());
    }

    /// A node of the group under another name.
    private static Map<String, Object> like(List<Map<?, ?>> dump, String group, String name) {
        for (var object : dump) {
            var text = Plain.json(object);
            if (text.contains("\"eks.amazonaws.com/nodegroup\":\"" + group + "\"")
                    && text.contains("\"allocatable\"")) {
                var old = String.valueOf(Plain.in(object, "metadata", "name"));
                return tree(Plain.map(text.replace("\"" + old + "\"", "\"" + name + "\"")));
            }
        }
        throw new IllegalStateException("no node of " + group);
    }

    @SuppressWarnings("unchecked") // Keys of Kubernetes objects are texts.
    private static Map<String, Object> tree(Map<?, ?> object) {
        return (Map<String, Object>) object;
    }

    private static String any(RandomGenerator random) {
        var cluster = new Cluster();
        int groups = random.nextInt(1, 4);
        for (int i = 0; i < groups; i++) {
            int cpu = random.nextInt(2, 9);
            cluster.node("n" + i, "g" + i, "m5.xlarge", cpu + "", 2 * cpu + "Gi");
        }
        for (int i = 0; i < random.nextInt(1, 12); i++) {
            var wish = WISHES.get(random.nextInt(WISHES.size()));
            var port = wish.contains("hostNetwork") ? ",\"ports\":[{\"containerPort\":80}]" : "";
            var pod = new Cluster().pod("p" + i, random.nextInt(1, 4) + "", "1Gi", wish);
            cluster.add(
                    pod.objects().getFirst().replace("\"name\":\"c\"", "\"name\":\"c\"" + port));
        }
        cluster.pod("r", "1", "1Gi", ",\"nodeName\":\"n0\"");
        return cluster.toString();
    }
}
