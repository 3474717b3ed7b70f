package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.document.ProviderSettings;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.OwnWrites;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/// Turns the loops of a policy on a running cluster, in real time.
///
/// A turn needs the lease, a current picture of the cluster, and a memory that can be written. If
/// one of them is missing, the turn is left out and said once; the time until the next turn expires
/// no timer.
public final class Controller implements AutoCloseable {

    /// How long a step is shown that the watch does not show.
    private static final Duration OWN_WRITES = Duration.ofMinutes(10);

    /// How long the first lists may take.
    private static final Duration FIRST_LISTS = Duration.ofMinutes(5);

    /// How often a wait between turns looks whether it is stopped.
    private static final Duration SLICE = Duration.ofMillis(200);

    /// The number of sentences that are remembered, so that none is said twice.
    private static final int MOST_SAID = 10_000;

    /// A replica that has not known the cluster for this long leaves the lease to others.
    private static final Duration LONGEST_STALE = Duration.ofMinutes(2);

    /// A turn may take this long, or three times as long as between two turns, before the
    /// controller counts as dead.
    private static final Duration LONGEST_MOVE = Duration.ofSeconds(60);

    /// @param namespace of the lease, the memory and the status
    /// @param identity the name of this replica
    /// @param every the longest time between turns, on the machine's clock
    /// @param dryRun whether no step is taken; then nothing is written to the cluster
    public record Options(
            String namespace, String identity, Duration every, boolean dryRun, long seed) {}

    /// The clock of the loops.
    ///
    /// @param speed how many times as fast it runs as the machine's clock
    public record Pace(InstantSource clock, int speed) {}

    /// The policy, which may change while the controller runs.
    @FunctionalInterface
    public interface Policies {

        /// The policy if it is new or changed since the last call.
        Optional<PolicyFile> changed();
    }

    /// What the controller tells.
    ///
    /// @param say receives sentences about the controller itself
    /// @param turned receives every turn
    /// @param skipped receives the cause of every turn that is left out
    public record Listeners(
            Consumer<String> say, Consumer<TurnReport> turned, Consumer<Skipped> skipped) {}

    private final ApiServer server;

    /// Sends nothing that changes something unless this replica leads.
    private final ApiServer writes;

    private final Options options;
    private final NextTurn next;
    private final Pace pace;
    private final Policies policies;
    private final Listeners listeners;
    private final TurnLog log;
    private final Memory own;
    private final WatchedCluster watched;
    private final ClusterProvider provider;
    private final LiveCluster live;
    private final Optional<Leadership> leadership;
    private final Set<String> said = new LinkedHashSet<>();
    private final Map<String, String> lasting = new LinkedHashMap<>();
    private Loops loops = Loops.of(List.of());
    private Optional<Turns<Cluster>> turns = Optional.empty();
    private Optional<ClusterMemory> memory = Optional.empty();
    private long requests;
    private volatile boolean isRead;
    private volatile long movedNanos = System.nanoTime();
    private volatile long currentNanos = System.nanoTime();

    /// @param other makes the provider; without one, the nodes themselves are created and deleted
    /// @param own the memory of a dry run, outside the cluster
    /// @param progress receives the number of objects read so far
    public Controller(
            ApiServer server,
            Options options,
            Pace pace,
            Optional<ClusterProvider.Maker> other,
            Policies policies,
            Journal<Object> journal,
            Memory own,
            Listeners listeners,
            IntConsumer progress) {
        this.pace = pace;
        this.server = server;
        this.options = options;
        this.next = new NextTurn(options.every());
        this.policies = policies;
        this.listeners = listeners;
        this.own = own;
        log = new TurnLog(journal);
        watched = new WatchedCluster(server, progress, this::sayOnce);
        writes = server.guardedBy(this::mayWrite);
        provider =
                other.map(maker -> maker.make(this::mayWrite))
                        .orElseGet(() ->
                                new NodesProvider(
                                        writes,
                                        watched,
                                        options.namespace(),
                                        pace.clock()::instant));
        live =
                new LiveCluster(
                        writes,
                        watched,
                        provider,
                        this::refusal,
                        pace.clock()::instant,
                        this::sayOnce);
        leadership =
                options.dryRun()
                        ? Optional.empty()
                        : Optional.of(
                                new Leadership(
                                        server,
                                        options.namespace(),
                                        "plimsoll",
                                        options.identity(),
                                        this::mayLead,
                                        listeners.say()));
    }

