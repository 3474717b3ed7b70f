package dev.plimsoll.batching;

import dev.plimsoll.decision.Question;
import dev.plimsoll.quantity.Count;

/// The number of addresses that a subnet's nodes need at any batch, in hundredths of an address
/// where headroom is included.
///
/// **Invariant:** `at` and `settled` never fall when the batch doubles: `BatchingLawsTest`.
final class Need {

    private final Seen seen;
    private final Policy policy;
    private final Policy.Limits limits;

    /// Addresses held by other users, now or until recently.
    final Past.Others others;

    final long nodes;
    final long pods;

    Need(Question<Seen, Policy, Past> question) {
        this(question.seen(), question.policy(), others(question));
    }

    private Need(Seen seen, Policy policy, Past.Others others) {
        this.seen = seen;
        this.policy = policy;
        this.limits = policy.limits();
        this.others = others;
        long count = 0;
        long sum = 0;
        for (var some : seen.nodes()) {
            count += some.count();
            sum += (long) some.count() * some.pods();
        }
        nodes = count;
        pods = sum;
    }

    private static Past.Others others(Question<Seen, Policy, Past> question) {
        var window = question.policy().patience().others();
        int held = question.seen().others();
        return Batching.past(question).others().next(held, question.now(), window);
    }

    /// r(d, B)
    long asked(long pods, int batch) {
        long percent = policy.minFreePercent();
        return batch * Math.ceilDiv(percent * batch + 100 * pods, 100L * batch);
    }

    /// The most pods with which a node requests no more than this number of addresses.
    long mostPods(long addresses, int batch) {
        return addresses - Math.ceilDiv((long) policy.minFreePercent() * batch, 100L);
    }

    /// The need with the most pods that can explain the nodes' requests. A node counts finished
    /// pods until its next check, so its request may be for more pods than it runs.
    Need asAsked() {
        return seen.nodes().stream().anyMatch(this::asksForMore)
                ? new Need(
                        seen.withNodes(seen.nodes().stream().map(this::asAsked).toList()),
                        policy,
                        others)
                : this;
    }

    private boolean asksForMore(Nodes some) {
        return some.asked() > asked(some.pods(), seen.batch());
    }

    private Nodes asAsked(Nodes some) {
        return asksForMore(some)
                ? new Nodes(
                        some.count(),
                        Math.toIntExact(
                                Math.max(some.pods(), mostPods(some.asked(), seen.batch()))),
                        some.max())
                : some;
    }

    int max(Nodes some) {
        return Math.min(some.max(), limits.perNode());
    }

    /// J
    long joins() {
        long tenth = Math.max(1, Math.ceilDiv(nodes, 10L));
        return Math.max(
                seen.coming(),
                switch (policy.joins()) {
                    case Count.Known(int number) -> number;
                    case Count.Unknown _ -> tenth;
                });
    }

    /// P + min(M', r(0, B))
    long join(int batch) {
        return limits.primary() + Math.min(limits.perNode(), asked(0, batch));
    }

    /// need(B), in hundredths.
    long at(int batch) {
        long sum = 100 * (others.most() + joins() * join(batch));
        for (var some : seen.nodes()) {
            sum += some.count() * each(some.pods(), max(some), batch);
        }
        return sum;
    }

    /// P + min(M, r(d, B) + h · B), in hundredths.
    long each(long pods, int max, int batch) {
        long wanted = 100 * asked(pods, batch) + (long) policy.headroomPercent() * batch;
        return 100L * limits.primary() + Math.min(100L * max, wanted);
    }

    /// Addresses in use once every node has its request.
    long settled(int batch) {
        long sum = others.most();
        for (var some : seen.nodes()) {
            long asked = Math.min(max(some), asked(some.pods(), batch));
            sum += some.count() * (limits.primary() + asked);
        }
        return sum;
    }

    /// Addresses in use if no node keeps an address free.
    long bare() {
        long sum = others.most();
        for (var some : seen.nodes()) {
            sum += some.count() * (limits.primary() + (long) Math.min(max(some), some.pods()));
        }
        return sum;
    }

    /// Addresses that nodes hold without a pod, once every node has its request.
    long idle(int batch) {
        return settled(batch) - bare();
    }

    /// The largest batch that any node could use.
    int largest() {
        int most = seen.nodes().stream().mapToInt(this::max).max().orElse(limits.perNode());
        return Integer.highestOneBit(Math.min(limits.batch(), most));
    }

    int fit(long capacity) {
        int batch = largest();
        while (batch > 1 && at(batch) > 100 * capacity) {
            batch /= 2;
        }
        return batch;
    }

    /// Whether the batch fits if two nodes, or a quarter of them, need one more batch.
    boolean fitsGuarded(int batch, long capacity) {
        return fits(batch, Math.max(2, Math.ceilDiv(nodes, 4L)), capacity);
    }

    /// Whether the batch fits if every node needs one more batch. The same number of pods never
    /// needs more, on whichever nodes they run.
    boolean fitsWhereverPodsMove(int batch, long capacity) {
        return fits(batch, Math.max(2, nodes), capacity);
    }

    private boolean fits(int batch, long more, long capacity) {
        return at(batch) + 100L * batch * more <= 100 * capacity;
    }

    State state() {
        return switch (seen.capacity()) {
            case Count.Unknown _ -> State.UNKNOWN;
            case Count.Known(int capacity) -> state(capacity);
        };
    }

    private State state(long capacity) {
        if (settled(1) > capacity) {
            return State.EXHAUSTED;
        }
        return at(1) > 100 * capacity ? State.TIGHT : State.OK;
    }

    /// U: as counted, else the usage once every node has its request.
    long used() {
        return switch (seen.used().now()) {
            case Count.Known(int number) -> number;
            case Count.Unknown _ -> settled(seen.batch());
        };
    }
}
