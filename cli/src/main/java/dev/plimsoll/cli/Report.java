package dev.plimsoll.cli;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.page.Page;
import dev.plimsoll.formats.page.Section;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.PodWaits;
import dev.plimsoll.simulator.Summary;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The summary of a run, with what is known beside it.
final class Report {

    private final EmbeddedCluster world;
    private final RunPrinter printer;
    private final Console console;
    private final List<String> beside = new ArrayList<>();
    private final List<Section> comparisons = new ArrayList<>();
    private Optional<Table> pods = Optional.empty();

    Report(EmbeddedCluster world, RunPrinter printer, Console console) {
        this.world = world;
        this.printer = printer;
        this.console = console;
    }

    /// Adds the same run under Escalator's rules.
    void beside(Summary source) {
        beside.add(bySource(source));
    }

    /// Adds the decisions in which Escalator's rules take other steps.
    void differences(Table readings) {
        comparisons.add(Section.of("decisions that differ by Escalator's rules", readings));
    }

    /// Adds the same run without slack.
    void slack(SlackComparison slack) {
        beside.addAll(slack.sentences());
        comparisons.addAll(slack.sections());
    }

    /// Counts pods by namespace, because they select no group.
    void pods(List<PodWaits> waits) {
        var table = podTable("namespace");
        for (var row : waits) {
            row(
                    table,
                    row.namespace().isEmpty() ? "total" : row.namespace(),
                    row.counts(),
                    row.waits());
        }
        pods = Optional.of(table.build());
    }

    void print() {
        console.page(page());
        console.out().flush();
    }

    private Page page() {
        var summary = world.summary();
        var lead = new ArrayList<String>();
        lead.add(
                text(summary.elapsed())
                        + " of virtual time: "
                        + printer.decisions()
                        + " decisions, "
                        + printer.changes()
                        + " of them with steps, "
                        + printer.failures()
                        + " steps failed");
        lead.addAll(beside);
        var rules = Table.with("rule", "decisions");
        printer.rules().forEach((rule, count) -> rules.row(rule, count));
        var sections = new ArrayList<Section>();
        sections.add(Section.of("groups", bills(summary)));
        sections.add(Section.of("pods", pods.orElseGet(() -> pods(summary))));
        sections.add(Section.of("steps taken back within 15m", regrets(summary)));
        sections.addAll(comparisons);
        sections.add(Section.of("rules", rules.build()));
        return Page.of(lead, sections.toArray(Section[]::new));
    }

    private static String bySource(Summary summary) {
        return "by Escalator's rules: "
                + summary.pods().killed()
                + " pods killed, longest wait "
                + text(summary.waits().longest())
                + ", "
                + summary.cost();
    }

    private Table bills(Summary summary) {
        var bills = Table.with("group", "nodes now", "max nodes", "node hours", "dollars");
        var total = Duration.ZERO;
        for (var group : summary.groups()) {
            var bill = group.bill();
            int now = world.observe().group(group.name()).target();
            bills.row(group.name(), now, bill.most(), hours(bill.nodeTime()), bill.cost());
            total = total.plus(bill.nodeTime());
        }
        return bills.row("total", "", "", hours(total), summary.cost()).build();
    }

    private static Table pods(Summary summary) {
        var pods = podTable("group");
        for (var group : summary.groups()) {
            row(pods, group.name(), group.pods(), group.waits());
        }
        row(pods, "total", summary.pods(), summary.waits());
        return pods.build();
    }

    private static Table.Builder podTable(String first) {
        return Table.with(
                first, "started", "evicted", "killed", "pending", "wait p50", "p95", "max");
    }

    private static void row(
            Table.Builder table, String name, Summary.Counts pods, Summary.Waits waits) {
        table.row(
                name,
                pods.started(),
                pods.evicted(),
                pods.killed(),
                pods.waiting(),
                text(waits.median()),
                text(waits.p95()),
                text(waits.longest()));
    }

    /// A purchase counts if a drain of the group follows, and a removal if a purchase follows.
    private static Table regrets(Summary summary) {
        var table = Table.with("group", "bought", "then drained", "removed", "then bought");
        for (var group : summary.groups()) {
            var regrets = group.regrets();
            table.row(
                    group.name(),
                    regrets.bought(),
                    regrets.drainedAfter(),
                    regrets.removed(),
                    regrets.boughtAfter());
        }
        return table.build();
    }

    static String hours(Duration time) {
        return BigDecimal.valueOf(time.toMillis())
                .divide(BigDecimal.valueOf(3_600_000), 1, RoundingMode.HALF_UP)
                .toPlainString();
    }

    private static String text(Duration time) {
        return Durations.text(time);
    }
}
