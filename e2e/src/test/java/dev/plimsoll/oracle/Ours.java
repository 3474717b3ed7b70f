package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.tree;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The verdicts of our fit for all pods of a case. The cluster is read once; `OursTest` compares
/// them with the answer to each pod's own question.
final class Ours {

    private final List<Node> nodes;
    private final List<Shape> pods = new ArrayList<>();
    private final NodeFit nodeFit;

    Ours(Case asked) {
        var mistakes = new Mistakes();
        var inventory = new Inventory();
        var objects = new ObjectReader(inventory, mistakes);
        asked.objects().forEach(object -> objects.put(value(object)));
        var names = asked.pods().stream().map(pod -> objects.asking(value(pod), "pod")).toList();
        mistakes.throwIfAny();
        names.forEach(pod -> pods.add(inventory.shape(pod.key())));
        nodes = inventory.cluster().nodes();
        nodeFit = NodeFit.of(nodes, inventory.cluster());
    }

    /// The verdict of each node for the pod with this index in the case.
    Map<String, Verdict> verdicts(int pod) {
        var verdicts = new LinkedHashMap<String, Verdict>();
        for (int node = 0; node < nodes.size(); node++) {
            verdicts.put(nodes.get(node).name(), nodeFit.verdict(pods.get(pod), node));
        }
        return verdicts;
    }

    /// The `FitQuestion` for a pod of the case, as a document for `plimsoll decide`.
    static Map<String, Object> question(Case asked, int pod) {
        return tree(
                "kind",
                "FitQuestion",
                "seen",
                tree("objects", asked.objects(), "pod", asked.pods().get(pod)));
    }

    static Value.Mapping value(Map<String, Object> tree) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("a case", Json.text(tree)), mistakes)) {
            var document = documents.next();
            mistakes.throwIfAny();
            return (Value.Mapping) document;
        }
    }
}
