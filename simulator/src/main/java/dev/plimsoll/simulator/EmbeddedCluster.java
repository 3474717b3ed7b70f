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

/// A cluster made of memory, in virtual time: what is asked of it takes as long as it would, and
/// the time passes when it is told to.
///
/// **Invariant:** no pod is lost, no node holds more than it can, no target is below its nodes or
/// outside the provider's limits, and equal runs are equal to the last value, after every event and
/// whatever steps are taken: `LawsTest`.
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

    /// Lets all happen that is to happen up to that moment.
    public void advanceTo(Instant until) {
        boolean more = true;
        while (more) {
            more = playNext(until);
        }
    }

    /// One event, or none and the time is `until`.
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

    /// What the run came to up to this moment.
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
                    new Outcome.Failed(step, "this world has groups of nodes alone");
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
