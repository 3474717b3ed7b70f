package dev.plimsoll.cli;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The sums and packings behind the sentences of sizing, told a second time for clusters whose pods
/// ask for cpu, memory and a slot, and for the labels of their group.
final class Recount {

    private final Seen seen;
    private final Policy policy;
    private final Past past;
    private final Instant now;
    private final Plan plan;
    private final Template template;
    private final List<Room> ready = new ArrayList<>();
    private final List<Room> arriving = new ArrayList<>();
    private final List<Pod> mine = new ArrayList<>();
    private final List<Pod> starved = new ArrayList<>();
    private int onArriving;

    /// A pod of the group.
    private record Pod(String shape, long cpu, long memory) {}

    /// A node with what is free on it.
    private static final class Room {
        private final String name;
        private final long allCpu;
        private final long allMemory;
        private long cpu;
        private long memory;
        private long slots;

        private Room(String name, Resources all, Resources free) {
            this.name = name;
            this.allCpu = all.offered(Resources.CPU);
            this.allMemory = all.offered(Resources.MEMORY);
            this.cpu = free.offered(Resources.CPU);
            this.memory = free.offered(Resources.MEMORY);
            this.slots = free.offered(Resources.PODS);
        }

        private boolean holds(Pod pod) {
            return cpu >= pod.cpu() && memory >= pod.memory() && slots > 0;
        }

        private void take(Pod pod) {
            cpu -= pod.cpu();
            memory -= pod.memory();
            slots--;
        }

        private long free() {
            return Math.max(cpu * 1_000_000 / allCpu, share(memory, allMemory));
        }
    }

    Recount(Seen seen, Policy policy, Past past, Instant now, Plan plan) {
        this.seen = seen;
        this.policy = policy;
        this.past = past;
        this.now = now;
        this.plan = plan;
        this.template = template();
        for (var node : seen.nodes()) {
            if (isReady(node)) {
                ready.add(room(node));
            } else if (node.isActive() && isComing(node)) {
                arriving.add(room(node));
            }
        }
        int machines = Math.max(0, seen.group().target() - seen.nodes().size());
        for (int i = 0; i < machines; i++) {
            arriving.add(room(newNode(i)));
        }
        seen.pending().stream().filter(this::isMine).forEach(pods -> addTo(mine, pods));
        place();
    }

    private void place() {
        for (var pod : largestFirst(mine)) {
            if (!put(pod, ready)) {
                if (put(pod, arriving)) {
                    onArriving++;
                } else {
                    starved.add(pod);
                }
            }
        }
    }

    /// On the node with the least room that holds it.
    private static boolean put(Pod pod, List<Room> rooms) {
        var best =
                rooms.stream()
                        .filter(room -> room.holds(pod))
                        .min(Comparator.comparingLong(Room::free));
        best.ifPresent(room -> room.take(pod));
        return best.isPresent();
    }

    private List<Pod> largestFirst(List<Pod> pods) {
        var whole = template.allocatable();
        return pods.stream()
                .sorted(
                        Comparator.comparingLong((Pod pod) ->
                                        Math.max(
                                                share(pod.cpu(), whole.offered(Resources.CPU)),
                                                share(
                                                        pod.memory(),
                                                        whole.offered(Resources.MEMORY))))
                                .reversed()
                                .thenComparing(Pod::shape))
                .toList();
    }

    private static long share(long amount, long whole) {
        return (long) ((double) amount / whole * 1_000_000);
    }

    private boolean isMine(Pods pods) {
        var selector = pods.shape().nodeSelector();
        return seen.group().labels().toMap().entrySet().stream()
                .allMatch(label -> selector.has(label.getKey(), label.getValue()));
    }

    private static void addTo(List<Pod> list, Pods pods) {
        var asks = pods.shape().requests();
        var pod =
                new Pod(pods.shape().id(), asks.asked(Resources.CPU), asks.asked(Resources.MEMORY));
        for (int i = 0; i < pods.count(); i++) {
            list.add(pod);
        }
    }

    private static boolean isReady(Node node) {
        return node.isActive() && node.ready() && !node.isStarting();
    }

    private boolean isComing(Node node) {
        return now.isBefore(node.created().plus(policy.growth().provisionTimeout()));
    }

