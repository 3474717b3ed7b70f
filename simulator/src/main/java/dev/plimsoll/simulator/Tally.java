package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.quantity.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The counters of a run, from which a [Summary] can be made at any time. Its size does not depend
/// on the length of the run: pending times are counted by second.
final class Tally {

    /// The machines of a group, paid up to a time.
    private static final class Account {
        private final Money price;
        private Group group;
        private Instant paid;
        private long nodeMillis;
        private int most;

        private Account(Group group, Instant now) {
            this.price = Scenario.priceHour(group);
            this.group = group;
            this.paid = now;
        }

        private void pay(Instant now) {
            long millis = Duration.between(paid, now).toMillis();
            nodeMillis = Math.addExact(nodeMillis, Math.multiplyExact(millis, group.target()));
            paid = now;
        }

        private Summary.Bill bill() {
            return new Summary.Bill(
                    group.name(), Duration.ofMillis(nodeMillis), price.over(nodeMillis), most);
        }
    }

    private final Instant start;
    private final TreeMap<String, Account> accounts = new TreeMap<>();
    private final TreeMap<Long, Long> waits = new TreeMap<>();
    private long started;
    private long evicted;
    private long killed;

    Tally(Instant start) {
        this.start = start;
    }

    /// From now on the group has as many machines as its target.
    void kept(Group group, Instant now) {
        var account = accounts.computeIfAbsent(group.name(), _ -> new Account(group, now));
        account.pay(now);
        account.group = group;
        account.most = Math.max(account.most, group.target());
    }

    /// Counts the time for which a pod was pending.
    void waited(Duration time) {
        count(waits, time);
    }

    void started() {
        started++;
    }

    void evicted() {
        evicted++;
    }

    void killed() {
        killed++;
    }

    Summary summary(Instant now, List<Replica> waiting) {
        accounts.values().forEach(account -> account.pay(now));
        var all = new TreeMap<>(waits);
        waiting.forEach(replica -> count(all, Duration.between(replica.created(), now)));
        return new Summary(
                Duration.between(start, now),
                accounts.values().stream().map(Account::bill).toList(),
                new Summary.Waits(percentile(all, 50), percentile(all, 95), percentile(all, 100)),
                new Summary.Counts(started, evicted, killed, waiting.size()));
    }

    private static void count(Map<Long, Long> waits, Duration time) {
        waits.merge(time.plusSeconds(1).minusNanos(1).toSeconds(), 1L, Long::sum);
    }

    /// The shortest pending time that `ofHundred` percent of the pods did not exceed.
    private static Duration percentile(SortedMap<Long, Long> waits, int ofHundred) {
        long all = waits.values().stream().mapToLong(Long::longValue).sum();
        long rank = Math.ceilDiv(Math.multiplyExact(all, ofHundred), 100L);
        long passed = 0;
        for (var wait : waits.entrySet()) {
            passed += wait.getValue();
            if (passed >= rank) {
                return Duration.ofSeconds(wait.getKey());
            }
        }
        return Duration.ZERO;
    }
}
