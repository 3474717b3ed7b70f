package dev.plimsoll.cli;

import dev.plimsoll.formats.Source;
import dev.plimsoll.simulator.Day;
import dev.plimsoll.simulator.FaultScenario;
import dev.plimsoll.simulator.PodsDay;
import dev.plimsoll.simulator.Scenario;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The ready-made scenarios of the embedded cluster. Each has its policy, and an option of `run`
/// that chooses it.
enum EmbeddedScenario {
    /// A day of groups managed by utilisation, which needs no option.
    DAY("", "", "embedded-policy.yaml", Run.FOR_EVER),
    FAULTS("--faults", FaultScenario.NAME, "faults-policy.yaml", FaultScenario.LENGTH),
    /// A day of groups managed by pods.
    PODS("--pods", PodsDay.NAME, "pods-policy.yaml", Run.FOR_EVER);

    private final String option;
    private final String cluster;
    private final String policy;
    private final Duration length;

    EmbeddedScenario(String option, String cluster, String policy, Duration length) {
        this.option = option;
        this.cluster = cluster;
        this.policy = policy;
        this.length = length;
    }

    /// The scenario that the options choose.
    static EmbeddedScenario of(Arguments arguments) {
        var chosen = options().stream().filter(arguments::has).toList();
        if (chosen.size() > 1) {
            throw arguments.wrong(
                    chosen.getLast(),
                    "it is another scenario than " + chosen.getFirst() + "; choose one");
        }
        return Arrays.stream(values())
                .filter(scenario -> chosen.contains(scenario.option))
                .findFirst()
                .orElse(DAY);
    }

    /// The scenario whose cluster has that name.
    static EmbeddedScenario named(String cluster) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.cluster.equals(cluster))
                .findFirst()
                .orElse(DAY);
    }

    /// The options that choose one.
    static List<String> options() {
        return Arrays.stream(values())
                .map(scenario -> scenario.option)
                .filter(option -> !option.isEmpty())
                .toList();
    }

    /// Empty if it needs none.
    String option() {
        return option;
    }

    /// The time after which nothing more happens.
    Duration length() {
        return length;
    }

    Scenario scenario() {
        return switch (this) {
            case DAY -> Day.scenario();
            case FAULTS -> FaultScenario.scenario();
            case PODS -> PodsDay.scenario();
        };
    }

    /// The policy that is used without `-c`.
    Source policy() {
        return Source.stream(
                policy, Objects.requireNonNull(EmbeddedScenario.class.getResourceAsStream(policy)));
    }
}
