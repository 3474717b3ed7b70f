package dev.plimsoll.cli;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.page.Section;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.simulator.PodWaits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;

/// A run that keeps room free, beside the same run without: how long pods waited, and what it cost.
///
/// @param policy how much room is kept free
record SlackComparison(Policy policy, RunFigures here, RunFigures without) {

    private static final String WITHOUT = "no slack";

    /// A line for each of the two.
    List<String> sentences() {
        return List.of(sentence(name(), here), sentence(WITHOUT, without));
    }

    private static String sentence(String name, RunFigures figures) {
        return "with %s: %d of %d pods waited for room, %s on average; %s"
                .formatted(
                        name,
                        figures.waits().delayed(),
                        figures.waits().pods(),
                        mean(figures),
                        figures.summary().cost());
    }

    List<Section> sections() {
        return List.of(
                Section.of("waiting with and without slack", waits()),
                Section.of("cost with and without slack", costs()));
    }

    private Table waits() {
        var table = Table.with("run", "pods", "waited for room", "mean wait", "p95", "p99", "max");
        waits(table, name(), here.waits());
        waits(table, WITHOUT, without.waits());
        return table.build();
    }

    private static void waits(Table.Builder table, String name, PodWaits pods) {
        table.row(
                name,
                pods.pods(),
                pods.delayed(),
                mean(pods),
                Durations.text(pods.waits().p95()),
                Durations.text(pods.p99()),
                Durations.text(pods.waits().longest()));
    }

    private Table costs() {
        var table =
                Table.with("run", "node hours", "dollars", "evicted", "killed", "failed removals");
        cost(table, name(), here);
        cost(table, WITHOUT, without);
        return table.build();
    }

    private static void cost(Table.Builder table, String name, RunFigures figures) {
        var pods = figures.waits().counts();
        table.row(
                name,
                hours(figures),
                figures.summary().cost(),
                pods.evicted(),
                pods.killed(),
                figures.failedRemovals());
    }

    private String name() {
        return switch (policy.keptFree()) {
            case KeptFree.Room(var slack) -> slack.rate().share() + " slack";
            case KeptFree.Asked _ -> WITHOUT;
        };
    }

    private static String mean(RunFigures figures) {
        return mean(figures.waits());
    }

    /// Below a minute in tenths of a second, rounded half up.
    private static String mean(PodWaits pods) {
        if (pods.mean().compareTo(Duration.ofMinutes(1)) >= 0) {
            return Durations.text(Duration.ofSeconds(pods.mean().toSeconds()));
        }
        var seconds = BigDecimal.valueOf(pods.mean().toMillis(), 3);
        return seconds.setScale(1, RoundingMode.HALF_UP).toPlainString() + "s";
    }

    private static String hours(RunFigures figures) {
        var time = Duration.ZERO;
        for (var group : figures.summary().groups()) {
            time = time.plus(group.bill().nodeTime());
        }
        return Report.hours(time);
    }
}
