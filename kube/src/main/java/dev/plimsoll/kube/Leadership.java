package dev.plimsoll.kube;

import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The lease by which one of several replicas acts. A thread of its own renews it.
///
/// **Invariant:** a replica that believes to hold the lease stops to believe it before another one
/// can take it: it counts from the start of its last successful request, and gives up earlier than
/// the lease ends. A replica that was paused finds that out at its next step.
final class Leadership implements AutoCloseable {

    static final Duration LENGTH = Duration.ofSeconds(15);
    private static final Duration BELIEVED = Duration.ofSeconds(10);
    private static final Duration EVERY = Duration.ofSeconds(2);

    /// A request for the lease that takes longer is no use.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// With six digits of a second, as the API server demands.
    private static final DateTimeFormatter MICROS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

    private final ApiServer server;
    private final String namespace;
    private final String name;
    private final String identity;
    private final Consumer<String> say;
    private final BooleanSupplier mayLead;
    private final Thread renewing;
    private volatile boolean isHeld;
    private volatile long renewedNanos;
    private volatile String problem = "";
    private boolean saidToLead;

    /// The lease as it was last seen, and when that was first seen: a lease that does not change
    /// for its length has ended, whatever the clock of its holder says.
    private String seenVersion = "";

    private long seenNanos;
    private long transitions;
    private Instant since = Instant.EPOCH;

    /// @param identity the name of this replica
    /// @param mayLead whether this replica knows the cluster; otherwise it leaves the lease to
    ///   others
    Leadership(
            ApiServer server,
            String namespace,
            String name,
            String identity,
            BooleanSupplier mayLead,
            Consumer<String> say) {
        this.server = server.within(PATIENCE);
        this.namespace = namespace;
        this.name = name;
        this.identity = identity;
        this.mayLead = mayLead;
        this.say = say;
        renewing = Thread.ofVirtual().name("lease").unstarted(this::renewAgainAndAgain);
    }

    void start() {
        renewing.start();
    }

    boolean isHeld() {
        return isHeld && System.nanoTime() - renewedNanos < BELIEVED.toNanos();
    }

    /// Why this replica must not act; nothing if it may.
    Optional<String> refusal() {
        return isHeld()
                ? Optional.empty()
                : Optional.of("this replica does not hold the lease " + namespace + "/" + name);
    }

    /// The last failure of a request for the lease; empty if there was none since.
    String problem() {
        return problem;
    }

    private void renewAgainAndAgain() {
        while (!Thread.currentThread().isInterrupted()) {
            sayIfChanged();
            try {
                if (mayLead.getAsBoolean()) {
                    renew();
                    problem = "";
                } else {
                    release();
                    problem =
                            "leaves the lease to other replicas, because it does not know the"
                                    + " cluster";
                }
            } catch (IOException | RuntimeException failure) {
                problem = String.valueOf(failure.getMessage());
            }
            sayIfChanged();
            try {
                Thread.sleep(EVERY);
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    /// The belief also ends by time alone, between two requests.
    private void sayIfChanged() {
        boolean leads = isHeld();
        if (leads != saidToLead) {
            saidToLead = leads;
            say.accept(leads ? "leads as " + identity : "does not lead any more");
        }
    }

    /// A holder renews with one request, as long as nobody else has written the lease.
    private void renew() throws IOException {
        long begin = System.nanoTime();
        if (isHeld()) {
            take(begin, server.replace(path(), lease(seenVersion)));
            return;
        }
        var reply = server.get(path());
        if (reply.status() == 404) {
            transitions = 0;
            since = Instant.now();
            take(begin, server.create(folder(), lease("")));
            return;
        }
        if (!reply.isGood()) {
            throw server.refused(path(), reply);
        }
        var lease = reply.object();
        var version = JsonTree.text(lease, "metadata", "resourceVersion");
        if (!version.equals(seenVersion)) {
            seenVersion = version;
            seenNanos = begin;
        }
        var holder = JsonTree.text(lease, "spec", "holderIdentity");
        boolean isMine = holder.equals(identity);
        if (!isMine && !holder.isEmpty() && !isOver(lease, begin)) {
            isHeld = false;
            return;
        }
        transitions =
                JsonTree.at(lease, "spec", "leaseTransitions") instanceof Long count ? count : 0;
        transitions += isMine ? 0 : 1;
        since = Instant.now();
        take(begin, server.replace(path(), lease(version)));
    }

    private boolean isOver(Map<String, Object> lease, long now) {
        long seconds =
                JsonTree.at(lease, "spec", "leaseDurationSeconds") instanceof Long length
                        ? length
                        : LENGTH.toSeconds();
        return now - seenNanos > Duration.ofSeconds(seconds).toNanos();
    }

    private void take(long begin, Reply reply) throws IOException {
        if (reply.status() == 409) {
            isHeld = false;
            return;
        }
        if (!reply.isGood()) {
            throw server.refused(path(), reply);
        }
        seenVersion = JsonTree.text(reply.object(), "metadata", "resourceVersion");
        seenNanos = begin;
        renewedNanos = begin;
        isHeld = true;
    }

    private Map<String, Object> lease(String version) {
        var metadata = Trees.ordered("name", name, "namespace", namespace);
        if (!version.isEmpty()) {
            metadata.put("resourceVersion", version);
        }
        return Trees.ordered(
                "apiVersion",
                "coordination.k8s.io/v1",
                "kind",
                "Lease",
                "metadata",
                metadata,
                "spec",
                Trees.ordered(
                        "holderIdentity",
                        identity,
                        "leaseDurationSeconds",
                        LENGTH.toSeconds(),
                        "acquireTime",
                        MICROS.format(since),
                        "renewTime",
                        MICROS.format(Instant.now()),
                        "leaseTransitions",
                        transitions));
    }

    private String folder() {
        return "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases";
    }

    private String path() {
        return folder() + "/" + name;
    }

    private void release() throws IOException {
        if (isHeld()) {
            isHeld = false;
            var change =
                    Map.<String, Object>of(
                            "metadata",
                            Map.of("resourceVersion", seenVersion),
                            "spec",
                            Map.of("holderIdentity", ""));
            server.patch(path(), change);
        }
    }

    /// Gives the lease back, so that another replica need not wait until it ends.
    @Override
    public void close() {
        renewing.interrupt();
        try {
            renewing.join(Duration.ofSeconds(5));
            release();
        } catch (IOException unreachable) {
            say.accept("the lease ends by itself: " + unreachable.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
