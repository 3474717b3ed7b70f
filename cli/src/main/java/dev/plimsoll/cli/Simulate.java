package dev.plimsoll.cli;

import java.util.List;
import java.util.function.Predicate;

/// The command `simulate`: compares ways to decide on simulated load, in virtual time.
final class Simulate implements Command {

    private static final String SUBNET = "subnet";
    private static final String FLEET = "fleet";
    private static final List<String> FOR_BOTH = List.of("--seed");
    private static final List<String> FOR_FLEETS = List.of("--workloads");
    private static final int MOST_WORKLOADS = 1_000_000;

    @Override
    public String name() {
        return "simulate";
    }

    @Override
    public String summary() {
        return "compare formulas for a subnet's address batches, or for replicas over clusters";
    }

    @Override
    public String operands() {
        return "subnet|fleet";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("--seed", "N", "the seed of the random load; default 1"),
                new Option("--workloads", "N", "fleet: the number of workloads; default 1000"),
                new Option(
                        "--load",
                        "NAME",
                        "subnet: day (the default), steady, churn, shared",
                        List.of("day", "steady", "churn", "shared")),
                new Option("--for", "DURATION", "subnet: virtual time; without it until Ctrl-C"),
                new Option(
                        "--speed", "N", "subnet: virtual seconds per second, or max; default 600"),
                new Option("--every", "DURATION", "subnet: time between turns; default 10s"),
                new Option(
                        "--agent",
                        "NAME",
                        "subnet: at-once (the default), stepwise",
                        List.of("at-once", "stepwise")),
                new Option(
                        "--waves",
                        "PERCENT",
                        "subnet: nodes that a raise reaches per tick; default 100"),
                new Option("--picture", "FILE", "subnet: draw the batches as SVG"),
                new Option("--journal", "FILE", "subnet: record decisions for explain and replay"),
                new Option(
                        "--journal-size",
                        "SIZE",
                        "subnet: the journal's maximum size; default 64Mi"),
                new Option("--all", "", "subnet: also print decisions without steps"),
                new Option("--quiet", "", "subnet: print only the summary"));
    }

    @Override
    public String examples() {
        return """
        subnet  runs the batching formulas side by side on the same load.
        fleet   divides many workloads by Plimsoll and by Karmada's versions.

        examples:

          plimsoll simulate subnet --for 24h --speed max
          plimsoll simulate subnet --load churn --speed max
          plimsoll simulate fleet
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var simulation = arguments.operands(1, 1).getFirst();
        return switch (simulation) {
            case SUBNET -> {
                refuse(arguments, SUBNET, FOR_FLEETS::contains);
                Run.stopOnInterrupt(console);
                yield new SimulateSubnet(arguments, console).run();
            }
            case FLEET -> {
                refuse(
                        arguments,
                        FLEET,
                        option -> !FOR_FLEETS.contains(option) && !FOR_BOTH.contains(option));
                yield fleet(arguments, console);
            }
            default ->
                    throw arguments.wrong(
                            simulation, "there is no such simulation; write 'subnet' or 'fleet'");
        };
    }

    private void refuse(Arguments arguments, String simulation, Predicate<String> isForeign) {
        for (var option : options()) {
            if (arguments.has(option.name()) && isForeign.test(option.name())) {
                throw arguments.wrong(
                        option.name(),
                        "'simulate " + simulation + "' does not have this option; leave it out");
            }
        }
    }

    private static ExitCode fleet(Arguments arguments, Console console) {
        int workloads = (int) Math.min(MOST_WORKLOADS, arguments.whole("--workloads", 1_000, 1));
        long seed = arguments.whole("--seed", 1, Long.MIN_VALUE);
        new FleetReport(workloads, seed, console).print();
        return ExitCode.DONE;
    }
}
