package dev.plimsoll.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.ranking.RankingPolicy.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every worked number of the source, computed again by another program.
@Tag("shared")
class SharedTablesTest {

    /// `./check shared` says where.
    private static final Path PRICES =
            Path.of(System.getProperty("plimsoll.shared", "shared"), "data", "prices");

    private static final Pattern SUPPRESS =
            Pattern.compile("\"suppress\\(4,([0-9]+)\\)\",[^,]*,[0-9.]+,([0-9.]+),");

    private static final Pattern RATIO =
            Pattern.compile(
                    ",(?:([14])\\*)?\\((0\\.[0-9]+)\\+0\\.016\\)/\\(0\\.003(\\*15)?\\+0\\.016\\)"
                            + ",[0-9.]+,([0-9.]+),");

    @Test
    void suppressesAsTheyDo() throws IOException {
        var rows = SUPPRESS.matcher(text("seed_worked_examples_check.csv")).results().toList();

        assertThat(rows).hasSize(8);
        for (var row : rows) {
            int nodes = Integer.parseInt(row.group(1));
            assertThat(Score.rounded(Formula.suppress(4, nodes, 15))).isEqualTo(row.group(2));
        }
    }

    @Test
    void scoresAsTheyDo() throws IOException {
        var rows = RATIO.matcher(text("seed_worked_examples_check.csv")).results().toList();

        assertThat(rows).hasSize(12);
        for (var row : rows) {
            int cpu = row.group(1) == null ? 8 : 8 / Integer.parseInt(row.group(1));
            var pods = Market.pods(1, row.group(3) == null ? "0.003" : "0.045");
            var option = Market.option("a", cpu * 1_000L, row.group(2), 1);
            var market =
                    new Market()
                            .preferring(8_000)
                            .steadiedBy("0.016")
                            .with(Market.taking(option, pods));
            assertThat(Score.rounded(market.score().value())).isEqualTo(row.group(4));
        }
    }

    /// From the source: where two bands meet, the lower one has the bound.
    @Test
    void prefersAsTheyDo() throws IOException {
        for (var line : text("preferred_node_thresholds.csv").lines().skip(1).toList()) {
            var cells = line.split(",", -1);
            boolean source = cells[4].equals("seed");
            var reading = source ? Reading.SOURCE : Reading.CLUSTER_AUTOSCALER;
            int least = Integer.parseInt(cells[0]);
            int most = cells[1].isEmpty() ? 100_000 : Integer.parseInt(cells[1]);
            var cpu = Cpu.cores(Long.parseLong(cells[2]));

            assertThat(Formula.preferred(most, reading)).isEqualTo(cpu);
            assertThat(Formula.preferred(least % 10 == 0 ? least + 1 : least, reading))
                    .isEqualTo(cpu);
        }
    }

    private static String text(String file) throws IOException {
        return Files.readString(PRICES.resolve(file));
    }
}
