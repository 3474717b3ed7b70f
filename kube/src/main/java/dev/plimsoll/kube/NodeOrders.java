package dev.plimsoll.kube;

import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The nodes that were ordered and are not there yet, in a ConfigMap: whoever becomes the leader
/// finds them. Every write names the version that was read, so two writers never overwrite each
/// other.
final class NodeOrders {

    static final String NAME = "plimsoll-nodes";

    /// @param variant its zone and instance type
    record Order(String node, VariantKey variant, Instant at) {}

    private final ApiServer server;
    private final String namespace;
    private Map<String, List<Order>> orders = new LinkedHashMap<>();
    private String resourceVersion = "";

    NodeOrders(ApiServer server, String namespace) {
        this.server = server;
        this.namespace = namespace;
    }

    /// The orders of a group, the oldest first.
    List<Order> of(String group) {
        return orders.getOrDefault(group, List.of());
    }

    /// Reads what another process may have written.
    void read() throws IOException {
        var reply = server.get(path());
        if (reply.status() == 404) {
            orders = new LinkedHashMap<>();
            resourceVersion = "";
            return;
        }
        if (!reply.isGood()) {
            throw server.refused(path(), reply);
        }
        keep(reply);
    }

    private void keep(Reply reply) {
        resourceVersion = JsonTree.text(reply.object(), "metadata", "resourceVersion");
        var read = new LinkedHashMap<String, List<Order>>();
        JsonTree.map(JsonTree.at(reply.object(), "data"))
                .forEach((group, text) -> read.put(group, parsed(String.valueOf(text))));
        orders = read;
    }

    /// Writes the orders of a group.
    ///
    /// @return whether it was written; otherwise somebody else was faster, and the orders are read
    ///   again
    boolean write(String group, List<Order> next) throws IOException {
        var object =
                Trees.ordered(
                        "apiVersion",
                        "v1",
                        "kind",
                        "ConfigMap",
                        "metadata",
                        metadata(),
                        "data",
                        Map.of(group, text(next)));
        var reply =
                resourceVersion.isEmpty()
                        ? server.create(folder(), object)
                        : server.patch(path(), object);
        if (reply.status() == 409 || reply.status() == 404) {
            read();
            return false;
        }
        if (!reply.isGood()) {
            throw server.refused(path(), reply);
        }
        keep(reply);
        return true;
    }

    private Map<String, Object> metadata() {
        var metadata = Trees.ordered("name", NAME, "namespace", namespace);
        if (!resourceVersion.isEmpty()) {
            metadata.put("resourceVersion", resourceVersion);
        }
        return metadata;
    }

    private static String text(List<Order> orders) {
        return Json.text(
                orders.stream()
                        .map(order ->
                                Trees.ordered(
                                        "node", order.node(),
                                        "zone", order.variant().zone(),
                                        "instanceType", order.variant().instanceType(),
                                        "at", order.at().toString()))
                        .toList());
    }

    /// Orders that cannot be read count as none.
    private static List<Order> parsed(String text) {
        try {
            var orders = new ArrayList<Order>();
            for (var tree : JsonTree.maps(JsonTree.parse("{\"orders\":" + text + "}"), "orders")) {
                orders.add(
                        new Order(
                                JsonTree.text(tree, "node"),
                                new VariantKey(
                                        JsonTree.text(tree, "zone"),
                                        JsonTree.text(tree, "instanceType"),
                                        ""),
                                Instant.parse(JsonTree.text(tree, "at"))));
            }
            return orders;
        } catch (BadInput | DateTimeException malformed) {
            return List.of();
        }
    }

    private String folder() {
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private String path() {
        return folder() + "/" + NAME;
    }
}
