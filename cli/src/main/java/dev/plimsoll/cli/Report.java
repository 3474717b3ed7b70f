package dev.plimsoll.cli;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.page.Line;
import dev.plimsoll.formats.page.Page;
import dev.plimsoll.formats.page.Section;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.simulator.EmbeddedCluster;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/// The summary of a run.
final class Report {

    private final EmbeddedCluster world;
    private final RunPrinter printer;
    private final Console console;

    Report(EmbeddedCluster world, RunPrinter printer, Console console) {
        this.world = world;
        this.printer = printer;
        this.console = console;
    }

    void print() {
        console.page(page());
        console.out().flush();
    }

    private Page page() {
        var summary = world.summary();
        var bills = Table.with("group", "nodes now", "max nodes", "node hours", "dollars");
        var total = Duration.ZERO;
        for (var bill : summary.bills()) {
            int now = world.observe().group(bill.group()).target();
            bills.row(bill.group(), now, bill.most(), hours(bill.nodeTime()), bill.cost());
            total = total.plus(bill.nodeTime());
        }
        bills.row("total", "", "", hours(total), summary.cost());
        var pods = summary.pods();
        var waits = summary.waits();
        var rules = Table.with("rule", "decisions");
        printer.rules().forEach((rule, count) -> rules.row(rule, count));
        return Page.of(
                List.of(
                        text(summary.elapsed())
                                + " of virtual time: "
                                + printer.decisions()
                                + " decisions, "
                                + printer.changes()
                                + " of them with steps, "
                                + printer.failures()
                                + " steps failed"),
                Section.of("groups", bills.build()),
                Section.of(
                        "pods",
                        List.of(
                                Line.of(
                                        pods.started()
                                                + " started, "
                                                + pods.evicted()
                                                + " evicted, "
                                                + pods.killed()
                                                + " killed, "
                                                + pods.waiting()
                                                + " pending"),
                                Line.of(
                                        "time pending: p50 "
                                                + text(waits.median())
                                                + ", p95 "
                                                + text(waits.p95())
                                                + ", max "
                                                + text(waits.longest())))),
                Section.of("rules", rules.build()));
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
