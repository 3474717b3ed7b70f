package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.checker.Checker;
import dev.plimsoll.formats.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A plan, checked by a program that shares no code with it.
final class Judged {

    private final Path folder;
    private final String dump;
    private final String policy;
    private final Map<?, ?> plan;

    /// Runs `plan` for one turn.
    ///
    /// @param folder for files
    /// @param policy empty for none
    Judged(Path folder, String dump, String policy) {
        this.folder = folder;
        this.dump = dump;
        this.policy = policy;
        var words =
                new ArrayList<String>(
                        List.of("plan", "-o", "json", "--placement", "--horizon", "0s"));
        words.addAll(List.of("-f", file("dump.json", dump)));
        if (!policy.isEmpty()) {
            words.addAll(List.of("-c", file("policy.yaml", policy)));
        }
        var said = plimsoll(words.toArray());
        assertThat(said.err()).isEmpty();
        assertThat(said.code()).isZero();
        this.plan = Plain.map(said.out());
    }

    /// The decision, as JSON.
    Map<?, ?> plan() {
        return plan;
    }

    /// The nodes that come for a plan.
    interface Added {

        /// A node and the pods that come with it.
        List<Map<String, Object>> of(String group, String zone, String name);
    }

    /// The cluster of the plan, for the judge.
    ///
    /// @param before all objects but pending pods; starting nodes as they will be
    /// @param objects the same, with new nodes
    /// @param placed the pods with a place, in order
    /// @param left the names of the other pending pods
    record Scene(
            List<Map<String, Object>> before,
            List<Map<String, Object>> objects,
            List<Checker.Placed> placed,
            List<String> left) {}

    Scene scene() {
        return scene(Plain.trees(dump), new NewNodes(dump, policy)::of);
    }

    /// @param dumped the objects of the dump
    private Scene scene(List<Map<String, Object>> dumped, Added newNodes) {
        var waiting = new TreeMap<String, Map<String, Object>>();
        var objects = new ArrayList<Map<String, Object>>();
        for (var object : dumped) {
            boolean waits =
                    Plain.text(object, "kind").equals("Pod")
                            && Plain.in(object, "spec", "nodeName").equals("");
            if (waits) {
                waiting.put(nameOf(object), object);
            } else {
                objects.add(afterUndraining(started(object)));
            }
        }
        var before = List.copyOf(objects);
        var standing = new TreeSet<String>();
        var placed = new ArrayList<Checker.Placed>();
        for (var place : Plain.maps(plan, "placement")) {
            var node = Plain.text(place, "node");
            if (Plain.part(place, "new").equals(true) && standing.add(node)) {
                objects.addAll(
                        newNodes.of(
                                Plain.text(place, "group"),
                                Plain.part(place, "zone").toString(),
                                node));
            }
            for (var name : Plain.list(place, "pods")) {
                var pod = Objects.requireNonNull(waiting.remove(String.valueOf(name)));
                placed.add(new Checker.Placed(pod, node));
            }
        }
        return new Scene(before, objects, placed, List.copyOf(waiting.keySet()));
    }

    static String nameOf(Map<String, Object> pod) {
        return Plain.in(pod, "metadata", "namespace") + "/" + Plain.in(pod, "metadata", "name");
    }

    /// The judge accepts each placement, in order. All new nodes exist from the start, and starting
    /// nodes are Ready. The plan reports every other pending pod as unschedulable.
    void isAccepted() {
        isAccepted(Plain.trees(dump), new NewNodes(beforeBuying(), policy)::of, 1);
    }

    /// The same with other new nodes.
    ///
    /// @param dumped the objects of the dump
    /// @param share checks every `share`-th pod: the judge is slow on large clusters
    void isAccepted(List<Map<String, Object>> dumped, Added newNodes, int share) {
        var scene = scene(dumped, newNodes);
        var checker = new Checker(scene.objects());
        for (int i = 0; i < scene.placed().size(); i++) {
            var one = scene.placed().get(i);
            if (i % share == 0) {
                assertThat(checker.refusal(one.pod(), one.node())).as("%s", one).isEmpty();
            }
            checker.place(one.pod(), one.node());
        }
        assertThat(scene.left()).hasSize(left());
    }

