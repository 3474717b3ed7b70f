package dev.plimsoll.cli;

import dev.plimsoll.decision.MainReason;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.kube.TurnReport;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;

/// A turn in one line: `key=value`, and the main reason of the decisions that have steps.
final class TurnLine {

    private TurnLine() {}

    static String of(TurnReport turn) {
        long steps = turn.loops().stream().mapToLong(loop -> loop.outcomes().size()).sum();
        long failed =
                turn.loops().stream()
                        .flatMap(loop -> loop.outcomes().stream())
                        .filter(outcome -> !(outcome instanceof Outcome.Done))
                        .count();
        var line =
                turn.at().truncatedTo(ChronoUnit.SECONDS)
                        + " turn nodes="
                        + turn.cluster().nodes().size()
                        + " pending="
                        + turn.cluster().pending().stream().mapToInt(pods -> pods.count()).sum()
                        + " groups="
                        + turn.loops().size()
                        + " steps="
                        + steps
                        + " failed="
                        + failed
                        + " requests="
                        + turn.requests()
                        + " ms="
                        + turn.took().toMillis();
        var why =
                turn.loops().stream()
                        .filter(loop -> !loop.decision().plan().steps().isEmpty())
                        .map(TurnLine::why)
                        .collect(Collectors.joining("; "));
        return why.isEmpty() ? line : line + " \"" + why + "\"";
    }

    private static String why(LoopTurn loop) {
        var steps = Sentences.brief(loop.decision().plan().steps());
        var reason = MainReason.of(loop.decision()).sentence();
        var failures =
                loop.outcomes().stream()
                        .map(TurnLine::failure)
                        .filter(failure -> !failure.isEmpty())
                        .distinct()
                        .collect(Collectors.joining());
        return loop.loop().name()
                + (loop.dryRun() ? " would " : " ")
                + steps
                + ": "
                + reason
                + failures;
    }

    private static String failure(Outcome outcome) {
        return outcome instanceof Outcome.Failed(_, var why) ? "; failed: " + why : "";
    }
}
