package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.journal.AnyCluster;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterDocumentTest {

    @Test
    void readsAClusterAsItWritesIt() {
        var parts = new LinkedHashSet<String>();
        Seeds.forOneIn(
                2,
                random -> {
                    var world = new AnyCluster(random);
                    world.change();
                    world.change();
                    var cluster = world.cluster();

                    var tree = ClusterDocument.tree(cluster);

                    assertThat(read(Json.text(tree))).isEqualTo(cluster);
                    assertThat(read(Yaml.text(tree))).isEqualTo(cluster);
                    parts.addAll(parts(tree));
                });
        assertThat(parts)
                .describedAs("the law is about every part of a cluster")
                .contains(
                        "name",
                        "shapes",
                        "nodes",
                        "pending",
                        "nodes.leaving",
                        "nodes.paused",
                        "nodes.cordoned",
                        "nodes.forced",
                        "nodes.drainingBecause",
                        "nodes.providerId",
                        "nodes.group",
                        "nodes.capacity",
                        "nodes.pods",
                        "pending.oldest",
                        "shapes.safeToEvict",
                        "shapes.localStorage",
                        "shapes.mounts",
                        "shapes.near",
                        "shapes.apart",
                        "shapes.spread",
                        "shapes.ports",
                        "shapes.unknown",
                        "groups.provider",
                        "groups.failed",
                        "groups.condition",
                        "budgets.unready",
                        "nominations.priority",
                        "subnets.groups",
                        "claims.selector",
                        "volumes.reach",
                        "storageClasses.topologies",
                        "drivers.traits",
                        "nodeDrivers.limits",
                        "attachments.volume",
                        "storageCapacities.nodes",
                        "buffers.percentage",
                        "buffers.limits",
                        "buffers.workloadReplicas",
                        "buffers.missing",
                        "buffers.created",
                        "buffers.priorityClass",
                        "resourceQuotas.hard",
                        "resourceQuotas.used",
                        "resourceQuotas.scopes",
                        "buffers.pod",
                        "namespaces.labels");
    }

    @Test
    void writesNothingOfAnEmptyCluster() {
        assertThat(ClusterDocument.tree(Cluster.EMPTY)).isEmpty();
        assertThat(read("{}")).isEqualTo(Cluster.EMPTY);
    }

    @Test
    void listsAShapeOnce() {
        var cluster =
                read(
                        """
                        shapes: [{id: web, namespace: shop, requests: {cpu: 1}}]
                        nodes:
                        - {name: a, allocatable: {cpu: 4}, pods: [{shape: web, count: 2, example: web-1}]}
                        - {name: b, allocatable: {cpu: 4}, pods: [{shape: web, example: web-3}]}
                        pending: [{shape: web, count: 5, example: web-4}]
                        """);

        var tree = ClusterDocument.tree(cluster);

        assertThat((List<?>) tree.get("shapes")).hasSize(1);
        assertThat(cluster.nodes()).extracting(Node::movers).containsExactly(2, 1);
        assertThat(read(Json.text(tree))).isEqualTo(cluster);
    }

    @Test
    void reportsAllMistakesAtOnceWithTheirPlaces() {
        assertMistakes(
                """
                nam: test
                shapes:
                - {id: web, requests: {cpu: lots}, priorty: 7}
                - {id: web}
                - {id: db, spread: [{maxSkew: 1, key: zone, affinity: honour}], mounts: [{disk: d, plugin: p, acess: read}]}
                nodes:
                - {name: a, labels: {pool: a}, drainingBecause: above-max}
                - {name: a, alocatable: {cpu: 4}, pods: [{shape: wbe, example: web-1}]}
                - {labels: {pool: b}, drainingSince: yesterday}
                pending:
                - {shape: web, count: 0, example: web-1, exmaple: web-2}
                - {shape: web, example: web-2, oldest: 2026-01-02T00:00:00Z, newest: 2026-01-01T00:00:00Z}
                groups:
                - {name: a, target: -1, provider: {min: 5, max: 3}, condition: asleep}
                - {name: a, variants: [{priceHour: -1, zon: a}], failed: [{cause: strike, machine: 2}]}
                budgets: [{namespace: shop, name: web, unready: never}]
                claims: [{namespace: shop, name: data, state: lent, size: 4}]
                drivers: [{name: csi, traits: [fast]}]
                subnets: [{name: pods, capacity: many}]
                """,
                "1:1: nam: unknown key; did you mean 'name'?",
                "3:29: shapes[0].requests.cpu: 'lots' is not a quantity; write a number with a"
                        + " Kubernetes suffix, such as 500m, 2 or 4Gi",
                "3:36: shapes[0].priorty: unknown key; did you mean 'priority'?",
                "4:8: shapes[1].id: two shapes have the id 'web'; rename one",
                "5:55: shapes[2].spread[0].affinity: 'honour' is not one of honor, ignore; did you"
                        + " mean 'honor'?",
                "5:95: shapes[2].mounts[0].acess: unknown key; did you mean 'access'?",
                "7:49: nodes[0].drainingBecause: it has no effect; add the time since when the node"
                        + " is draining as 'drainingSince'",
                "8:10: nodes[1].name: two nodes are named 'a'; rename one",
                "8:13: nodes[1].alocatable: unknown key; did you mean 'allocatable'?",
                "8:50: nodes[1].pods[0].shape: no shape under 'shapes' has the id 'wbe'",
                "9:3: nodes[2]: 'name' is missing; add 'name: …'",
                "9:38: nodes[2].drainingSince: 'yesterday' is not a time; write one such as"
                        + " 2026-01-31T08:00:00Z",
                "11:23: pending[0].count: '0' is out of range; write a number from 1 to 10000000",
                "11:42: pending[0].exmaple: unknown key; did you mean 'example'?",
                "12:11: pending[1].shape: two entries have the shape 'web'; add up their counts",
                "12:70: pending[1].newest: 2026-01-01T00:00:00Z is before 'oldest'"
                        + " (2026-01-02T00:00:00Z); swap them",
                "14:21: groups[0].target: '-1' is out of range; write 0 or more",
                "14:41: groups[0].provider.min: 5 is above max (3); lower the minimum, or raise the"
                        + " maximum",
                "14:64: groups[0].condition: 'asleep' is not one of in-service, paused, upgrading",
                "15:10: groups[1].name: two entries are named 'a'; rename one",
                "15:36: groups[1].variants[0].priceHour: '-1' is negative; write zero or more"
                        + " dollars",
                "15:40: groups[1].variants[0].zon: unknown key; did you mean 'zone'?",
                "15:67: groups[1].failed[0].cause: 'strike' is not one of other, out-of-stock,"
                        + " quota",
                "15:75: groups[1].failed[0].machine: unknown key; did you mean 'machines'?",
                "16:49: budgets[0].unready: 'never' is not one of always-allow, if-healthy-budget",
                "17:47: claims[0].state: 'lent' is not one of bound, lost, prebound, terminating,"
                        + " unbound; did you mean 'lost'?",
                "17:53: claims[0].size: unknown key; remove it, or write one of namespace, name,"
                        + " uid, owner, state, volume, class, bytes, modes, volumeMode, attributes,"
                        + " selector, selectedNode",
                "18:31: drivers[0].traits: 'fast' is not one of reports-capacity, must-be-there",
                "19:34: subnets[0].capacity: 'many' is not a whole number; write a number from 0 to"
                        + " 16777216");
    }

    /// The state of a node that says more of it counts, as on a Kubernetes node.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    cordoned: true, forced: true                                  | Cordoned[]
                    forced: true, drainingSince: 2026-01-01T00:00:00Z             | Forced[]
                    drainingSince: 2026-01-01T00:00:00Z, leaving: spot            | Draining[since=2026-01-01T00:00:00Z, why=UNKNOWN]
                    drainingSince: 2026-01-01T00:00:00Z, drainingBecause: above-max | Draining[since=2026-01-01T00:00:00Z, why=ABOVE_MAX]
                    leaving: spot, paused: true                                   | Leaving[why=spot]
                    paused: true                                                  | Paused[]
                    paused: false                                                 | Active[]
                    """)
    void readsTheStateOfANode(String keys, String state) {
        var cluster = read("nodes: [{name: a, " + keys + "}]");

        assertThat(cluster.nodes())
                .extracting(node -> node.state().toString())
                .containsExactly(state);
    }

    /// The keys of a document, and of the entries of its lists.
    private static Set<String> parts(Map<String, Object> tree) {
        var parts = new LinkedHashSet<>(tree.keySet());
        tree.forEach((key, value) -> {
            if (value instanceof List<?> list) {
                for (var entry : list) {
                    ((Map<?, ?>) entry).keySet().forEach(part -> parts.add(key + "." + part));
                }
            }
        });
        return parts;
    }

    private static Cluster read(String text) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("f", text), mistakes)) {
            var fields = Fields.of(documents.next(), "", mistakes);
            var cluster = ClusterDocument.read(fields);
            fields.done();
            mistakes.throwIfAny();
            return cluster;
        }
    }

    /// @param mistakes each without the name of the file
    private static void assertMistakes(String text, String... mistakes) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> read(text))
                .withMessage(
                        "%s",
                        Arrays.stream(mistakes)
                                .map("f:"::concat)
                                .collect(Collectors.joining("\n")));
    }
}
