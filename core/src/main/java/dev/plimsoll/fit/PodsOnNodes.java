package dev.plimsoll.fit;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/// The nodes and the pods of each, by shape. Only nodes whose pods changed get a book of their own.
final class PodsOnNodes {

    private final List<Node> nodes = new ArrayList<>();
    private final Map<Integer, Map<Shape, Integer>> books = new LinkedHashMap<>();

    void add(Node node) {
        nodes.add(node);
    }

    Node node(int index) {
        return nodes.get(index);
    }

    int nodeCount() {
        return nodes.size();
    }

    /// Gives each shape on the node, with the number of its pods.
    void forEach(int node, ObjIntConsumer<Shape> action) {
        var book = books.get(node);
        if (book == null) {
            for (var pods : nodes.get(node).pods()) {
                action.accept(pods.shape(), pods.count());
            }
        } else {
            book.forEach(action::accept);
        }
    }

    void change(Shape shape, int node, int by) {
        var book = books.computeIfAbsent(node, this::asReported);
        int count = book.merge(shape, by, Integer::sum);
        if (count == 0) {
            book.remove(shape);
        } else if (count < 0) {
            throw new IllegalArgumentException(
                    "fewer pods of " + shape + " are on " + node(node).name() + " than leave it");
        }
    }

    private Map<Shape, Integer> asReported(int node) {
        var book = new LinkedHashMap<Shape, Integer>();
        for (var pods : nodes.get(node).pods()) {
            book.merge(pods.shape(), pods.count(), Integer::sum);
        }
        return book;
    }
}
