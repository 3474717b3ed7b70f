package dev.plimsoll.formats;

import java.util.List;

/// Input with mistakes that a person has to correct. The message has a line for each mistake.
public final class BadInput extends RuntimeException {

    private final List<Mistake> mistakes;

    public BadInput(Place place, String path, String sentence) {
        this(List.of(new Mistake(place, path, sentence)), 0);
    }

    /// @param more how many mistakes there are beside these
    BadInput(List<Mistake> mistakes, int more) {
        super(message(mistakes, more));
        this.mistakes = List.copyOf(mistakes);
    }

    public List<Mistake> mistakes() {
        return mistakes;
    }

    private static String message(List<Mistake> mistakes, int more) {
        var lines = new StringBuilder();
        for (var mistake : mistakes) {
            lines.append(lines.isEmpty() ? "" : "\n").append(mistake);
        }
        return lines + (more == 0 ? "" : "\nand " + more + " more");
    }
}
