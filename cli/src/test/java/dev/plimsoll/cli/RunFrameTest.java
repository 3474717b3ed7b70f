package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.page.Look.Colours;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.simulator.Summary;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunFrameTest {

    private static final ScreenSize USUAL = ScreenSize.USUAL;
    private static final GroupState.Band BAND = new GroupState.Band(Percent.of(60), Percent.of(80));
    private static final GroupState BATCH =
            group("batch", new GroupState.Nodes(16, 2, 1), 54, 33, 0, "5.78");
    private static final GroupState WEB =
            group("web", new GroupState.Nodes(9, 0, 0), 100, 0, 12, "2.69");
    private static final Summary SUMMARY = summary();
    private static final Ink PLAIN = new Ink(Colours.NONE);
    private static final List<String> LINES =
            List.of(
                    "00:58:30  batch  17 nodes   +1           no Ready or arriving node of batch"
                            + " has room for 1 pod: jobs/encode-218",
                    "00:59:00  batch  15 nodes   drain 2      short");

    @Test
    void showsTheClockTheGroupsTheTotalAndTheLastDecisions() {
        var frame = frame(List.of(BATCH, WEB), LINES, USUAL);

        assertThat(String.join("\n", frame))
                .isEqualTo(
                        """
                        Plimsoll · embedded cluster · 2026-01-05 06:00:00 · speed 600 · 25% of 24h

                        group  nodes  draining  arriving  cpu            memory         pending      $/h
                        batch     16         2         1  ████▍···  54%  ██▋·····  33%        ·    $5.78
                        web        9         ·         ·  ████████ 100%  ········   0%       12    $2.69
                        total     25         2         1                                     12    $8.47

                        $7.70 so far, $8.47/h · 6 pods evicted, 1 killed · longest wait 4m20s

                        00:58:30  batch  17 nodes   +1           no Ready or arriving node of batch has…
                        00:59:00  batch  15 nodes   drain 2      short












                        Ctrl-C ends the run and prints its summary\
                        """);
    }

    @Test
    void growsItsBarsAndItsListWithTheScreen() {
        var many = IntStream.range(0, 100).mapToObj(i -> "decision " + i).toList();

        var frame = frame(List.of(BATCH), many, new ScreenSize(200, 50));

        assertThat(frame).hasSize(50);
        assertThat(frame.get(3)).contains("█".repeat(21) + "▋" + "·".repeat(18) + "  54%");
        assertThat(frame.subList(8, 48)).isEqualTo(many.subList(60, 100));
    }

    @Test
    void isNeverLargerThanTheScreen() {
        var groups =
                IntStream.range(0, 30)
                        .mapToObj(i ->
                                group(
                                        "a-node-group-with-a-long-name-".repeat(3) + i,
                                        new GroupState.Nodes(100 * i, i, 10 * i),
                                        i,
                                        100 - i,
                                        1_000 * i,
                                        "1234.56"))
                        .toList();

        for (int columns = 40; columns <= 200; columns++) {
            for (int rows : List.of(1, 5, 10, 13, 24, 50)) {
                var size = new ScreenSize(columns, rows);
                for (var some : List.of(groups, List.of(BATCH, WEB), List.<GroupState>of())) {
                    var frame = frame(some, LINES, size);

                    assertThat(frame).hasSizeLessThanOrEqualTo(rows);
                    assertThat(frame)
                            .as("%s", size)
                            .allMatch(line -> line.length() <= size.columns());
                }
            }
        }
    }

    @Test
    void showsGroupsBeforeDecisionsOnALowScreen() {
        var frame = frame(List.of(BATCH, WEB), LINES, new ScreenSize(80, 12));

        assertThat(frame).hasSize(12);
        assertThat(frame.get(3)).startsWith("batch ");
        assertThat(frame.get(4)).startsWith("web ");
        assertThat(frame.get(9)).isEqualTo(LINES.getLast());
    }

    @Test
    void countsTheGroupsThatDoNotFit() {
        var groups =
                IntStream.range(0, 30)
                        .mapToObj(i ->
                                group("g" + i, new GroupState.Nodes(1, 0, 0), 50, 50, 0, "0.10"))
                        .toList();
        var many = IntStream.range(0, 100).mapToObj(i -> "decision " + i).toList();

        var frame = frame(groups, many, USUAL);

        assertThat(frame.subList(12, 23))
                .satisfies(lines -> {
                    assertThat(lines.get(0)).startsWith("g9 ");
                    assertThat(lines.get(1)).isEqualTo("… 20 more groups");
                    assertThat(lines.get(2)).startsWith("total     30 ").endsWith("$3.00");
                    assertThat(lines.subList(6, 10)).isEqualTo(many.subList(96, 100));
                });
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    columns | titles
                    67      | group  nodes  draining  arriving   cpu  memory  pending      $/h
                    58      | group  nodes  draining  arriving   cpu  memory  pending
                    50      | group  nodes  draining   cpu  memory  pending
                    40      | group  nodes   cpu  memory  pending
                    """)
    void leavesColumnsOutOnANarrowScreen(int columns, String titles) {
        var frame = frame(List.of(BATCH, WEB), LINES, new ScreenSize(columns, 24));

        assertThat(frame.get(2)).isEqualTo(titles);
    }

    @Test
    void keepsTheClockOnANarrowScreen() {
        var frame = frame(List.of(BATCH), LINES, new ScreenSize(40, 24));

        assertThat(frame.getFirst()).isEqualTo("2026-01-05 06:00:00 · speed 600");
    }

    @Test
    void hasNoProgressWithoutAnEnd() {
        var times = new RunState.Times(Run.START, Run.START, Run.FOR_EVER, "max");
        var state = new RunState(times, List.of(), SUMMARY, List.of());

        assertThat(RunFrame.of(state, USUAL, PLAIN).getFirst())
                .isEqualTo("Plimsoll · embedded cluster · 2026-01-05 00:00:00 · speed max");
    }

    /// The thresholds of the group are 60% and 80%.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    cpu percent | colour
                    59          | 36
                    60          | 32
                    80          | 32
                    81          | 33
                    """)
    void coloursUseByTheThresholdsOfTheGroup(int percent, String colour) {
        var group = group("web", new GroupState.Nodes(1, 0, 0), percent, 70, 0, "1");

        var row = coloured(List.of(group)).get(3);

        assertThat(row)
                .containsPattern("\033\\[" + colour + "m[█▏▎▍▌▋▊▉·]+  " + percent + "%\033\\[0m");
    }

    @Test
    void coloursChangeNoCharacter() {
        var plain = frame(List.of(BATCH, WEB), LINES, USUAL);

        assertThat(coloured(List.of(BATCH, WEB)))
                .isNotEqualTo(plain)
                .extracting(line -> line.replaceAll("\033\\[[0-9]+m", ""))
                .isEqualTo(plain);
    }

    @Test
    void aGroupWithoutNodesHasNoUse() {
        var empty =
                new GroupState(
                        "batch",
                        GroupState.Nodes.NONE,
                        new GroupState.Utilisation(
                                new GroupState.Use(0, 0), new GroupState.Use(0, 0), BAND),
                        3,
                        Money.NONE);

        assertThat(coloured(List.of(empty)).get(3))
                .isEqualTo(
                        "batch      0         ·         ·  ········    -  ········    -"
                                + "        3    $0.00");
    }

    @Test
    void namesCannotMoveTheCursor() {
        var group = group("\033[2Jweb", new GroupState.Nodes(1, 0, 0), 50, 50, 0, "1");

        var frame = frame(List.of(group), List.of("\033[2Jdecision"), USUAL);

        assertThat(frame).noneMatch(line -> line.contains("\033"));
    }

    private static List<String> coloured(List<GroupState> groups) {
        return RunFrame.of(state(groups, LINES), USUAL, new Ink(Colours.ANSI));
    }

    private static List<String> frame(
            List<GroupState> groups, List<String> lines, ScreenSize size) {
        return RunFrame.of(state(groups, lines), size, PLAIN);
    }

    private static RunState state(List<GroupState> groups, List<String> lines) {
        var now = Run.START.plus(Duration.ofHours(6));
        var times = new RunState.Times(Run.START, now, Duration.ofDays(1), "600");
        return new RunState(times, groups, SUMMARY, lines);
    }

    private static GroupState group(
            String name,
            GroupState.Nodes nodes,
            int cpuPercent,
            int memoryPercent,
            int pending,
            String dollarsHour) {
        return new GroupState(
                name,
                nodes,
                new GroupState.Utilisation(
                        new GroupState.Use(cpuPercent, 100),
                        new GroupState.Use(memoryPercent, 100),
                        BAND),
                pending,
                dollars(dollarsHour));
    }

    private static Summary summary() {
        var waits =
                new Summary.Waits(
                        Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(260));
        var pods = new Summary.Counts(320, 6, 1, 12);
        var bill = new Summary.Bill(Duration.ofHours(20), dollars("7.70"), dollars("8.47"), 17);
        var group =
                new Summary.OfGroup("batch", bill, waits, pods, new Summary.Regrets(0, 0, 0, 0));
        return new Summary(Duration.ofHours(6), List.of(group), waits, pods);
    }

    private static Money dollars(String amount) {
        return Money.dollars(new BigDecimal(amount));
    }
}
