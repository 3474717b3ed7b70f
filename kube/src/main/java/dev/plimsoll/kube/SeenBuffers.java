package dev.plimsoll.kube;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The CapacityBuffers as the API server shows them, of all strategies, with their status.
final class SeenBuffers {

    /// A CapacityBuffer with its status.
    ///
    /// @param resourceVersion the precondition of a change
    /// @param generation of its specification
    /// @param spec its fields that are read
    /// @param templateGeneration of its PodTemplate; zero if there is none
    record SeenBuffer(
            ObjectName name,
            String resourceVersion,
            long generation,
            Map<String, Object> spec,
            Map<String, Object> status,
            long templateGeneration) {

        /// The name of its PodTemplate; empty if it names none.
        String template() {
            return JsonTree.text(spec, "podTemplateRef", "name");
        }
    }

    private final Map<ObjectName, SeenBuffer> buffers = new TreeMap<>();
    private final Map<ObjectName, Long> templates = new TreeMap<>();
    private final Set<ObjectName> listed = new LinkedHashSet<>();
    private final Set<ObjectName> listedTemplates = new LinkedHashSet<>();

    /// Takes a change of any kind of object.
    void take(Change change) {
        switch (change.kind()) {
            case CAPACITY_BUFFER -> takeBuffer(change);
            case POD_TEMPLATE -> takeTemplate(change);
            default -> {}
        }
    }

    private void takeBuffer(Change change) {
        switch (change) {
            case Change.Put(var kind, var object) -> {
                var buffer = buffer(kind, object);
                buffers.put(buffer.name(), buffer);
                listed.add(buffer.name());
            }
            case Change.Deleted(var kind, var object) -> buffers.remove(name(kind, object));
            case Change.Unchanged(_, var name) -> listed.add(name);
            case Change.ListBegins _ -> listed.clear();
            case Change.ListEnds _ -> buffers.keySet().retainAll(listed);
        }
    }

    private void takeTemplate(Change change) {
        switch (change) {
            case Change.Put(var kind, var object) -> {
                var name = name(kind, object);
                templates.put(name, generation(object));
                listedTemplates.add(name);
            }
            case Change.Deleted(var kind, var object) -> templates.remove(name(kind, object));
            case Change.Unchanged(_, var name) -> listedTemplates.add(name);
            case Change.ListBegins _ -> listedTemplates.clear();
            case Change.ListEnds _ -> templates.keySet().retainAll(listedTemplates);
        }
    }

    /// All of them, by name.
    List<SeenBuffer> all() {
        var all = new ArrayList<SeenBuffer>();
        for (var seen : buffers.values()) {
            var template = new ObjectName(seen.name().namespace(), seen.template());
            all.add(
                    new SeenBuffer(
                            seen.name(),
                            seen.resourceVersion(),
                            seen.generation(),
                            seen.spec(),
                            seen.status(),
                            templates.getOrDefault(template, 0L)));
        }
        return all;
    }

    private static SeenBuffer buffer(ObjectKind kind, Value.Mapping object) {
        return new SeenBuffer(
                name(kind, object),
                JsonTree.text(tree(object.get("metadata")), "resourceVersion"),
                generation(object),
                tree(object.get("spec")),
                tree(object.get("status")),
                0);
    }

    private static ObjectName name(ObjectKind kind, Value.Mapping object) {
        return Change.name(kind, object);
    }

    private static long generation(Value.Mapping object) {
        var generation = tree(object.get("metadata")).get("generation");
        return generation instanceof Number number ? number.longValue() : 0;
    }

    private static Map<String, Object> tree(Value value) {
        return JsonTree.map(JsonTree.of(value));
    }
}
