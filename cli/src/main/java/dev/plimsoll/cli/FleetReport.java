package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Page;
import dev.plimsoll.formats.page.Section;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.simulator.fleet.Course;
import dev.plimsoll.simulator.fleet.Fleet;
import dev.plimsoll.simulator.fleet.Score;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The report of a fleet simulation: methods of dividing replicas over clusters, side by side.
final class FleetReport {

    private static final List<String> FIRST = List.of("bias by cluster", "quota violations");
    private static final List<String> CHANGES =
            List.of("moved per change", "worst bias", "quota violations", "beyond room");

    private final Fleet fleet;
    private final int workloads;
    private final long seed;
    private final Console console;
    private final List<List<Score>> scores = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();

    FleetReport(int workloads, long seed, Console console) {
        fleet = new Fleet(workloads, seed);
        this.workloads = workloads;
        this.seed = seed;
        this.console = console;
    }

    void print() {
        var firsts = Course.firsts();
        try (var progress = new Progress(console, "fleet")) {
            firsts.forEach(course -> play(course, FIRST, FleetReport::first, progress));
            Course.changes(seed)
                    .forEach(course -> play(course, CHANGES, FleetReport::changes, progress));
        }
        var changes = scores.subList(firsts.size(), scores.size());
        var head = new ArrayList<String>();
        head.add("rows that begin with 'plimsoll' are Plimsoll's; 'sticky' is its default");
        head.addAll(new FleetSentences(scores, changes).all());
        head.add("replicas over clusters, " + workloads + " workloads, seed " + seed);
        head.add("bias: replicas above the exact share, as the mean of all workloads");
        console.page(new Page(head, sections, List.of()));
    }

    private void play(
            Course course,
            List<String> headings,
            Function<Score, List<String>> cells,
            Progress progress) {
        progress.say(course.name());
        var played = fleet.play(course);
        var rows = new ArrayList<List<String>>();
        for (var score : played) {
            rows.add(row(score.contender(), cells.apply(score)));
        }
        scores.add(played);
        sections.add(Section.of(course.name(), new Table(row("", headings), rows)));
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

    static String decimal(double value, int places) {
        return new BigDecimal(value).setScale(places, RoundingMode.HALF_UP).toPlainString();
    }
}
