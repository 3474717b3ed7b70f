package dev.plimsoll.batching;

import dev.plimsoll.batching.Policy.Limits;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A subnet under constant load, tick by tick: nodes ask for what the batch says, give back what
/// they hold above it, and get what they lack whole or not at all while there is some; then the
/// batch is decided from what is in use.
final class Walk {

    private static final int TICKS = 400;

    /// Nodes that are alike, also in what they hold.
    private record Lot(int count, int pods, int held) {}

    /// @param period 1 if it settled
    /// @param ticks until the batch was changed for the last time; of no meaning in a cycle
    /// @param batches those of one round
    record End(int period, int ticks, List<Integer> batches) {

        boolean isCycle() {
            return period > 1;
        }
    }

    private final Policy policy;
    private final int capacity;
    private final List<Nodes> nodes;
    private List<Lot> lots = new ArrayList<>();
    private Past past = Past.NONE;
    private int batch;
    private int minFree;

    private Walk(OneSubnet subnet) {
        policy = subnet.policy();
        capacity = subnet.seen().capacity().orElse(0);
        nodes = subnet.seen().nodes();
        batch = subnet.seen().batch();
        minFree = policy.minFreePercent();
    }

    /// Every node starts with what it asks for at `heldFor`; with nothing if that is 0.
    static End from(OneSubnet subnet, int heldFor) {
        var walk = new Walk(subnet);
        walk.nodes.forEach(some -> walk.lots.add(new Lot(some.count(), some.pods(), 0)));
        if (heldFor > 0) {
            walk.serve(heldFor);
        }
        walk.past =
                new Past(
                        "pods",
                        Past.Change.NONE,
                        Duration.ZERO,
                        Past.Others.NONE,
                        Count.of(walk.used()),
                        Past.Undone.NONE,
                        false);
        return walk.end();
    }

    /// Brent's algorithm: a state is kept for twice as many ticks each time.
    private End end() {
        var kept = state();
        int power = 1;
        int since = 0;
        int changed = 0;
        var batches = new ArrayList<Integer>();
        for (int tick = 1; tick <= TICKS; tick++) {
            int before = batch;
            tick();
            if (batch != before) {
                changed = tick;
            }
            batches.add(batch);
            since++;
            var now = state();
            if (Arrays.equals(kept, now)) {
                return new End(since, changed, List.copyOf(batches));
            }
            if (since == power) {
                kept = now;
                power *= 2;
                since = 0;
                batches.clear();
            }
        }
        throw new AssertionError("neither settled nor found a cycle in " + TICKS + " ticks");
    }

    private long[] state() {
        var state = new long[3 + 3 * lots.size()];
        state[0] = batch;
        state[1] = minFree;
        state[2] = past.used().orElse(-1);
        int at = 3;
        for (var lot : lots) {
            state[at++] = lot.count;
            state[at++] = lot.pods;
            state[at++] = lot.held;
        }
        return state;
    }

    private void tick() {
        serve(batch);
        var seen =
                new Seen("pods", Count.of(capacity), batch, nodes)
                        .withUsed(new Seen.Used(Count.of(used()), Count.unknown()));
        var decision =
                new Batching()
                        .decide(new Question<>(seen, policy, past, List.of(), OneSubnet.NOON, 0));
        past = decision.remember();
        for (var step : decision.plan().steps()) {
            if (step instanceof Step.UseBatch(_, _, int addresses, int percent)) {
                batch = addresses;
                minFree = percent;
            }
        }
    }

    /// Nodes give back what they have too much; then as many as the subnet can serve get all that
    /// they lack.
    private void serve(int size) {
        var kept = new ArrayList<Lot>();
        for (var lot : lots) {
            add(kept, new Lot(lot.count, lot.pods, Math.min(lot.held, asked(lot.pods, size))));
        }
        lots = kept;
        int free = Math.max(0, capacity - used());
        var served = new ArrayList<Lot>();
        for (var lot : kept) {
            int lack = asked(lot.pods, size) - lot.held;
            int some = lack == 0 ? lot.count : Math.min(free / lack, lot.count);
            free -= some * lack;
            add(served, new Lot(some, lot.pods, lot.held + lack));
            add(served, new Lot(lot.count - some, lot.pods, lot.held));
        }
        lots = served;
    }

    private static void add(List<Lot> all, Lot lot) {
        if (lot.count == 0) {
            return;
        }
        for (int i = 0; i < all.size(); i++) {
            var other = all.get(i);
            if (other.pods == lot.pods && other.held == lot.held) {
                all.set(i, new Lot(other.count + lot.count, lot.pods, lot.held));
                return;
            }
        }
        all.add(lot);
    }

    private int asked(int pods, int size) {
        int cap = policy.limits().perNode();
        int some = Math.min(size, cap);
        return Math.min(cap, some * Math.ceilDiv(minFree * some + 100 * pods, 100 * some));
    }

    private int used() {
        int sum = 0;
        for (var lot : lots) {
            sum += lot.count * (policy.limits().primary() + lot.held);
        }
        return sum;
    }

    /// A subnet of equal nodes.
    static OneSubnet subnet(int capacity, int count, int pods, int batch, int primary) {
        return OneSubnet.of(capacity, batch, OneSubnet.nodes(count, pods))
                .with(new Limits(128, 250, primary));
    }
}
