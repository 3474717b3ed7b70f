package dev.plimsoll.batching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Percent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where formulas divide by nothing or have nothing to give, every rule has an answer. `bench/run
/// BatchingBench` says how long each takes.
class EdgesTest {

    private static final List<Formula> RULES =
            List.of(
                    new Formula.FeedForward(),
                    new Formula.State(200),
                    new Formula.Level(Percent.WHOLE, 200),
                    new Formula.Threshold(Percent.of(90), Percent.of(50), 16, 1),
                    new Formula.Snippet(200),
                    new Formula.Prose(200));

    /// The next batch by each rule, from batches of 16; the use, if any, rose by one.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    capacity | nodes |  used | state     | next
                        1024 |     0 |     0 | OK        | 128  32  128  16    1   16
                     unknown |    28 |   448 | UNKNOWN   |  16  16   16  16   16   16
                         256 |    28 |   448 | EXHAUSTED |   1   1    4   1    1    1
                           0 |    28 |   448 | EXHAUSTED |   1   1    1   1    1    1
                           0 |     0 |     0 | TIGHT     |   1  16    1  16    1   16
                           1 |     1 |     0 | EXHAUSTED |   1   1    1  16    1   16
                        1024 |     1 |    16 | OK        | 128  16  128  16  128  128
                       65536 |  5000 | 80000 | OK        |   2   1    4   1    1    1
                    """)
    void everyRuleAnswers(String capacity, int count, int used, State state, String next) {
        var known = capacity.equals("unknown") ? Count.unknown() : Count.of(number(capacity));
        var nodes = count == 0 ? List.<Nodes>of() : List.of(OneSubnet.nodes(count, 9));
        var before = Count.of(Math.max(0, used - 1));
        var seen =
                new Seen("pods", known, 16, nodes).withUsed(new Seen.Used(Count.of(used), before));
        var asked = OneSubnet.of(0, 16).seeing(seen);
        var batches = new ArrayList<String>();

        for (var rule : RULES) {
            batches.add(Integer.toString(asked.by(rule).next()));
        }

        assertThat(String.join(" ", batches)).isEqualTo(next.replaceAll(" +", " "));
        assertThat(asked.state()).isEqualTo(state);
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }
}