    /// Reads the cluster and begins to compete for the lease.
    ///
    /// @throws IOException if the cluster cannot be read
    public void start() throws IOException, InterruptedException {
        watched.start();
        watched.awaitLists(FIRST_LISTS);
        moved();
        isRead = true;
        leadership.ifPresent(Leadership::start);
    }

    /// The state of the controller; any thread may ask.
    public Signs signs() {
        var patience = options.every().multipliedBy(3);
        return new Signs(
                isRead,
                watched.isCurrent() && provider.staleness().isEmpty(),
                leadership.isPresent() && leadership.get().isHeld(),
                Duration.ofNanos(System.nanoTime() - movedNanos),
                patience.compareTo(LONGEST_MOVE) > 0 ? patience : LONGEST_MOVE,
                watched.silence(),
                server.requests());
    }

    private boolean mayLead() {
        if (watched.isCurrent()) {
            currentNanos = System.nanoTime();
        }
        return System.nanoTime() - currentNanos < LONGEST_STALE.toNanos();
    }

    private void moved() {
        movedNanos = System.nanoTime();
    }

    /// Takes turns until it is stopped.
    public void runUntil(BooleanSupplier isStopping) throws InterruptedException {
        while (!isStopping.getAsBoolean()) {
            next.begins(System.nanoTime());
            turn();
            while (!isDue() && !isStopping.getAsBoolean()) {
                watched.takeFor(next.atMost(SLICE, System.nanoTime()));
                deliver();
                moved();
            }
        }
    }

    /// The provider works between turns too, if this replica has taken the last one.
    private void deliver() {
        if (turns.isPresent() && !options.dryRun() && watched.staleness().isEmpty()) {
            provider.deliver();
        }
    }

    private boolean isDue() {
        return next.isDue(System.nanoTime(), watched.inventory()::cluster);
    }

    private void turn() throws InterruptedException {
        if (leadership.isPresent() && !leadership.get().isHeld()) {
            turns = Optional.empty();
            memory = Optional.empty();
            sayWhile("lease", leadership.get().problem());
            listeners.skipped().accept(Skipped.NOT_LEADER);
            return;
        }
        watched.take();
        var stale = watched.staleness().or(provider::staleness);
        sayWhile("stale", stale.map(why -> "no turn: " + why).orElse(""));
        if (stale.isPresent()) {
            listeners.skipped().accept(Skipped.STALE);
            return;
        }
        try {
            lead();
            sayWhile("lead", "");
        } catch (IOException failure) {
            sayWhile("lead", "no turn: " + failure.getMessage());
            listeners.skipped().accept(Skipped.MEMORY);
            return;
        }
        policies.changed().ifPresent(this::adopt);
        if (!options.dryRun()) {
            provider.deliver();
        }
        sayWhile("provider", provider.state().problem());
        turn(pace.clock().instant());
    }

    private void turn(Instant now) {
        long begin = System.nanoTime();
        var wakeAt = turns.orElseThrow().turn(now, setup());
        try {
            flush();
            sayWhile("memory", "");
        } catch (IOException failure) {
            readMemoryAgain(failure);
            sayWhile("memory", String.valueOf(failure.getMessage()));
        }
        long sent = server.requests();
        var report =
                new TurnReport(
                        now,
                        watched.inventory().cluster(),
                        watched.buffers(),
                        log.read(),
                        live.evicted(),
                        Duration.ofNanos(System.nanoTime() - begin),
                        sent - requests);
        requests = sent;
        next.ended(report, untilWake(now, wakeAt));
        listeners.turned().accept(report);
    }

