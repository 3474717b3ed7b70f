package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The pods of all workloads: how many each wants, and which are pending or running.
///
/// **Invariant:** every wanted pod is either pending or running: `LawsTest`.
final class Roster {

    /// The time between a pod fitting on a node and its binding.
    static final Duration BINDING = Duration.ofSeconds(1);

    /// The pods of one workload, by number.
    private static final class Crew {
        private final Workload workload;
        private final TreeMap<Long, Replica> replicas = new TreeMap<>();
        private int wanted;
        private int waiting;

        private Crew(Workload workload) {
            this.workload = workload;
        }
    }

    private final Timeline timeline;
    private final Inventory inventory;
    private final Scheduler scheduler;
    private final Tally tally;
    private final Shape daemon;
    private final Map<String, Crew> crews = new LinkedHashMap<>();
    private final Map<ObjectName, Replica> bound = new LinkedHashMap<>();
    private long made;
    private boolean passIsDue;

    Roster(Timeline timeline, Inventory inventory, Tally tally, Shape daemon) {
        this.timeline = timeline;
        this.inventory = inventory;
        this.scheduler = new Scheduler(inventory);
        this.tally = tally;
        this.daemon = daemon;
    }

    /// Sets the number of replicas of the workload. The newest are deleted first, and so a pending
    /// pod before a running one: of a shape, the older pod is bound first.
    void scale(Workload workload, int replicas) {
        var crew = crew(workload);
        crew.wanted = replicas;
        while (crew.replicas.size() < replicas) {
            make(crew, Replica.FOREVER);
        }
        while (crew.replicas.size() > replicas) {
            end(crew.replicas.lastEntry().getValue());
        }
        publishBudget(crew);
    }

    /// Adds one pod to the workload, which finishes after that time.
    void submit(Workload workload, Duration runs) {
        var crew = crew(workload);
        crew.wanted++;
        make(crew, runs);
    }

    int wanted(Workload workload) {
        return crew(workload).wanted;
    }

    List<Replica> waiting() {
        return List.copyOf(scheduler.waiting());
    }

    /// Puts the DaemonSet pod on a node that joined, Ready or not.
    void welcome(String node) {
        inventory.put(daemonOn(node));
    }

    /// The set of nodes that take pods changed.
    void nodesChanged() {
        scheduler.nodesChanged();
        wake();
    }

    /// The number of pods on the node that can move.
    int movers(String node) {
        return movable(node).size();
    }

    /// Evicts the pods of the node that can move, in order of their names.
    ///
    /// @return the budgets that kept pods, as sentences
    List<String> evict(String node) {
        var stays = new TreeMap<String, Integer>();
        for (var replica : movable(node)) {
            if (allowed(crew(replica.workload())) == 0) {
                stays.merge(
                        replica.shape().namespace() + "/" + replica.workload().name(),
                        1,
                        Integer::sum);
                continue;
            }
            tally.evicted(replica.shape());
            remake(replica);
        }
        return stays.entrySet().stream()
                .map(stay ->
                        "disruption budget %s keeps %s on %s"
                                .formatted(stay.getKey(), counted(stay.getValue()), node))
                .toList();
    }

    private static String counted(int pods) {
        return pods == 1 ? "1 pod" : pods + " pods";
    }

    /// A node was removed together with its pods.
    void abandon(String node) {
        kill(node);
        inventory.removePod(daemonOn(node).key());
    }

    /// Deletes the pods of the node that can move, whatever their disruption budgets.
    void kill(String node) {
        for (var replica : movable(node)) {
            tally.killed(replica.shape());
            remake(replica);
        }
    }

    private List<Replica> movable(String node) {
        return inventory.podsOn(node).stream().filter(bound::containsKey).map(bound::get).toList();
    }

    private Pod daemonOn(String node) {
        var labels = Labels.of(Replica.APP, "agent");
        return new Pod("agent-" + node, node, labels, daemon, timeline.now());
    }

    private Crew crew(Workload workload) {
        return crews.computeIfAbsent(workload.name(), _ -> new Crew(workload));
    }

    private void make(Crew crew, Duration runs) {
        var replica = new Replica(crew.workload, ++made, timeline.now(), runs, "");
        crew.replicas.put(replica.number(), replica);
        crew.waiting++;
        inventory.put(replica.pod());
        scheduler.arrive(replica);
        wake();
    }

    private void end(Replica replica) {
        var crew = crew(replica.workload());
        crew.replicas.remove(replica.number());
        bound.remove(replica.pod().key());
        inventory.removePod(replica.pod().key());
        scheduler.leave(replica);
        if (replica.isWaiting()) {
            crew.waiting--;
            tally.waited(replica.shape(), Duration.between(replica.created(), timeline.now()));
        }
        wake();
    }

    /// Ends a pod early; its owner, if it has one, makes another.
    private void remake(Replica replica) {
        var crew = crew(replica.workload());
        end(replica);
        if (replica.shape().owner() == Owner.NOBODY) {
            crew.wanted--;
        } else {
            make(crew, replica.runs());
        }
        publishBudget(crew);
    }

    private void wake() {
        if (!passIsDue && !scheduler.waiting().isEmpty()) {
            passIsDue = true;
            timeline.after(BINDING, this::pass);
        }
    }

    private void pass() {
        passIsDue = false;
        scheduler.place().forEach(this::bind);
    }

    private void bind(Replica replica) {
        var crew = crew(replica.workload());
        crew.replicas.put(replica.number(), replica);
        crew.waiting--;
        bound.put(replica.pod().key(), replica);
        inventory.put(replica.pod());
        tally.started(replica.shape());
        tally.waited(replica.shape(), Duration.between(replica.created(), timeline.now()));
        publishBudget(crew);
        if (!replica.runs().equals(Replica.FOREVER)) {
            timeline.after(replica.runs(), () -> finish(replica));
        }
    }

    private void finish(Replica replica) {
        if (bound.containsKey(replica.pod().key())) {
            crew(replica.workload()).wanted--;
            end(replica);
        }
    }

    private void publishBudget(Crew crew) {
        switch (crew.workload) {
            case Workload.Deployment deployment -> publishBudget(crew, deployment.mayMiss());
            case Workload.Fixed fixed -> publishBudget(crew, fixed.mayMiss());
            case Workload.Jobs _ -> {}
        }
    }

    private void publishBudget(Crew crew, int mayMiss) {
        var name = crew.workload.name();
        inventory.put(
                new Budget(
                        new ObjectName(crew.workload.shape().namespace(), name),
                        List.of(Requirement.in(Replica.APP, name)),
                        allowed(crew),
                        crew.replicas.size() - crew.waiting,
                        Math.max(0, crew.replicas.size() - mayMiss),
                        Budget.Unready.IF_HEALTHY_BUDGET));
    }

    private static int allowed(Crew crew) {
        return switch (crew.workload) {
            case Workload.Deployment deployment -> Math.max(0, deployment.mayMiss() - crew.waiting);
            case Workload.Fixed fixed -> Math.max(0, fixed.mayMiss() - crew.waiting);
            case Workload.Jobs _ -> Integer.MAX_VALUE;
        };
    }
}
