package dev.plimsoll.cli;

import dev.plimsoll.formats.page.PlainText;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.simulator.subnet.Contender;
import dev.plimsoll.simulator.subnet.Load;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// The results of a subnet simulation, the formulas side by side.
final class SubnetReport {

    private SubnetReport() {}

    static String about(Load load) {
        return load.capacity()
                + " addresses, "
                + load.nodes()
                + " nodes, "
                + load.pods()
                + " pods, of which "
                + load.churn()
                + " move each tick";
    }

    static void print(List<Contender> contenders, PrintStream out) {
        var table =
                Table.with(
                        "formula",
                        "batch now",
                        "changes",
                        "per 1000 ticks",
                        "addresses moved",
                        "writes",
                        "pod starts",
                        "cold starts",
                        "%",
                        "stuck");
        for (var contender : contenders) {
            var summary = contender.world().summary();
            table.row(
                    contender.name(),
                    contender.world().batch(),
                    summary.changes(),
                    ratio(1000 * summary.changes(), summary.ticks()),
                    summary.moved(),
                    summary.writes(),
                    summary.starts(),
                    summary.cold(),
                    ratio(100 * summary.cold(), summary.starts()),
                    summary.stuck());
        }
        out.print(PlainText.of(table.build(), "  "));
        out.flush();
    }

    /// Changes of the batch per 1,000 ticks, a row for every load.
    static void changes(List<Load> loads, List<List<Contender>> all, PrintStream out) {
        var rows = new ArrayList<List<String>>();
        var head = new ArrayList<String>();
        head.add("changes per 1000 ticks");
        all.getFirst().forEach(contender -> head.add(contender.name()));
        for (int i = 0; i < all.size(); i++) {
            var row = new ArrayList<String>();
            row.add(loads.get(i).name());
            for (var contender : all.get(i)) {
                var summary = contender.world().summary();
                row.add(ratio(1000 * summary.changes(), summary.ticks()));
            }
            rows.add(row);
        }
        out.print(PlainText.of(new Table(head, rows), ""));
        out.flush();
    }

    private static String ratio(long part, long whole) {
        if (whole == 0) {
            return "0";
        }
        return BigDecimal.valueOf(part)
                .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
