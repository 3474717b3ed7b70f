package dev.plimsoll.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.quantity.Resources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The packings of the lists of Karpenter's benchmark and of openb, on all their types.
@Tag("shared")
class PackingListsTest {

    private static final Path SHARED =
            Path.of(System.getProperty("plimsoll.shared", "no such folder"));

    /// @param dollars most dollars an hour: the cost of Karpenter 1.5, or less if less is known to
    ///   be enough
    /// @param percent most percent above the bound
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    list         | dollars | percent
                    pods-500     |  169.33 | 22
                    pods-1000    |  343.39 | 22
                    pods-5000    | 1290    | 22
                    pods-20000   | 7175.95 | 22
                    generic-5000 | 1070    | 5
                    """)
    void placesEveryPodOfKarpentersLists(String list, double dollars, double percent)
            throws IOException {
        var vectors = SHARED.resolve("vectors");
        var workload = PackingWorkload.karpenter(vectors, list);

        var packing = pack(workload);

        places(Row.karpenter(vectors.resolve("karpbench-" + list + ".csv")), packing);
        costsAtMost(dollars, percent, workload, packing);
    }

    @Test
    void placesEveryPodOfOpenb() throws IOException {
        var data = SHARED.resolve("data");
        var workload = PackingWorkload.openb(data, Resources.NONE);

        var packing = pack(workload);

        places(Row.openb(data.resolve("openb/openb_pod_list_default.csv")), packing);
        costsAtMost(5303.69, 5, workload, packing);
    }

    private static Packing pack(PackingWorkload workload) {
        return CheapestPacking.cheapest(
                PackingStart.of(workload.there()), workload.offers(), workload.pods());
    }

    private static void places(List<Row> rows, Packing packing) {
        var waiting = new LinkedHashMap<Row, Integer>();
        rows.forEach(row -> waiting.merge(row, 1, Integer::sum));
        var placed = new LinkedHashMap<Row, Integer>();
        packing.placed()
                .forEach(some -> placed.merge(Row.of(some.shape()), some.count(), Integer::sum));
        assertThat(placed).isEqualTo(waiting);
        assertThat(ListJudge.problems(packing)).isEmpty();
    }

    private static void costsAtMost(
            double dollars, double percent, PackingWorkload workload, Packing packing) {
        double cost = packing.cost().nanos() / 1e9;
        double bound = PackingBench.bound(workload);
        assertThat(cost).isBetween(bound, dollars);
        assertThat(100 * (cost / bound - 1)).isLessThanOrEqualTo(percent);
    }
}
