package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunStateTest {

    private static final List<SizedGroup> SIZED =
            List.of(new SizedGroup("web", Policy.defaults(Reading.PLIMSOLL)));

    /// The embedded cluster begins with 4 nodes of batch and 12 of web, and no pod.
    @Test
    void countsReadyDrainingAndArrivingNodes() {
        var world = Day.scenario().world(Run.START, 1);
        world.act(
                new Plan(
                        List.of(
                                new Step.ResizeGroup("web", 12, 15),
                                new Step.DrainNode("web-1", DrainCause.LOW_UTILISATION))));
        world.advanceTo(Run.START.plusSeconds(100));
        var times = new RunState.Times(Run.START, world.now(), Duration.ofHours(1), "max");

        var state = RunState.of(world, times, SIZED, List.of("a line"));

        var batch = state.groups().get(0);
        var web = state.groups().get(1);
        assertThat(state.groups()).extracting(GroupState::name).containsExactly("batch", "web");
        assertThat(batch.nodes()).isEqualTo(new GroupState.Nodes(4, 0, 0));
        assertThat(batch.used().band()).isEqualTo(GroupState.Band.ANY);
        assertThat(web.nodes()).isEqualTo(new GroupState.Nodes(11, 1, 3));
        assertThat(web.hour()).isEqualTo(Money.dollars(new BigDecimal("2.88")));
        assertThat(web.used().cpu().capacity()).isEqualTo(11 * 3_920);
        assertThat(web.used().band())
                .isEqualTo(new GroupState.Band(Percent.of(40), Percent.of(70)));
        assertThat(web.pending()).isEqualTo(world.summary().groups().get(1).pods().waiting());
        assertThat(state.lines()).containsExactly("a line");
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    requested | capacity | percent | eighths of 10 cells
                    0         | 0        | -       | 0
                    7         | 0        | -       | 0
                    0         | 1000     | 0%      | 0
                    4         | 1000     | 0%      | 0
                    5         | 1000     | 1%      | 0
                    6         | 1000     | 1%      | 0
                    7         | 1000     | 1%      | 1
                    500       | 1000     | 50%     | 40
                    1000      | 1000     | 100%    | 80
                    1200      | 1000     | 120%    | 80
                    """)
    void roundsUseHalfUp(long requested, long capacity, String percent, int eighths) {
        var use = new GroupState.Use(requested, capacity);

        assertThat(use.percent()).isEqualTo(percent);
        assertThat(use.eighths(10)).isEqualTo(eighths);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    seconds | length seconds | percent
                    0       | 3600           | 0
                    3599    | 3600           | 99
                    3600    | 3600           | 100
                    0       | 0              | 100
                    """)
    void knowsHowMuchOfItsTimeHasPassed(long seconds, long length, long percent) {
        var now = Run.START.plusSeconds(seconds);
        var times = new RunState.Times(Run.START, now, Duration.ofSeconds(length), "max");

        assertThat(times.percent()).isEqualTo(percent);
    }
}
