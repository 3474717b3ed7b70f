package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.packing.EvenSplit.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EvenSplitTest {

    /// Of Cluster Autoscaler's tests for groups that are alike; the row with a group above its most
    /// is in its rules.
    private static final String SIZES =
            """
            sizes/most            more  then
            1/10 3/10 5/10 5/10      1  2 3 5 5
            1/10 3/10 5/10 5/10      2  3 3 5 5
            1/10 3/10 5/10 5/10      4  4 4 5 5
            1/10 3/10 5/10 5/10      5  5 4 5 5
            1/10 3/10 5/10 5/10     10  6 6 6 6
            1/1                      1  1
            1/1 1/3                  5  1 3
            1/3 3/10                 4  3 5
            1/3 3/10 5/7             9  3 8 7
            1/3 3/10 5/7           900  3 10 7
            6/3 1/3                  5  6 3
            """;

    @Test
    void givesEachNodeToTheSmallestGroupThatMayGrow() {
        SIZES.lines().skip(1).forEach(EvenSplitTest::check);
    }

    private static void check(String row) {
        var columns = Stream.of(row.split(" {2,}", -1)).map(String::strip).toList();
        var groups = new ArrayList<Part>();
        for (var group : columns.getFirst().split(" ", -1)) {
            var part = group.split("/", -1);
            groups.add(new Part(Integer.parseInt(part[0]), Integer.parseInt(part[1])));
        }

        var grown = EvenSplit.grown(groups, Integer.parseInt(columns.get(1)));

        assertThat(grown).as(row).isEqualTo(numbers(columns.get(2)));
    }

    private static List<Integer> numbers(String text) {
        return Stream.of(text.split(" ", -1)).map(Integer::valueOf).toList();
    }
}
