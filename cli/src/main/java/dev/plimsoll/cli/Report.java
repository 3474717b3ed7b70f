package dev.plimsoll.cli;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.simulator.EmbeddedCluster;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a run came to, for people.
final class Report {

    private final EmbeddedCluster world;
    private final RunPrinter printer;
    private final PrintStream out;

    Report(EmbeddedCluster world, RunPrinter printer, PrintStream out) {
        this.world = world;
        this.printer = printer;
        this.out = out;
    }

    void print() {
        var summary = world.summary();
        out.println();
        out.println(
                "%s of virtual time: %d decisions, %d of them with steps, %d steps failed"
                        .formatted(
                                text(summary.elapsed()),
                                printer.decisions(),
                                printer.changes(),
                                printer.failures()));
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("group", "nodes now", "most", "node hours", "dollars"));
        var total = Duration.ZERO;
        for (var bill : summary.bills()) {
            int now = world.observe().group(bill.group()).target();
            rows.add(
                    List.of(
                            bill.group(),
                            Integer.toString(now),
                            Integer.toString(bill.most()),
                            hours(bill.nodeTime()),
                            bill.cost().toString()));
            total = total.plus(bill.nodeTime());
        }
        rows.add(List.of("total", "", "", hours(total), summary.cost().toString()));
        Table.print(rows, "  ", out);
        var pods = summary.pods();
        var waits = summary.waits();
        out.println(
                "  pods: %d started, %d evicted, %d killed, %d waiting"
                        .formatted(pods.started(), pods.evicted(), pods.killed(), pods.waiting()));
        out.println(
                "  waited for a node: p50 %s, p95 %s, max %s"
                        .formatted(text(waits.median()), text(waits.p95()), text(waits.longest())));
        out.println("  decisions by rule:");
        var counts = new ArrayList<List<String>>();
        printer.rules().forEach((rule, count) -> counts.add(List.of(rule, Long.toString(count))));
        if (!counts.isEmpty()) {
            Table.print(counts, "    ", out);
        }
        out.flush();
    }

    private static String hours(Duration time) {
        return BigDecimal.valueOf(time.toMillis())
                .divide(BigDecimal.valueOf(3_600_000), 1, RoundingMode.HALF_UP)
                .toPlainString();
    }

    private static String text(Duration time) {
        return Durations.text(time);
    }
}
