package dev.plimsoll.simulator.fleet;

import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.turn.World;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A simulated fleet, one workload at a time: it shows the stage of a workload and its running
/// replicas, and runs as many replicas as the steps say.
final class FleetWorld implements World<FleetWorld.Observed> {

    /// A workload at one step.
    ///
    /// @param running replicas by cluster
    record Observed(String uid, Stage stage, SortedMap<String, Integer> running) {

        Observed {
            running = Collections.unmodifiableSortedMap(new TreeMap<>(running));
        }
    }

    private Observed observed = new Observed("", Stage.of(0, "1"), new TreeMap<>());

    /// Moves on to a stage of a workload.
    void show(Observed next) {
        observed = next;
    }

    @Override
    public Observed observe() {
        return observed;
    }

    @Override
    public List<Outcome> act(Plan plan) {
        var running = new TreeMap<>(observed.running());
        var outcomes = plan.steps().stream().map(step -> take(step, running)).toList();
        observed = new Observed(observed.uid(), observed.stage(), running);
        return outcomes;
    }

    private Outcome take(Step step, SortedMap<String, Integer> running) {
        return switch (step) {
            case Step.RunReplicas(var workload, var cluster, int replicas) -> {
                if (!workload.equals(observed.uid())) {
                    yield new Outcome.Stale(step);
                }
                running.put(cluster, replicas);
                yield new Outcome.Done(step);
            }
            case Step.ResizeGroup _,
                    Step.GiveUp _,
                    Step.DrainNode _,
                    Step.UndrainNode _,
                    Step.EvictPods _,
                    Step.RemoveNode _,
                    Step.UseBatch _ ->
                    new Outcome.Failed(
                            step, "the simulated fleet supports only the step runReplicas");
        };
    }
}
