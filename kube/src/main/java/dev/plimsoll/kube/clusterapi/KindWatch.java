package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.kube.ApiServer;
import dev.plimsoll.kube.ClusterLists;
import dev.plimsoll.kube.ListWatch;
import dev.plimsoll.kube.Refused;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Keeps the objects of one kind of Cluster API in a store.
final class KindWatch implements ListWatch.Objects {

    private final ApiServer server;
    private final MachineKind kind;
    private final String namespace;
    private final ObjectStore store;

    /// The path of all objects in the version that the API server prefers; empty until it is known.
    private volatile String path = "";

    /// @param namespace the only one that is watched; empty for all
    KindWatch(ApiServer server, MachineKind kind, String namespace, ObjectStore store) {
        this.server = server;
        this.kind = kind;
        this.namespace = namespace;
        this.store = store;
    }

    @Override
    public String plural() {
        return kind.plural();
    }

    @Override
    public String path() {
        return path;
    }

    /// An installation may be without machine pools.
    @Override
    public boolean absent() {
        boolean isAbsent = !path.isEmpty() && kind == MachineKind.MACHINE_POOL;
        if (isAbsent) {
            store.listed(new ArrayList<>(), store.unreported());
        }
        return isAbsent;
    }

    @Override
    public String list(ListWatch by) throws IOException {
        path = "";
        path = preferredPath();
        var included = store.unreported();
        var objects = new ArrayList<ApiObject>();
        var next = "";
        var version = "";
        do {
            var list = get(ClusterLists.page(path, next));
            by.heard();
            JsonTree.maps(list, "items").forEach(item -> objects.add(object(item)));
            next = JsonTree.text(list, "metadata", "continue");
            version = JsonTree.text(list, "metadata", "resourceVersion");
        } while (!next.isEmpty());
        store.listed(objects, included);
        return version;
    }

    private String preferredPath() throws IOException {
        var group = "/apis/" + MachineKind.API_GROUP;
        var reply = server.get(group);
        if (reply.status() == 404) {
            throw new Refused(
                    server.name()
                            + " has no API group "
                            + MachineKind.API_GROUP
                            + "; install Cluster API, or name its management cluster",
                    404);
        }
        if (!reply.isGood()) {
            throw server.refused(group, reply);
        }
        var version = JsonTree.text(reply.object(), "preferredVersion", "version");
        var inside = namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/";
        return group + "/" + version + inside + kind.plural();
    }

    private Map<String, Object> get(String page) throws IOException {
        var reply = server.get(page);
        if (!reply.isGood()) {
            throw server.refused(page, reply);
        }
        return reply.object();
    }

    @Override
    public void read(InputStream watch, ListWatch by) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(watch, StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            event(JsonTree.parse(line), by);
        }
    }

    private void event(Map<String, Object> event, ListWatch by) throws Refused {
        var object = object(JsonTree.map(JsonTree.at(event, "object")));
        switch (JsonTree.text(event, "type")) {
            case "ADDED", "MODIFIED" -> store.put(object);
            case "DELETED" -> store.deleted(object);
            case "ERROR" ->
                    throw new Refused(
                            "the watch of " + kind.plural() + " broke: " + object.text("message"),
                            object.number(500, "code"));
            default -> {}
        }
        by.reached(object.version());
    }

    /// The object without the list of who wrote which field, which is most of its text.
    private static ApiObject object(Map<String, Object> tree) {
        var metadata = new LinkedHashMap<>(JsonTree.map(JsonTree.at(tree, "metadata")));
        metadata.remove("managedFields");
        var reduced = new LinkedHashMap<>(tree);
        reduced.put("metadata", metadata);
        return new ApiObject(reduced);
    }
}