    private static Room room(Node node) {
        return new Room(node.name(), node.allocatable(), node.allocatable().less(node.asked()));
    }

    private Template template() {
        return seen.nodes().stream()
                .filter(Recount::isReady)
                .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                .map(node -> new Template(node.allocatable(), node.labels(), List.of()))
                .orElse(
                        past.group().template().isKnown()
                                ? past.group().template()
                                : seen.group().template());
    }

    private Node newNode(int number) {
        var daemons =
                seen.nodes().stream()
                        .filter(Recount::isReady)
                        .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                        .map(Node::daemons)
                        .orElse(past.group().daemons());
        return Node.of("arriving-" + number, template.allocatable().less(daemons));
    }

    /// How many pending pods have no place on Ready and arriving nodes.
    int withoutPlace() {
        return starved.size();
    }

    /// How many new nodes these pods need, filled one after the other.
    int newNodes() {
        var left = new ArrayList<>(starved);
        int nodes = 0;
        while (!left.isEmpty()) {
            var node = List.of(room(newNode(nodes)));
            int before = left.size();
            left.removeIf(pod -> put(pod, node));
            if (left.size() == before) {
                return nodes;
            }
            nodes++;
        }
        return nodes;
    }

    /// The highest utilisation of Ready nodes without the node and those that the plan drains.
    double percentWithout(String name) {
        return Math.max(
                percentWithout(name, Resources.CPU), percentWithout(name, Resources.MEMORY));
    }

    private double percentWithout(String name, String resource) {
        double left =
                seen.nodes().stream()
                        .filter(Recount::isReady)
                        .filter(node -> !node.name().equals(name))
                        .filter(node -> !isDrained(node))
                        .mapToDouble(node -> capacity(node, resource))
                        .sum();
        return 100 * peak(resource) / left;
    }

    private boolean isDrained(Node node) {
        return plan.steps().stream()
                .anyMatch(step ->
                        step instanceof Step.DrainNode(var name, _) && name.equals(node.name()));
    }

    double percentAtPeak(String resource) {
        return 100 * peak(resource) / capacity(resource);
    }

    /// The highest demand that is remembered, or that of now.
    private double peak(String resource) {
        double peak = demand(resource, false);
        for (var one : past.peaks()) {
            peak = Math.max(peak, (double) one.demand().asked(resource));
        }
        return peak;
    }

    long secondsToSettle() {
        var grown = past.group().timers().grown();
        var since = grown.equals(Instant.MAX) ? now : grown;
        return Duration.between(now, since.plus(policy.shrink().settle())).toSeconds();
    }

    long secondsToCoolDown() {
        return Duration.between(now, past.coolDown().until()).toSeconds();
    }

    /// Whether the minimum allows fewer drains than the faster rate.
    boolean isNearMinimum(long least) {
        long active = seen.nodes().stream().filter(Node::isActive).count();
        long machines = Math.max(0, seen.group().target() - seen.nodes().size());
        return least == policy.limits().least()
                && active + machines - least < policy.shrink().fast().nodes();
    }

    int movers(Reason reason) {
        return movers(node(reason.subject())).size();
    }

    long hardGraceMinutes() {
        return policy.graces().hard().toMinutes();
    }

    /// Draining nodes about which the plan does nothing.
    long stillDraining() {
        return seen.nodes().stream()
                .filter(node -> node.state() instanceof NodeState.Draining)
                .filter(node -> plan.steps().stream().noneMatch(step -> isAbout(step, node.name())))
                .count();
    }

    private static boolean isAbout(Step step, String node) {
        return switch (step) {
            case Step.DrainNode(var name, _) -> name.equals(node);
            case Step.UndrainNode(var name) -> name.equals(node);
            case Step.EvictPods(var name, _) -> name.equals(node);
            case Step.RemoveNode(var name, _, _) -> name.equals(node);
            case Step.ResizeGroup _, Step.GiveUp _, Step.UseBatch _, Step.RunReplicas _ -> false;
        };
    }

    int onArriving() {
        return onArriving;
    }

