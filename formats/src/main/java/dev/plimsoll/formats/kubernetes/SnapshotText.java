package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.KeyFilter;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Token;
import dev.plimsoll.formats.Tokens;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import java.util.List;

/// A snapshot that Cluster Autoscaler serves at `/snapshotz`: nodes with their pods, and pending
/// pods. Its objects have no kind.
final class SnapshotText {

    private static final String NODES = "NodeList";
    private static final String WAITING = "UnscheduledPodsCanBeScheduled";

    /// The keys that only a snapshot has.
    static final List<String> KEYS = List.of(NODES, WAITING, "TemplateNodes");

    private static final Type NODE = new Type("v1", "Node");
    private static final Type POD = new Type("v1", "Pod");

    private final Tokens tokens;
    private final ObjectReceiver objects;
    private final Mistakes mistakes;

    SnapshotText(Tokens tokens, ObjectReceiver objects, Mistakes mistakes) {
        this.tokens = tokens;
        this.objects = objects;
        this.mistakes = mistakes;
    }

    /// Reads the value of one of the keys.
    void part(String key) {
        var token = tokens.next();
        if (token != Token.START_LIST) {
            tokens.skip();
            return;
        }
        var filter =
                key.equals(NODES)
                        ? KeyFilter.under(RelevantFields.OF_OBJECT, "Node", "Pods")
                        : RelevantFields.OF_OBJECT;
        for (var item = tokens.next(); item != Token.END_LIST; item = tokens.next()) {
            if (Values.value(tokens, item, filter, mistakes) instanceof Value.Mapping mapping) {
                put(key, mapping);
            }
        }
    }

    private void put(String key, Value.Mapping mapping) {
        switch (key) {
            case NODES -> {
                put(mapping.get("Node"), NODE);
                if (mapping.get("Pods") instanceof Value.Sequence pods) {
                    pods.items().forEach(pod -> put(pod, POD));
                }
            }
            case WAITING -> put(mapping, POD);
            default -> {}
        }
    }

    private void put(Value value, Type type) {
        if (value instanceof Value.Mapping object) {
            objects.put(object, type);
        }
    }
}
