package dev.plimsoll.cli;

import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.simulator.Summary;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The same run of the embedded cluster under Escalator's rules, for comparison.
final class EscalatorRun {

    /// Runs of less than a day are not compared: the night says little about the day. A second run
    /// takes as long as the first, so long ones are not compared either.
    private static final Duration SHORTEST = Duration.ofDays(1);

    private static final Duration LONGEST = Duration.ofDays(2);

    private final List<SizedGroup> sized;
    private final long seed;
    private final Duration every;

    EscalatorRun(List<SizedGroup> sized, long seed, Duration every) {
        this.sized = sized;
        this.seed = seed;
        this.every = every;
    }

    /// @return nothing if the run does not take a day or two, follows Escalator's rules itself, or
    ///   somebody asks to stop
    Optional<Summary> until(Instant end, Console console) {
        var length = Duration.between(Run.START, end);
        if (isSource() || length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
            return Optional.empty();
        }
        var setup = Loops.of(sized.stream().map(SizedGroup::asEscalator).toList()).setup();
        var world = Day.scenario().world(Run.START, seed);
        var turns = new Turns<>(world, Journal.none(), Memory.none(), seed);
        try (var progress = new Progress(console, "the same run by Escalator's rules")) {
            for (var now = Run.START; !now.isAfter(end); now = now.plus(every)) {
                if (console.isStopping()) {
                    return Optional.empty();
                }
                world.advanceTo(now);
                turns.turn(now, setup);
                progress.say(Sentences.time(now));
            }
        }
        return Optional.of(world.summary());
    }

    private boolean isSource() {
        return sized.stream().allMatch(group -> group.policy().reading() == Reading.SOURCE);
    }
}
