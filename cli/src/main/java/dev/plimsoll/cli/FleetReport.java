package dev.plimsoll.cli;

import dev.plimsoll.simulator.fleet.Course;
import dev.plimsoll.simulator.fleet.Fleet;
import dev.plimsoll.simulator.fleet.Score;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Ways to share replicas over clusters, side by side.
final class FleetReport {

    private final Fleet fleet;
    private final int workloads;
    private final long seed;
    private final PrintStream out;

    FleetReport(int workloads, long seed, PrintStream out) {
        fleet = new Fleet(workloads, seed);
        this.workloads = workloads;
        this.seed = seed;
        this.out = out;
    }

    void print() {
        out.println("replicas over clusters, %,d workloads, seed %d".formatted(workloads, seed));
        out.println("bias: replicas above the exact share, the mean of all workloads");
        for (var course : Course.firsts()) {
            print(course, List.of("bias by cluster", "quota violations"), FleetReport::first);
        }
        var headings =
                List.of("moved a change", "worst bias", "quota violations", "given beyond room");
        for (var course : Course.changes(seed)) {
            print(course, headings, FleetReport::changes);
        }
    }

    private void print(Course course, List<String> headings, Function<Score, List<String>> cells) {
        var rows = new ArrayList<List<String>>();
        rows.add(row("", headings));
        for (var score : fleet.play(course)) {
            rows.add(row(score.contender(), cells.apply(score)));
        }
        out.println();
        out.println(course.name());
        Table.print(rows, "  ", out);
        out.flush();
    }

    private static List<String> row(String first, List<String> others) {
        var row = new ArrayList<>(List.of(first));
        row.addAll(others);
        return row;
    }

    private static List<String> first(Score score) {
        return List.of(biases(score), violations(score));
    }

    private static List<String> changes(Score score) {
        return List.of(
                decimal("%.3f", score.moved()),
                decimal("%.2f", score.worstBias()),
                violations(score),
                Long.toString(score.beyondRoom()));
    }

    private static String biases(Score score) {
        return score.bias().stream()
                .map(bias -> decimal("%+.2f", bias + 0.0))
                .collect(Collectors.joining(" "));
    }

    /// As a share of all decisions.
    private static String violations(Score score) {
        return decimal("%.1f%%", 100.0 * score.violations() / score.decisions());
    }

    private static String decimal(String format, double value) {
        return String.format(Locale.ROOT, format, value).replace("-0.00", "+0.00");
    }
}
