package dev.plimsoll.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// Prints a line for each decision, under its day.
final class RunLines implements RunView {

    private final Console console;
    private LocalDate day = LocalDate.MIN;

    RunLines(Console console) {
        this.console = console;
    }

    @Override
    public void show(Instant now, String line) {
        var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        if (!today.equals(day)) {
            day = today;
            console.line(day.toString());
        }
        console.line(RunLine.cut(line, RunLine.WIDTH));
        console.out().flush();
    }

    /// A blank line is between the decisions and the summary.
    @Override
    public void close() {
        console.line("");
    }
}
