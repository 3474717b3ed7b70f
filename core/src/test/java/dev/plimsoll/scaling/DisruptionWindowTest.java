package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows in which only a share of the nodes of each group may be disrupted.
class DisruptionWindowTest {

    /// A Thursday.
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            nullValues = "",
            textBlock =
                    """
                    schedule          | lasts  | zone             | now                  | until
                    0 9 * * mon-fri   | PT8H   | UTC              | 2026-01-01T08:59:59Z |
                    0 9 * * mon-fri   | PT8H   | UTC              | 2026-01-01T09:00:00Z | 2026-01-01T17:00:00Z
                    0 9 * * mon-fri   | PT8H   | UTC              | 2026-01-01T16:59:59Z | 2026-01-01T17:00:00Z
                    0 9 * * mon-fri   | PT8H   | UTC              | 2026-01-01T17:00:00Z |
                    0 9 * * MON-FRI   | PT8H   | UTC              | 2026-01-03T10:00:00Z |
                    0 9 * * mon-fri   | PT8H   | America/New_York | 2026-01-01T13:59:59Z |
                    0 9 * * mon-fri   | PT8H   | America/New_York | 2026-01-01T14:00:00Z | 2026-01-01T22:00:00Z
                    0 9 * * mon-fri   | PT8H   | America/New_York | 2026-07-01T13:00:00Z | 2026-07-01T21:00:00Z
                    0 22 * * *        | PT8H   | UTC              | 2026-01-02T03:00:00Z | 2026-01-02T06:00:00Z
                    0 0 1 * *         | PT72H  | UTC              | 2026-01-03T12:00:00Z | 2026-01-04T00:00:00Z
                    0 0 1 * *         | PT72H  | UTC              | 2026-01-04T00:00:00Z |
                    0 0 31 dec 7      | PT1H   | UTC              | 2026-12-06T00:30:00Z | 2026-12-06T01:00:00Z
                    0 0 31 dec 7      | PT1H   | UTC              | 2026-12-31T00:30:00Z | 2026-12-31T01:00:00Z
                    0 0 31 dec 7      | PT1H   | UTC              | 2026-12-30T00:30:00Z |
                    */20 * * * *      | PT5M   | UTC              | 2026-01-01T12:44:59Z | 2026-01-01T12:45:00Z
                    */20 * * * *      | PT5M   | UTC              | 2026-01-01T12:45:00Z |
                    5/30 * * * *      | PT5M   | UTC              | 2026-01-01T12:36:00Z | 2026-01-01T12:40:00Z
                    0 1-5/2,9 * jan * | PT1H   | UTC              | 2026-01-01T05:10:00Z | 2026-01-01T06:00:00Z
                    0 1-5/2,9 * jan * | PT1H   | UTC              | 2026-01-01T04:10:00Z |
                    0 1-5/2,9 * jan * | PT1H   | UTC              | 2026-02-01T05:10:00Z |
                    30 2 * * *        | PT1H   | Europe/Berlin    | 2026-03-29T01:45:00Z | 2026-03-29T02:30:00Z
                    """)
    void isOpenFromTheTimesOfItsSchedule(
            String schedule, Duration lasts, String zone, Instant now, Instant until) {
        var times = new CronSchedule(schedule, CronSchedule.zone(zone));
        var window = new DisruptionWindow(Percent.of(10), new Times.Scheduled(times, lasts));

        assertThat(window.openUntil(now).orElse(null)).isEqualTo(until);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    schedule      | mistake
                    0 9 * *       | it has 4 fields; write minute, hour, day of the month, month and day of the week, such as 0 9 * * mon-fri
                    60 9 * * *    | '60' is no minute; write a number from 0 to 59, a range, a list or *
                    0 9-5 * * *   | '9-5' is no hour; write a number from 0 to 23, a range, a list or *
                    0 9 0 * *     | '0' is no day of the month; write a number from 1 to 31, a range, a list or *
                    0 9 * june *  | 'june' is no month; write a number from 1 to 12, a name such as feb, a range, a list or *
                    0 9 * * 8     | '8' is no day of the week; write a number from 0 to 7, a name such as mon, a range, a list or *
                    */0 9 * * *   | '*/0' is no minute; write a number from 0 to 59, a range, a list or *
                    1,,2 9 * * *  | '' is no minute; write a number from 0 to 59, a range, a list or *
                    1-2-3 9 * * * | '1-2-3' is no minute; write a number from 0 to 59, a range, a list or *
                    """)
    void saysWhatIsWrongWithASchedule(String schedule, String mistake) {
        assertThatThrownBy(() -> new CronSchedule(schedule, CronSchedule.zone("UTC")))
                .hasMessage(mistake);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | percent | draining | notReady | drained
                    9     | 0       | 0        | 0        | 0
                    9     | 10      | 0        | 0        | 1
                    10    | 20      | 0        | 0        | 2
                    11    | 20      | 0        | 0        | 3
                    11    | 20      | 1        | 0        | 2
                    11    | 20      | 1        | 1        | 1
                    11    | 20      | 3        | 1        | 0
                    4     | 100     | 0        | 0        | 4
                    """)
    void drainsNoMoreThanItsShareOfAGroup(
            int nodes, int percent, int draining, int notReady, int drained) {
        var all = new ArrayList<Node>();
        for (int i = 0; i < nodes; i++) {
            var each = busy("n" + i);
            var goes = new NodeState.Draining(NOON, DrainCause.UNHEALTHY);
            all.add(i < draining ? each.with(goes) : each.withReady(i >= draining + notReady));
        }

        var decision = due(all, List.of(always(percent)));

        assertThat(drains(decision)).isEqualTo(drained);
    }

    /// The window of the night is closed.
    @Test
    void theStrictestOpenWindowCounts() {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < 10; i++) {
            nodes.add(busy("n" + i));
        }
        var windows = List.of(always(40), scheduled(20, "0 9 * * *"), scheduled(0, "0 22 * * *"));

        var decision = due(nodes, windows);

        assertThat(drains(decision)).isEqualTo(2);
        assertThat(decision.reasons().stream().map(Reason::sentence))
                .contains(
                        "8 more unneeded nodes of small are drained later: at most 2 of 10 may be"
                                + " disrupted at a time now, and 2 are");
        assertThat(decision.wakeAt()).isEqualTo(Instant.parse("2026-01-01T17:00:00Z"));
    }

    private static DisruptionWindow always(int percent) {
        return new DisruptionWindow(Percent.of(percent), new Times.Always());
    }

    private static DisruptionWindow scheduled(int percent, String schedule) {
        var times = new CronSchedule(schedule, CronSchedule.zone("UTC"));
        return new DisruptionWindow(
                Percent.of(percent), new Times.Scheduled(times, Duration.ofHours(8)));
    }

    /// A node whose pod fits elsewhere.
    private static Node busy(String name) {
        return node(name, "pool=small", "4", "16Gi", Village.pods(1, "p", "100m", "1Gi"));
    }

    /// The decision when all nodes of `small` have been unneeded for an hour.
    private static Decision<Past> due(List<Node> small, List<DisruptionWindow> windows) {
        var policy = Policy.DEFAULT.with(Policy.DEFAULT.scaleDown().with(windows));
        var nodes = new ArrayList<>(small);
        nodes.add(node("large", "pool=large", "64", "256Gi", Village.pods(1, "q", "40", "1Gi")));
        var groups = List.of(group("small", 90, "0.2").with(small.size()), group("large", 1, "3"));
        var unneeded = new TreeMap<String, Instant>();
        small.forEach(each -> unneeded.put(each.name(), NOON.minus(Duration.ofHours(1))));
        var removals = new Past.Removals(unneeded, new TreeMap<>(), List.of(), List.of());
        var past = new Past(new TreeMap<>(), removals, Past.NONE.keptFree(), Growths.NONE);
        var cluster = Cluster.of(nodes, List.of(), groups);
        return new Scaling()
                .decide(new Question<>(cluster, policy, past, List.<Outcome>of(), NOON, 0));
    }

    private static long drains(Decision<Past> decision) {
        return decision.plan().steps().stream()
                .filter(step -> step instanceof Step.DrainNode)
                .count();
    }
}
