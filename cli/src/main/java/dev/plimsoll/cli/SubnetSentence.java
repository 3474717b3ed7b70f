package dev.plimsoll.cli;

import dev.plimsoll.simulator.subnet.Contender;
import dev.plimsoll.simulator.subnet.Summary;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/// The results of Plimsoll's formula beside those of the others, in one sentence.
///
/// @param runs the same formulas on one or several loads, Plimsoll's first
record SubnetSentence(List<List<Contender>> runs) {

    @Override
    public String toString() {
        return name()
                + (runs.size() == 1 ? ": " : " over " + runs.size() + " loads: ")
                + compared(changes(), Summary::changes)
                + ", "
                + compared("addresses moved", Summary::moved)
                + ", "
                + compared("cold starts of " + sum(0, Summary::starts), Summary::cold)
                + ", "
                + compared("pods stuck", Summary::stuck);
    }

    private String changes() {
        return (sum(0, Summary::changes) == 1 ? "change" : "changes") + " of the batch";
    }

    private String name() {
        return runs.getFirst().getFirst().name();
    }

    private String compared(String what, ToLongFunction<Summary> figure) {
        var others =
                IntStream.range(1, runs.getFirst().size())
                        .mapToObj(formula -> sum(formula, figure))
                        .toList();
        var range = Range.of(others, String::valueOf);
        return sum(0, figure) + " " + what + " (others " + range + ")";
    }

    private long sum(int formula, ToLongFunction<Summary> figure) {
        return runs.stream().map(run -> run.get(formula).world().summary()).mapToLong(figure).sum();
    }
}
