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
import java.util.function.Consumer;

/// A simulated cluster in virtual time. Its machines take a realistic time to start; time passes
/// only in [#advanceTo].
///
/// **Invariant:** the [Invariants] hold after every event and every step, whatever steps are taken:
/// `LawsTest`, `FaultyClusterTest`.
///
/// **Invariant:** a cluster of the same scenario, start and seed that takes the same steps at the
/// same times is equal to this one. A run is therefore continued by `advanceTo` and `act` for each
/// recorded plan. Stale steps can be left out; a failed eviction cannot, because it may have
/// evicted some pods: `FaultyClusterTest`.
public final class EmbeddedCluster implements World<Cluster> {

    private final Timeline timeline;
    private final Inventory inventory = new Inventory();
    private final Tally tally;
    private final Roster roster;
    private final Machines machines;
    private final Incidents incidents;
    private final Consumer<EmbeddedCluster> check;

    /// @param check called after every event and every step
    EmbeddedCluster(Scenario scenario, Instant start, long seed, Consumer<EmbeddedCluster> check) {
        this.check = check;
        timeline = new Timeline(start);
        tally = new Tally(start);
        roster = new Roster(timeline, inventory, tally, scenario.daemon());
        machines = new Machines(timeline, inventory, roster, tally);
        incidents = new Incidents(scenario, timeline, machines, roster);
        inventory.name(scenario.name());
        var demand = new Demand(timeline, roster);
        var random = new SplittableRandom(seed);
        scenario.groups().forEach(group -> machines.begin(group, random.split()));
        scenario.workloads().forEach(workload -> demand.begin(workload, random.split()));
        scenario.incidents().forEach(incident -> incidents.plan(incident, random.split()));
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
        boolean isPlayed = timeline.playNext(until);
        if (isPlayed) {
            check.accept(this);
        }
        return isPlayed;
    }

    @Override
    public Cluster observe() {
        return inventory.cluster();
    }

    @Override
    public List<Outcome> act(Plan plan) {
        return plan.steps().stream().map(this::take).toList();
    }

    /// What happened to the cluster since the last call, in order.
    public List<ClusterEvent> events() {
        return incidents.read();
    }

    /// The result of the run so far.
    public Summary summary() {
        return tally.summary(now(), roster.waiting());
    }

    /// How long pods were pending so far: a row a namespace, by name, then one for all pods.
    public List<PodWaits> podWaits() {
        return tally.podWaits(now(), roster.waiting());
    }

    int wanted(Workload workload) {
        return roster.wanted(workload);
    }

    List<Replica> waiting() {
        return roster.waiting();
    }

    private Outcome take(Step step) {
        var outcome = outcome(step);
        check.accept(this);
        return outcome;
    }

    private Outcome outcome(Step step) {
        return switch (step) {
            case Step.ResizeGroup resize -> machines.resize(resize);
            case Step.GiveUp giveUp -> machines.giveUp(giveUp);
            case Step.DrainNode drain -> machines.drain(drain);
            case Step.UndrainNode undrain -> machines.undrain(undrain);
            case Step.EvictPods evict -> evict(evict);
            case Step.RemoveNode remove -> machines.remove(remove);
            case Step.UseBatch _, Step.RunReplicas _ ->
                    new Outcome.Failed(step, "this cluster has node groups only");
        };
    }

    private Outcome evict(Step.EvictPods step) {
        if (!machines.isDraining(step.node()) || roster.movers(step.node()) > step.pods()) {
            return new Outcome.Stale(step);
        }
        var stay = roster.evict(step.node());
        return stay.isEmpty()
                ? new Outcome.Done(step)
                : new Outcome.Failed(step, String.join("; ", stay));
    }
}
