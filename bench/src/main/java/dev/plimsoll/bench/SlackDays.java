package dev.plimsoll.bench;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.PodsDay;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Rate;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// Plays the embedded day of groups managed by pods with seeds 1 to 8 and several rates of slack,
/// and prints a row of Markdown for each rate: the mean of these days, and the least and the most.
public final class SlackDays {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");
    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration EVERY = Duration.ofSeconds(30);
    private static final int SEEDS = 8;

    /// The rules by which a removal has failed.
    private static final List<String> FAILED = List.of("removal-failed", "removal-failed-room");

    /// One day.
    private record Result(EmbeddedCluster world, long failedRemovals) {

        private double delayedPercent() {
            var all = world.podWaits().getLast();
            return 100.0 * all.delayed() / all.pods();
        }

        private double meanSeconds() {
            return world.podWaits().getLast().mean().toMillis() / 1_000.0;
        }

        private double p99Seconds() {
            return world.podWaits().getLast().p99().toSeconds();
        }

        private double nodeHours() {
            return world.summary().groups().stream()
                            .mapToLong(group -> group.bill().nodeTime().toSeconds())
                            .sum()
                    / 3_600.0;
        }

        private double dollars() {
            return world.summary().cost().nanos() / 1e9;
        }

        private double evicted() {
            return world.summary().pods().evicted();
        }
    }

    /// Counts the removals that failed.
    private static final class Counter implements Journal<Cluster> {
        private long failed;

        @Override
        public <S, P, M> void decided(
                LoopSpec<? extends Cluster, S, P, M> spec,
                Cluster observed,
                Question<S, P, M> question,
                Decision<M> decision) {
            failed +=
                    decision.reasons().stream()
                            .filter(reason -> FAILED.contains(reason.rule().code()))
                            .count();
        }

        @Override
        public void failed(LoopId loop, Instant now, String cause) {
            throw new IllegalStateException(loop + ": " + cause);
        }

        @Override
        public void acted(LoopId loop, List<Outcome> outcomes) {}
    }

    private SlackDays() {}

    /// @param arguments the file of a policy for the groups of that day
    public static void main(String[] arguments) {
        var loops = Loops.of(PolicyFile.read(Source.file(Path.of(arguments[0]))));
        System.out.println(
                "| slack | pods that waited | mean wait | p99 | node hours | dollars a day |"
                        + " evicted | failed removals |");
        System.out.println("| --- | --: | --: | --: | --: | --: | --: | --: |");
        for (int percent : List.of(0, 5, 10, 20)) {
            row(percent == 0 ? "none" : percent + "%", loops, kept(percent, Biggest.NONE));
        }
        row("10%, `biggest: pods`", loops, kept(10, Biggest.PODS));
    }

    private static KeptFree kept(int percent, Biggest biggest) {
        if (percent == 0) {
            return new KeptFree.Asked();
        }
        var usual = SlackPolicy.DEFAULT;
        return new KeptFree.Room(
                new SlackPolicy(
                        usual.reading(),
                        new Rate(Percent.of(percent), usual.rate().basis()),
                        usual.pieces(),
                        biggest,
                        usual.resources()));
    }

    private static void row(String name, Loops loops, KeptFree kept) {
        var days = new ArrayList<Result>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            days.add(
                    day(
                            new Loops(loops.sized(), loops.scaled(), loops.scaling().with(kept)),
                            seed));
        }
        System.out.printf(
                "| %s | %s %% | %s s | %s s | %s | %s | %s | %s |%n",
                name,
                text("%.1f", days, Result::delayedPercent),
                text("%.1f", days, Result::meanSeconds),
                text("%.0f", days, Result::p99Seconds),
                text("%.0f", days, Result::nodeHours),
                text("%.0f", days, Result::dollars),
                text("%.0f", days, Result::evicted),
                text("%.1f", days, Result::failedRemovals));
    }

    private static Result day(Loops loops, long seed) {
        var world = PodsDay.scenario().world(START, seed);
        var counter = new Counter();
        var turns = new Turns<>(world, counter, Memory.none(), seed, EVERY);
        var setup = loops.setup();
        for (var now = START; !now.isAfter(START.plus(DAY)); now = now.plus(EVERY)) {
            world.advanceTo(now);
            turns.turn(now, setup);
        }
        return new Result(world, counter.failed);
    }

    /// The mean of all days, the least and the most.
    private static String text(String format, List<Result> days, ToDoubleFunction<Result> figure) {
        var figures = days.stream().mapToDouble(figure).summaryStatistics();
        return (format + " (" + format + "–" + format + ")")
                .formatted(figures.getAverage(), figures.getMin(), figures.getMax());
    }
}
