package dev.plimsoll.formats.document;

import static dev.plimsoll.formats.document.BatchingKind.MOST_ADDRESSES;
import static dev.plimsoll.formats.document.BatchingKind.MOST_NODES;

import dev.plimsoll.batching.Nodes;
import dev.plimsoll.batching.Seen;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Value;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// The reader and writer of an observed subnet, in questions and in journals.
final class BatchingSeenReader {

    private BatchingSeenReader() {}

    static Seen read(Fields fields) {
        var nodes = new ArrayList<Nodes>();
        for (var entry : fields.list("nodes")) {
            entry.text("name", "");
            nodes.add(
                    new Nodes(
                            entry.whole("count", 1, 1, MOST_NODES),
                            entry.whole("pods", 0, 0, MOST_ADDRESSES),
                            entry.whole("max", Nodes.ANY, 1, Integer.MAX_VALUE),
                            entry.whole("asked", 0, 0, MOST_ADDRESSES)));
        }
        if (!fields.has("capacity") && !fields.keys().isEmpty()) {
            fields.mistake(
                    "'capacity' is missing; write the number of addresses that pods and nodes can"
                            + " use, or capacity: unknown");
        }
        return new Seen(
                fields.text("subnet", "pods"),
                count(fields, "capacity"),
                fields.whole("others", 0, 0, MOST_ADDRESSES),
                fields.whole("batch", 16, 1, MOST_ADDRESSES),
                fields.has("minFreePercent")
                        ? Count.of(fields.whole("minFreePercent", 0, 0, 100))
                        : Count.unknown(),
                new Seen.Used(count(fields, "used"), count(fields, "usedBefore")),
                nodes,
                fields.whole("coming", 0, 0, MOST_NODES),
                fields.whole("lagging", 0, 0, MOST_NODES),
                fields.duration("age", Duration.ZERO));
    }

    static Count count(Fields fields, String key) {
        boolean unknown =
                fields.value(key) instanceof Value.Scalar scalar && scalar.text().equals("unknown");
        return unknown || !fields.has(key)
                ? Count.unknown()
                : Count.of(fields.whole(key, 0, 0, MOST_ADDRESSES));
    }

    static Map<String, Object> tree(Seen seen) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("subnet", seen.subnet());
        put(tree, "capacity", seen.capacity());
        tree.putIfAbsent("capacity", "unknown");
        putUnlessZero(tree, "others", seen.others());
        tree.put("batch", seen.batch());
        put(tree, "minFreePercent", seen.minFreePercent());
        put(tree, "used", seen.used().now());
        put(tree, "usedBefore", seen.used().before());
        tree.put("nodes", seen.nodes().stream().<Object>map(BatchingSeenReader::tree).toList());
        putUnlessZero(tree, "coming", seen.coming());
        putUnlessZero(tree, "lagging", seen.lagging());
        if (!seen.age().isZero()) {
            tree.put("age", Durations.text(seen.age()));
        }
        return tree;
    }

    private static Map<String, Object> tree(Nodes some) {
        var tree = Trees.ordered("count", some.count(), "pods", some.pods());
        if (some.max() != Nodes.ANY) {
            tree.put("max", some.max());
        }
        putUnlessZero(tree, "asked", some.asked());
        return tree;
    }

    private static void put(Map<String, Object> tree, String key, Count count) {
        if (count instanceof Count.Known(int number)) {
            tree.put(key, number);
        }
    }

    private static void putUnlessZero(Map<String, Object> tree, String key, int number) {
        if (number != 0) {
            tree.put(key, number);
        }
    }
}