    /// The time until a loop wants to be woken, on the machine's clock.
    private Duration untilWake(Instant now, Instant wakeAt) {
        var longest = now.plus(options.every().multipliedBy(pace.speed()));
        return wakeAt.isAfter(now) && wakeAt.isBefore(longest)
                ? Duration.between(now, wakeAt).dividedBy(pace.speed())
                : options.every();
    }

    /// Recalls the memory of the leader before.
    private void lead() throws IOException, InterruptedException {
        if (turns.isPresent()) {
            return;
        }
        provider.recall();
        if (!options.dryRun()) {
            memory = Optional.of(ClusterMemory.read(writes, options.namespace(), this::sayOnce));
        }
        turns =
                Optional.of(
                        new Turns<>(
                                new OwnWrites(live, pace.clock()::instant, OWN_WRITES),
                                log,
                                memory.<Memory>map(kept -> kept).orElse(own),
                                options.seed(),
                                options.every().multipliedBy(pace.speed())));
    }

    private void flush() throws IOException {
        if (memory.isPresent()) {
            memory.get().flush();
        }
    }

    /// The lease is checked before each request that changes something.
    private Optional<String> mayWrite() {
        moved();
        return leadership.flatMap(Leadership::refusal);
    }

    /// The lease is checked and the memory written before each step.
    private Optional<String> refusal() {
        var lost = mayWrite();
        if (lost.isPresent()) {
            return lost;
        }
        try {
            flush();
            return Optional.empty();
        } catch (IOException failure) {
            readMemoryAgain(failure);
            return Optional.of(String.valueOf(failure.getMessage()));
        }
    }

    /// The next turn continues from the memory of the replica that has written it.
    private void readMemoryAgain(IOException failure) {
        if (failure instanceof ClusterMemory.TakenOver) {
            turns = Optional.empty();
        }
    }

    private void adopt(PolicyFile policy) {
        var groups = new LinkedHashMap<String, Group>();
        var declared = new ArrayList<ClusterProvider.Declared>();
        for (var group : policy.declared()) {
            var each = new ClusterProvider.Declared(group, settings(policy, group.name()));
            declared.add(each);
            groups.put(each.name(), group);
        }
        provider.declare(declared);
        live.declare(groups, policy.prices().pricing(), policy.subnets());
        loops = Loops.of(policy);
    }

    private static ProviderSettings settings(PolicyFile policy, String group) {
        return policy.providers().stream()
                .filter(settings -> settings.group().equals(group))
                .findFirst()
                .orElseThrow();
    }

    /// The loops of the groups that the provider has.
    private Setup<Cluster> setup() {
        var provided = List.copyOf(live.provided());
        for (var group : loops.groups()) {
            if (!provided.contains(group)) {
                sayOnce(
                        "the provider has no group for '"
                                + group
                                + "', so it is left alone; it has "
                                + live.offered());
            }
        }
        var ours = loops.only(provided);
        return options.dryRun() ? ours.dryRun() : ours.setup();
    }

    private void sayOnce(String sentence) {
        if (said.size() > MOST_SAID) {
            said.clear();
        }
        if (said.add(sentence)) {
            listeners.say().accept(sentence);
        }
    }

    /// Says a lasting problem when it begins or changes, and that it is over.
    private void sayWhile(String about, String sentence) {
        var before = lasting.getOrDefault(about, "");
        if (sentence.equals(before)) {
            return;
        }
        lasting.put(about, sentence);
        listeners.say().accept(sentence.isEmpty() ? "over: " + before : sentence);
    }

    @Override
    public void close() {
        leadership.ifPresent(Leadership::close);
        provider.close();
        watched.close();
    }
}
