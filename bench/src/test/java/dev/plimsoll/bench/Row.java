package dev.plimsoll.bench;

import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Selector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A pod in a list.
///
/// @param kind its name in Karpenter's benchmark
/// @param label for example `app=nginx`; empty for none
/// @param selector the label of the pods that its rule is about
record Row(String kind, String label, String selector, long cpuMillis, long mebibytes) {

    static final String GENERIC = "generic";
    static final String SPREAD_ZONE = "spread-zone";
    static final String SPREAD_HOST = "spread-hostname";
    static final String AFFINITY_ZONE = "affinity-zone";
    static final String APART_HOST = "anti-affinity-hostname";

    /// The pods of a list of Karpenter's benchmark.
    static List<Row> karpenter(Path list) throws IOException {
        var rows = new ArrayList<Row>();
        for (var cells : cells(list)) {
            var selector = cells[1].equals(GENERIC) ? "" : cells[3];
            rows.add(new Row(cells[1], cells[2], selector, number(cells[4]), number(cells[5])));
        }
        return rows;
    }

    /// openb's pods by cpu and memory alone.
    static List<Row> openb(Path list) throws IOException {
        var rows = new ArrayList<Row>();
        for (var cells : cells(list)) {
            rows.add(new Row(GENERIC, "", "", number(cells[1]), number(cells[2])));
        }
        return rows;
    }

    private static List<String[]> cells(Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)).toList();
    }

    private static long number(String text) {
        return Long.parseLong(text);
    }

    /// The row that a shape was made from.
    static Row of(Shape shape) {
        var constraints = shape.constraints();
        var kind = GENERIC;
        var selector = Selector.nothing();
        for (var term : constraints.near()) {
            kind = AFFINITY_ZONE;
            selector = term.selector();
        }
        for (var term : constraints.apart()) {
            kind = APART_HOST;
            selector = term.selector();
        }
        for (var spread : constraints.spread()) {
            kind = isByHost(spread) ? SPREAD_HOST : SPREAD_ZONE;
            selector = spread.selector();
        }
        return new Row(
                kind,
                shape.labels().toMap().entrySet().stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(",")),
                selector.conditions().stream()
                        .map(one -> one.key() + "=" + String.join(",", one.values()))
                        .collect(Collectors.joining(",")),
                shape.requests().asked(Resources.CPU),
                shape.requests().asked(Resources.MEMORY) >> 20);
    }

    private static boolean isByHost(Spread spread) {
        return spread.topologyKey().endsWith("/hostname");
    }
}
