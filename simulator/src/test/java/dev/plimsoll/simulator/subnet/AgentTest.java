package dev.plimsoll.simulator.subnet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.simulator.subnet.Agent.Scaler;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The cases of the node agent's own unit tests.
class AgentTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    pods | batch | percent | max | asked
                       0 |    16 |      50 | 250 |    16
                       8 |    16 |      50 | 250 |    16
                      16 |    16 |      50 | 250 |    32
                      25 |    16 |      50 | 250 |    48
                      32 |    16 |      50 | 250 |    48
                      36 |    16 |      50 | 250 |    48
                      48 |    16 |      50 | 250 |    64
                      10 |     1 |      50 | 250 |    11
                      10 |    16 |       0 | 250 |    16
                      13 |     1 |       0 | 250 |    13
                       0 |    16 |      50 | 100 |    16
                     500 |    16 |      50 | 250 |   250
                      75 |    16 |      50 | 250 |    96
                       5 |    16 |      50 | 250 |    16
                    """)
    void asksAtOnceForWhatItsPodsNeed(int pods, int batch, int percent, int max, int asked) {
        assertThat(Agent.AT_ONCE.requested(pool(0, pods, max), new Scaler(batch, percent)))
                .isEqualTo(asked);
    }

    /// Held, in use, and what is asked for after one step.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    held | pods | batch | percent | max | asked
                      10 |    8 |    10 |      50 |  30 |    20
                      10 |   10 |     3 |      50 |  30 |    12
                      10 |    8 |     1 |      50 |  30 |     9
                      16 |    9 |    16 |      50 |  30 |    30
                      16 |   16 |    50 |      50 |  30 |    30
                      20 |    5 |    10 |      50 |  30 |    10
                      21 |   15 |     3 |      50 |  30 |    18
                      30 |    5 |    16 |      50 |  30 |    16
                      16 |    5 |    16 |      50 | 250 |    16
                    """)
    void asksStepByStep(int held, int pods, int batch, int percent, int max, int asked) {
        assertThat(Agent.STEPWISE.requested(pool(held, pods, max), new Scaler(batch, percent)))
                .isEqualTo(asked);
    }

    private static Pool pool(int held, int pods, int max) {
        var pool = new Pool(max, new Scaler(16, 50));
        pool.request(held);
        pool.grant(held);
        for (int i = 0; i < pods; i++) {
            pool.start();
        }
        return pool;
    }
}
