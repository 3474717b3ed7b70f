package dev.plimsoll.cli;

import dev.plimsoll.simulator.fleet.Score;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The results of Plimsoll over all courses beside those of the other methods, a sentence for each
/// of its modes.
///
/// @param scores by course, the methods in the same order
/// @param changes the scores of courses that change something
record FleetSentences(List<List<Score>> scores, List<List<Score>> changes) {

    private static final String OURS = "plimsoll ";

    /// @param words after the number
    private record Figure(IntToDoubleFunction of, int places, String words) {

        private String text(double value) {
            return FleetReport.decimal(value, places);
        }
    }

    List<String> all() {
        return methods(this::isOurs).stream().map(this::sentence).toList();
    }

    private String sentence(int method) {
        var figures =
                List.of(
                        new Figure(this::moved, 3, " replicas moved per change"),
                        new Figure(this::worstBias, 2, " worst bias"),
                        new Figure(this::violations, 1, "% quota violations"),
                        new Figure(this::beyondRoom, 0, " replicas beyond room"));
        return figures.stream()
                .map(figure -> compared(figure, method))
                .collect(Collectors.joining(", ", name(method) + " over all courses: ", ""));
    }

    private String compared(Figure figure, int method) {
        var others = methods(one -> !isOurs(one)).stream().map(figure.of()::applyAsDouble).toList();
        return figure.text(figure.of().applyAsDouble(method))
                + figure.words()
                + " (others "
                + Range.of(others, figure::text)
                + ")";
    }

    private List<Integer> methods(IntPredicate which) {
        return IntStream.range(0, scores.getFirst().size()).filter(which).boxed().toList();
    }

    private boolean isOurs(int method) {
        return name(method).startsWith(OURS);
    }

    private String name(int method) {
        return scores.getFirst().get(method).contender();
    }

    /// The mean of the courses that change something.
    private double moved(int method) {
        return sum(changes, method, Score::moved) / changes.size();
    }

    private double worstBias(int method) {
        return scores.stream()
                .mapToDouble(course -> course.get(method).worstBias())
                .max()
                .orElse(0);
    }

    private double violations(int method) {
        return 100 * sum(scores, method, Score::violations) / sum(scores, method, Score::decisions);
    }

    private double beyondRoom(int method) {
        return sum(scores, method, Score::beyondRoom);
    }

    private static double sum(
            List<List<Score>> courses, int method, ToDoubleFunction<Score> figure) {
        return courses.stream().map(course -> course.get(method)).mapToDouble(figure).sum();
    }
}
