package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.turn.World;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/// A simulated cluster in virtual time. Its machines take a realistic time to start; time passes
/// only in [#advanceTo].
///
/// **Invariant:** whatever steps are taken, after every event no pod is lost, no node holds more
/// than its allocatable, no target is below the number of nodes or outside the provider's limits,
/// and equal runs have equal results: `LawsTest`.
public final class EmbeddedCluster implements World {

    private final Timeline timeline;
    private final Inventory inventory = new Inventory();
    private final Tally tally;
    private final Roster roster;
    private final Machines machines;

    EmbeddedCluster(Scenario scenario, Instant start, long seed) {
        timeline = new Timeline(start);
        tally = new Tally(start);
        roster = new Roster(timeline, inventory, tally, scenario.daemon());
        machines = new Machines(timeline, inventory, roster, tally);
        var demand = new Demand(timeline, roster);
        var random = new SplittableRandom(seed);
        scenario.groups().forEach(group -> machines.begin(group, random.split()));
        scenario.workloads().forEach(workload -> demand.begin(workload, random.split()));
    }

    public Instant now() {
        return timeline.now();
    }

    /// Runs all events up to that time.
    public void advanceTo(Instant until) {
        boolean more = true;
        while (more) {
            more = playNext(until);
        }
    }

    /// Runs the next event up to that time; without one, advances to that time.
    boolean playNext(Instant until) {
        return timeline.playNext(until);
    }

    @Override
    public Cluster observe() {
        return inventory.cluster();
    }

    @Override
    public List<Outcome> act(Plan plan) {
        return plan.steps().stream().map(this::take).toList();
    }

    /// The result of the run so far.
    public Summary summary() {
        return tally.summary(now(), roster.waiting());
    }

    int wanted(Workload workload) {
        return roster.wanted(workload);
    }

    List<Replica> waiting() {
        return roster.waiting();
    }

    private Outcome take(Step step) {
        return switch (step) {
            case Step.ResizeGroup resize -> machines.resize(resize);
            case Step.DrainNode drain -> machines.drain(drain);
            case Step.UndrainNode undrain -> machines.undrain(undrain);
            case Step.EvictPods evict -> evict(evict);
            case Step.RemoveNode remove -> machines.remove(remove);
            case Step.UseBatch _, Step.RunReplicas _ ->
                    new Outcome.Failed(step, "this cluster has node groups only");
        };
    }

    private Outcome evict(Step.EvictPods step) {
        if (!machines.isDraining(step.node())) {
            return new Outcome.Stale(step);
        }
        var stay = roster.evict(step.node());
        return stay.isEmpty()
                ? new Outcome.Done(step)
                : new Outcome.Failed(step, String.join("; ", stay));
    }
}
