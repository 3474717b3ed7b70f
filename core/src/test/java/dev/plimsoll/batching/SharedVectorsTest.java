package dev.plimsoll.batching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.batching.Policy.Limits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Golden vectors: inputs, the batch that fits, the next one, the need, the state, and what the
/// source's formulas give.
@Tag("shared")
class SharedVectorsTest {

    private static final Path FILE = shared().resolve("vectors/batching.csv");

    /// A line, by the columns of the file.
    private record Row(List<String> cells) {

        String text(int column) {
            return cells.get(column);
        }

        int whole(int column) {
            return Integer.parseInt(text(column));
        }

        OneSubnet subnet() {
            return OneSubnet.of(whole(1), whole(5), demands())
                    .others(whole(2))
                    .shares(whole(6), whole(9))
                    .with(new Limits(128, whole(7), whole(8)))
                    .joins(whole(10));
        }

        Nodes[] demands() {
            var nodes = new ArrayList<Nodes>();
            for (var demand : text(4).split(" ", -1)) {
                var parts = demand.split("\\*", -1);
                if (parts.length == 2) {
                    nodes.add(
                            OneSubnet.nodes(
                                    Integer.parseInt(parts[0]), Integer.parseInt(parts[1])));
                } else if (!demand.isEmpty()) {
                    nodes.add(OneSubnet.nodes(1, Integer.parseInt(demand)));
                }
            }
            return nodes.toArray(Nodes[]::new);
        }

        /// As the answers tell it: `16.0` is `16`, `nan` is `NaN`.
        String exact(int column) {
            if (text(column).equals("nan")) {
                return "NaN";
            }
            var value = new BigDecimal(text(column));
            return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        }
    }

    @Test
    void answersEveryRow() throws IOException {
        var rows = Files.readAllLines(FILE).stream().skip(1).map(SharedVectorsTest::row).toList();

        assertThat(rows).hasSize(422);
        var softly = new SoftAssertions();
        rows.forEach(row -> check(row, softly));
        softly.assertAll();
    }

    private static void check(Row row, SoftAssertions softly) {
        var subnet = row.subnet();
        var answers = subnet.answers();
        var need = new BigDecimal(row.text(14));
        int used = row.whole(11);
        var snippet = subnet.by(new Formula.Snippet(200));
        var prose = subnet.by(new Formula.Prose(200));

        softly.assertThat(new Need(subnet.question()).used()).as("used %s", row).isEqualTo(used);
        softly.assertThat(answers.fit()).as("fit %s", row).isEqualTo(row.whole(12));
        softly.assertThat(subnet.next()).as("next %s", row).isEqualTo(row.whole(13));
        softly.assertThat(new Need(subnet.question()).at(answers.fit()))
                .as("need %s", row)
                .isEqualTo(need.movePointRight(2).longValueExact());
        softly.assertThat(subnet.state().name()).as("state %s", row).isEqualTo(row.text(15));
        softly.assertThat(snippet.used(used, Math.max(0, used - 1)).answers().exact())
                .as("rising %s", row)
                .isEqualTo(row.exact(16));
        softly.assertThat(snippet.used(used, used + 1).answers().exact())
                .as("falling %s", row)
                .isEqualTo(row.exact(17));
        softly.assertThat(prose.used(used, used + 1).answers().exact())
                .as("falling, by the text %s", row)
                .isEqualTo(row.exact(18));
    }

    /// Only the name may be quoted, and it alone holds commas then.
    private static Row row(String line) {
        var rest = line;
        var cells = new ArrayList<String>();
        if (line.startsWith("\"")) {
            int end = line.indexOf('"', 1);
            cells.add(line.substring(1, end));
            rest = line.substring(end + 2);
        }
        cells.addAll(List.of(rest.split(",", -1)));
        return new Row(cells);
    }

    private static Path shared() {
        var folder = System.getProperty("plimsoll.shared");
        if (folder == null || !Files.isDirectory(Path.of(folder))) {
            throw new IllegalStateException(
                    "these tests read golden vectors; run ./check shared, or set"
                            + " -Dplimsoll.shared=FOLDER, got "
                            + folder);
        }
        return Path.of(folder);
    }
}
