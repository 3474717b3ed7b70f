package dev.plimsoll.formats;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The known word that is closest to a misspelt one.
public final class Suggestion {

    private Suggestion() {}

    /// The word with the fewest letters to change, if a third of them are right; the first of
    /// equals.
    public static Optional<String> closest(String written, Collection<String> known) {
        Optional<String> best = Optional.empty();
        int fewest = Math.max(2, written.length() / 3) + 1;
        for (var word : known) {
            int distance = distance(written, word);
            if (distance < fewest && distance < word.length()) {
                fewest = distance;
                best = Optional.of(word);
            }
        }
        return best;
    }

    /// The words with the fewest letters to change, the best first.
    ///
    /// @param most their number
    public static List<String> close(String written, Collection<String> known, int most) {
        int far = Math.max(2, written.length() / 3);
        return known.stream()
                .filter(word -> distance(written, word) <= far)
                .sorted(Comparator.comparingInt(word -> distance(written, word)))
                .limit(most)
                .toList();
    }

    /// Letters to insert, remove, replace or swap with their neighbour; capitals count as small.
    static int distance(String from, String to) {
        var a = from.toLowerCase(Locale.ROOT);
        var b = to.toLowerCase(Locale.ROOT);
        if (Math.abs(a.length() - b.length()) > 20) {
            return Integer.MAX_VALUE;
        }
        var rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, a, b, i, j);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int step(int[][] rows, String a, String b, int i, int j) {
        int replaced = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
        boolean swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
    }
}