    /// The nodes that the plan adds.
    int added() {
        int added = 0;
        for (var step : plan.steps()) {
            added +=
                    switch (step) {
                        case Step.ResizeGroup(_, int from, int to, _) -> to - from;
                        case Step.UndrainNode _ -> 1;
                        case Step.DrainNode _,
                                Step.GiveUp _,
                                Step.RemoveNode _,
                                Step.EvictPods _,
                                Step.UseBatch _,
                                Step.RunReplicas _ ->
                                0;
                    };
        }
        return added;
    }

    boolean isEmpty(String name) {
        return movers(node(name)).isEmpty();
    }

    /// Nodes that became Ready within `settle`.
    long young() {
        return seen.nodes().stream()
                .filter(Recount::isReady)
                .filter(node -> now.isBefore(node.readySince().plus(policy.shrink().settle())))
                .count();
    }

    /// Whether a pod that has to move finds no place if the node drains beside all others that do.
    boolean isBlocked(String name) {
        var leaving = new TreeMap<Instant, List<Pod>>();
        var gone = new ArrayList<String>();
        for (var node : seen.nodes()) {
            if (node.state() instanceof NodeState.Draining(var since, _)
                    && !node.name().equals(name)) {
                leaving.computeIfAbsent(since, _ -> new ArrayList<>()).addAll(movers(node));
            }
        }
        var last = new ArrayList<>(movers(node(name)));
        gone.add(name);
        for (var step : plan.steps()) {
            if (step instanceof Step.DrainNode(var drained, _)) {
                gone.add(drained);
                last.addAll(movers(node(drained)));
            }
        }
        var rooms =
                seen.nodes().stream()
                        .filter(Recount::isReady)
                        .filter(node -> !gone.contains(node.name()))
                        .map(Recount::room)
                        .toList();
        leaving.put(Instant.MIN, mine);
        leaving.put(Instant.MAX, last);
        return leaving.values().stream()
                .flatMap(pods -> largestFirst(pods).stream())
                .anyMatch(pod -> !put(pod, rooms));
    }

    private Node node(String name) {
        return seen.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Pod> movers(Node node) {
        var movers = new ArrayList<Pod>();
        node.pods().stream()
                .filter(pods -> !pods.shape().owner().staysWithNode())
                .forEach(pods -> addTo(movers, pods));
        return movers;
    }

    /// The demand in percent of the capacity of Ready, starting and arriving nodes.
    double percentOfComing(String resource) {
        double capacity = capacity(resource);
        for (var node : seen.nodes()) {
            if (!isReady(node) && node.isActive() && isComing(node)) {
                capacity += node.allocatable().less(node.daemons()).offered(resource);
            }
        }
        int machines = Math.max(0, seen.group().target() - seen.nodes().size());
        capacity += (double) machines * newNode(0).allocatable().offered(resource);
        return 100 * demand(resource, true) / capacity;
    }

    /// The demand in percent of the capacity of Ready nodes.
    double percentOfReady(String resource) {
        return 100 * demand(resource, false) / capacity(resource);
    }

    private double capacity(String resource) {
        return seen.nodes().stream()
                .filter(Recount::isReady)
                .mapToDouble(node -> capacity(node, resource))
                .sum();
    }

    private static double capacity(Node node, String resource) {
        return node.allocatable().less(node.daemons()).offered(resource);
    }

    /// @param grows jobs on draining nodes may finish there, which counts for growing only
    private double demand(String resource, boolean grows) {
        boolean finish = grows && policy.counting().finishOnDraining() == Policy.Finish.JOBS;
        double sum = 0;
        for (var node : seen.nodes()) {
            boolean finishes = finish && node.state() instanceof NodeState.Draining;
            for (var pods : node.pods()) {
                boolean isJob = pods.shape().owner() == Owner.JOB;
                if (!pods.shape().owner().staysWithNode() && !(finishes && isJob)) {
                    sum += (double) pods.shape().requests().asked(resource) * pods.count();
                }
            }
        }
        for (var pod : mine) {
            sum += resource.equals(Resources.CPU) ? pod.cpu() : pod.memory();
        }
        return sum;
    }

    @Override
    public String toString() {
        return "without a place %d, on arriving %d, ready %s, arriving %s"
                .formatted(
                        starved.size(),
                        onArriving,
                        ready.stream().map(room -> room.name).toList(),
                        arriving.size());
    }
}
