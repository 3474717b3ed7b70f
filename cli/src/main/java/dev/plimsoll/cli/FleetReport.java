package dev.plimsoll.cli;

import dev.plimsoll.formats.page.PlainText;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.simulator.fleet.Course;
import dev.plimsoll.simulator.fleet.Fleet;
import dev.plimsoll.simulator.fleet.Score;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The report of a fleet simulation: methods of dividing replicas over clusters, side by side.
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
        out.println("replicas over clusters, " + workloads + " workloads, seed " + seed);
        out.println("bias: replicas above the exact share, as the mean of all workloads");
        for (var course : Course.firsts()) {
            print(course, List.of("bias by cluster", "quota violations"), FleetReport::first);
        }
        var headings = List.of("moved per change", "worst bias", "quota violations", "beyond room");
        for (var course : Course.changes(seed)) {
            print(course, headings, FleetReport::changes);
        }
    }

    private void print(Course course, List<String> headings, Function<Score, List<String>> cells) {
        var rows = new ArrayList<List<String>>();
        for (var score : fleet.play(course)) {
            rows.add(row(score.contender(), cells.apply(score)));
        }
        out.println();
        out.println(course.name());
        out.print(PlainText.of(new Table(row("", headings), rows), "  "));
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
                decimal(score.moved(), 3),
                decimal(score.worstBias(), 2),
                violations(score),
                Long.toString(score.beyondRoom()));
    }

    private static String biases(Score score) {
        return score.bias().stream().map(FleetReport::signed).collect(Collectors.joining(" "));
    }

    /// As a share of all decisions.
    private static String violations(Score score) {
        return decimal(100.0 * score.violations() / score.decisions(), 1) + "%";
    }

    private static String signed(double value) {
        var text = decimal(value, 2);
        return text.startsWith("-") ? text : "+" + text;
    }

    private static String decimal(double value, int places) {
        return new BigDecimal(value).setScale(places, RoundingMode.HALF_UP).toPlainString();
    }
}
