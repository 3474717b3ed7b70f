package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Source;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.CronSchedule;
import dev.plimsoll.scaling.DisruptionWindow;
import dev.plimsoll.scaling.DisruptionWindow.Times;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisruptionWindowsTest {

    private static final String START = "kind: Policy\nscaling:\n  disruption:\n  - ";

    @Test
    void readsWindowsAndLimitsAtAllTimes() {
        var policy =
                read(
                        """
                        {nodes: 10%, schedule: "0 9 * * mon-fri", duration: 8h}
                          - {nodes: 0%, schedule: "0 0 24-26 dec *", duration: 24h,
                             timeZone: Europe/Berlin}
                          - {nodes: 25%}
                        """);

        assertThat(policy.scaling().scaleDown().windows())
                .containsExactly(
                        window(10, "0 9 * * mon-fri", "UTC", Duration.ofHours(8)),
                        window(0, "0 0 24-26 dec *", "Europe/Berlin", Duration.ofDays(1)),
                        new DisruptionWindow(Percent.of(25), new Times.Always()));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    window                                             | mistake
                    {schedule: '0 9 * * *', duration: 8h}              | policy.yaml:4:5: scaling.disruption[0]: a window needs the share of nodes that may be disrupted; add nodes: 10%
                    {nodes: 10%, schedule: '0 9 * * *'}                | policy.yaml:4:5: scaling.disruption[0]: schedule and duration need each other; add both, or none for a limit at all times
                    {nodes: 10%, duration: 8h}                         | policy.yaml:4:5: scaling.disruption[0]: schedule and duration need each other; add both, or none for a limit at all times
                    {nodes: 10%, schedule: '0 9 * *', duration: 8h}    | policy.yaml:4:28: scaling.disruption[0].schedule: it has 4 fields; write minute, hour, day of the month, month and day of the week, such as 0 9 * * mon-fri
                    {nodes: 10%, schedule: '0 25 * * *', duration: 8h} | policy.yaml:4:28: scaling.disruption[0].schedule: '25' is no hour; write a number from 0 to 23, a range, a list or *
                    {nodes: 10%, schedule: '0 9 * * *', duration: 0s}  | policy.yaml:4:51: scaling.disruption[0].duration: a window lasts some time; write a time such as 8h
                    {nodes: 10%, schedule: '0 9 * * *', duration: x}   | policy.yaml:4:51: scaling.disruption[0].duration: 'x' is not a duration; write one such as 90s, 10m or 1h30m
                    {nodes: 10%, timeZone: Mars/Olympus}               | policy.yaml:4:28: scaling.disruption[0].timeZone: 'Mars/Olympus' is no time zone; write one such as UTC or Europe/Berlin
                    """)
    void saysWhatIsWrongAndHowToPutItRight(String window, String mistake) {
        assertThatExceptionOfType(BadInput.class)
                .isThrownBy(() -> read(window + "\n"))
                .withMessage("%s", mistake);
    }

    private static DisruptionWindow window(
            int percent, String schedule, String zone, Duration lasts) {
        var times = new CronSchedule(schedule, CronSchedule.zone(zone));
        return new DisruptionWindow(Percent.of(percent), new Times.Scheduled(times, lasts));
    }

    private static PolicyFile read(String windows) {
        return PolicyFile.read(Source.text("policy.yaml", START + windows));
    }
}