    /// The JSON of `plan` with further arguments.
    Map<?, ?> asked(Object... more) {
        var words =
                new ArrayList<Object>(List.of("plan", "-o", "json", folder.resolve("dump.json")));
        if (!policy.isEmpty()) {
            words.addAll(List.of("-c", folder.resolve("policy.yaml")));
        }
        words.addAll(List.of(more));
        return Plain.map(plimsoll(words.toArray()).out());
    }

    /// A node that the plan un-drains takes pods again.
    private Map<String, Object> afterUndraining(Map<String, Object> object) {
        return undrained(object, Plain.maps(plan, "plan"), "step", "undrainNode", "node");
    }

    /// The dump that new nodes are bought for: nodes that are un-drained for pending pods take pods
    /// again. Other nodes are un-drained when the new nodes are known, because their own pods fit
    /// on none of them.
    private String beforeBuying() {
        var reasons = Plain.maps(plan, "reasons");
        return Plain.trees(dump).stream()
                .map(object -> undrained(object, reasons, "rule", "take-back-for-pods", "subject"))
                .map(Json::text)
                .collect(Collectors.joining("\n---\n"));
    }

    /// The object in service, if one of the entries with the value names it.
    private static Map<String, Object> undrained(
            Map<String, Object> object,
            List<? extends Map<?, ?>> entries,
            String key,
            String value,
            String name) {
        boolean isNamed =
                DumpNode.isNode(object)
                        && entries.stream()
                                .filter(entry -> Plain.text(entry, key).equals(value))
                                .anyMatch(entry ->
                                        Plain.text(entry, name)
                                                .equals(new DumpNode(object).name()));
        return isNamed ? new DumpNode(object).undrained() : object;
    }

    private static Map<String, Object> started(Map<String, Object> object) {
        var node = new DumpNode(object);
        return DumpNode.isNode(object) && node.isStarting() ? node.started() : object;
    }

    /// The pods that reasons name are placed as the reasons say.
    ///
    /// @return how many were named
    int namesTrueExamples() {
        var existing = new TreeSet<String>();
        var byGroup = new TreeMap<String, TreeSet<String>>();
        for (var place : Plain.maps(plan, "placement")) {
            var pods =
                    Plain.part(place, "new").equals(true)
                            ? byGroup.computeIfAbsent(
                                    Plain.text(place, "group"), _ -> new TreeSet<>())
                            : existing;
            Plain.list(place, "pods").forEach(pod -> pods.add(pod.toString()));
        }
        int named = 0;
        for (var reason : Plain.maps(plan, "reasons")) {
            var subject = Plain.text(reason, "subject");
            var example = Plain.in(reason, "facts", "example").toString();
            boolean isName = !example.startsWith("one like ");
            switch (Plain.text(reason, "rule")) {
                case "fits-existing" -> assertThat(existing.contains(example)).isEqualTo(isName);
                case "scale-up" ->
                        assertThat(byGroup.getOrDefault(subject, new TreeSet<>()).contains(example))
                                .isEqualTo(isName);
                case "unschedulable" -> {
                    assertThat(existing).doesNotContain(subject);
                    assertThat(byGroup.values()).noneMatch(pods -> pods.contains(subject));
                }
                default -> named--;
            }
            named++;
        }
        return named;
    }

    /// How many pods have no place.
    int left() {
        int left = 0;
        for (var some : Plain.maps(plan, "unschedulable")) {
            left += Plain.number(some, "pods");
        }
        return left;
    }

    void costsNoLessThanItsBound() {
        if (!Plain.in(plan, "cost", "boundHour").equals("")) {
            assertThat(dollars("afterHour")).isGreaterThanOrEqualTo(dollars("boundHour"));
        }
    }

    /// A value under `cost`.
    BigDecimal dollars(String key) {
        return new BigDecimal(Plain.in(plan, "cost", key).toString());
    }

    void keepsToLimits() {
        for (var limited : Plain.maps(Plain.map(policy), "groups")) {
            for (var group : Plain.maps(plan, "groups")) {
                if (Plain.text(group, "name").equals(Plain.text(limited, "name"))) {
                    int nodes = Plain.number(group, "nodes");
                    int least =
                            limited.containsKey("minNodes") ? Plain.number(limited, "minNodes") : 0;
                    assertThat(Plain.number(group, "wanted"))
                            .isBetween(
                                    Math.min(nodes, least),
                                    Math.max(nodes, Plain.number(limited, "maxNodes")));
                }
            }
        }
    }

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
