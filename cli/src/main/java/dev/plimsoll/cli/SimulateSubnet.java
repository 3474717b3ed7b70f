package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Page;
import dev.plimsoll.simulator.subnet.Agent;
import dev.plimsoll.simulator.subnet.Contender;
import dev.plimsoll.simulator.subnet.Load;
import dev.plimsoll.simulator.subnet.SubnetWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The simulation of a subnet: the formulas of batching side by side, each on a subnet of its own
/// with the same load. Decisions of the first formula are printed as they are made.
final class SimulateSubnet {

    private static final Duration SETTLING = SubnetWorld.TICK.multipliedBy(100);
    private static final Duration CHURN = SubnetWorld.TICK.multipliedBy(1000);

    private static final String OURS =
            "the row 'feed-forward' is Plimsoll's formula; the other rows are other formulas";
    private static final String OURS_OF_MANY =
            "the rows and the column 'feed-forward' are Plimsoll's formula; all others are other"
                    + " formulas";
    private static final String BOTH_OURS =
            "both rows are Plimsoll's formula: two clusters, 'blue' and 'green', share a subnet";

    private final Arguments arguments;
    private final Console console;
    private final Duration every;
    private final Pace pace;
    private final long seed;
    private final SubnetWorld.Manners manners;

    SimulateSubnet(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
        every = arguments.duration("--every", SubnetWorld.TICK);
        if (every.isZero()) {
            throw arguments.wrong("--every", "it must be above 0; write a duration such as 10s");
        }
        pace = Pace.of(arguments);
        seed = arguments.whole("--seed", 1, Long.MIN_VALUE);
        var agent = arguments.choice("--agent");
        var usual = SubnetWorld.Manners.USUAL;
        manners =
                new SubnetWorld.Manners(
                        agent.equals("stepwise") ? Agent.STEPWISE : Agent.AT_ONCE,
                        usual.releaseTicks(),
                        usual.maxPerNode(),
                        wavePercent());
    }

    private int wavePercent() {
        long percent = arguments.whole("--waves", 100, 1);
        if (percent > 100) {
            throw arguments.wrong("--waves", "it is a percentage of the nodes; write 1 to 100");
        }
        return (int) percent;
    }

    private void refuse(String option, String why) {
        if (arguments.has(option)) {
            throw arguments.wrong(option, why);
        }
    }

    ExitCode run() {
        switch (arguments.choice("--load")) {
            case "churn" -> churn();
            case "steady" -> live(Load.steady());
            case "shared" -> live(Load.half());
            default -> live(Load.day());
        }
        return ExitCode.DONE;
    }

    private void live(Load load) {
        boolean isShared = load.equals(Load.half());
        begin(isShared ? BOTH_OURS : OURS);
        try (var journal = Run.journal(arguments, console)) {
            List<Contender> contenders;
            SubnetPicture picture;
            try (var view = arguments.has("--quiet") ? RunView.NONE : new RunLines(console)) {
                var printer = new RunPrinter(journal, console, arguments.has("--all"), view);
                contenders = isShared ? pair(load, printer) : contenders(load, printer);
                picture = new SubnetPicture(contenders);
                turn(contenders, arguments.duration("--for", Run.FOR_EVER), picture);
            }
            if (!isShared) {
                compare(List.of(contenders));
            }
            console.line(about(load, contenders));
            SubnetReport.print(contenders, console.out());
            draw(picture);
        } catch (IOException failure) {
            throw arguments.wrong(arguments.text("--journal", ""), Run.unwritable(failure));
        }
    }

    private void begin(String sentence) {
        console.line(sentence);
        console.out().flush();
    }

    private void compare(List<List<Contender>> runs) {
        console.page(Page.of(List.of(new SubnetSentence(runs).toString())));
    }

    private static String about(Load load, List<Contender> contenders) {
        return contenders.getFirst().world().summary().ticks()
                + " ticks of "
                + SubnetWorld.TICK.toSeconds()
                + " s on a subnet of "
                + load.capacity()
                + " addresses; "
                + (load.equals(Load.half())
                        ? "two clusters share it"
                        : "the same load for every formula");
    }

    private List<Contender> pair(Load load, RunPrinter printer) {
        return Contender.pair(
                new Contender.Field(load, manners, Run.START, seed),
                new Contender.Field(load, manners, Run.START, seed + 1),
                printer);
    }

    private List<Contender> contenders(Load load, RunPrinter first) {
        var rest = new RunPrinter(new Run.Closing(Optional.empty()), console, false, RunView.NONE);
        return Contender.all(new Contender.Field(load, manners, Run.START, seed), first, rest);
    }

    private void turn(List<Contender> contenders, Duration length, SubnetPicture picture) {
        boolean drawn = arguments.has("--picture");
        var end = Run.START.plus(length);
        for (var now = Run.START; isToGoOn(now, end); now = now.plus(every)) {
            turn(contenders, now);
            if (drawn) {
                picture.note(now);
            }
        }
    }

    private void turn(List<Contender> contenders, Duration length) {
        var now = contenders.getFirst().world().now();
        var end = now.plus(length);
        while (isToGoOn(now.plus(every), end)) {
            now = now.plus(every);
            turn(contenders, now);
        }
    }

    private void turn(List<Contender> contenders, Instant now) {
        contenders.forEach(contender -> contender.turn(now));
        pace.keep(every, console, () -> {});
    }

    private boolean isToGoOn(Instant now, Instant end) {
        return !now.isAfter(end) && !console.isStopping();
    }

    private void draw(SubnetPicture picture) {
        if (!arguments.has("--picture")) {
            return;
        }
        var file = arguments.text("--picture", "");
        try {
            Files.writeString(Path.of(file), picture.svg());
        } catch (IOException failure) {
            throw arguments.wrong(
                    "--picture",
                    "'"
                            + file
                            + "' cannot be written ("
                            + failure.getMessage()
                            + "); name another file");
        }
    }

    /// Every load of [Load#churning] for a thousand ticks, after a hundred to settle.
    private void churn() {
        refuse("--journal", "the load churn has no journal; use --load steady or --load day");
        refuse("--picture", "the load churn has no picture; use --load steady or --load day");
        begin(OURS_OF_MANY);
        var all = new ArrayList<List<Contender>>();
        try (var progress = new Progress(console, "subnet")) {
            for (var load : Load.churning()) {
                progress.say(load.name());
                all.add(churn(load));
                if (console.isStopping()) {
                    break;
                }
            }
        }
        compare(all);
        for (int i = 0; i < all.size() && !arguments.has("--quiet"); i++) {
            var load = Load.churning().get(i);
            console.line("");
            console.line(load.name() + ": " + SubnetReport.about(load));
            SubnetReport.print(all.get(i), console.out());
        }
        console.line("");
        SubnetReport.changes(Load.churning(), all, console.out());
    }

    private List<Contender> churn(Load load) {
        var silent =
                new RunPrinter(new Run.Closing(Optional.empty()), console, false, RunView.NONE);
        var contenders = contenders(load, silent);
        turn(contenders, SETTLING);
        contenders.forEach(contender -> contender.world().countFromHere());
        turn(contenders, arguments.duration("--for", CHURN));
        return contenders;
    }
}
