package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The counters of a run, from which a [Summary] can be made at any time. Its size does not depend
/// on the length of the run.
final class Tally {

    /// The pods of a group, or of all groups.
    private static final class PodCounter {
        private final Percentiles waits = new Percentiles();
        private long started;
        private long evicted;
        private long killed;

        private Summary.Waits waits(List<Replica> waiting, Instant now) {
            var all = with(waiting, now);
            return new Summary.Waits(all.at(50), all.at(95), all.at(100));
        }

        private PodWaits podWaits(String namespace, List<Replica> waiting, Instant now) {
            var all = with(waiting, now);
            return new PodWaits(
                    namespace,
                    all.count(),
                    all.above(Roster.BINDING),
                    all.mean(),
                    all.at(99),
                    waits(waiting, now),
                    counts(waiting));
        }

        private Percentiles with(List<Replica> waiting, Instant now) {
            var all = waits.copy();
            waiting.forEach(replica -> all.add(Duration.between(replica.created(), now)));
            return all;
        }

        private Summary.Counts counts(List<Replica> waiting) {
            return new Summary.Counts(started, evicted, killed, waiting.size());
        }
    }

    /// A group and its machines, paid up to a time.
    private static final class Account {
        private final Money price;
        private final PodCounter pods = new PodCounter();
        private final RegretCounter regrets = new RegretCounter();
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

        private boolean owns(Shape shape) {
            return !group.labels().isEmpty() && shape.nodeSelector().hasAll(group.labels());
        }

        private Summary.Bill bill() {
            return new Summary.Bill(
                    Duration.ofMillis(nodeMillis),
                    price.over(nodeMillis),
                    price.times(group.target()),
                    most);
        }

        private Summary.OfGroup summary(Instant now, List<Replica> waiting) {
            var own = waiting.stream().filter(replica -> owns(replica.shape())).toList();
            return new Summary.OfGroup(
                    group.name(),
                    bill(),
                    pods.waits(own, now),
                    pods.counts(own),
                    regrets.regrets());
        }
    }

    private final Instant start;
    private final TreeMap<String, Account> accounts = new TreeMap<>();
    private final TreeMap<String, PodCounter> namespaces = new TreeMap<>();
    private final PodCounter pods = new PodCounter();

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

    /// The regrets of a known group.
    RegretCounter regrets(String group) {
        return Optional.ofNullable(accounts.get(group)).orElseThrow().regrets;
    }

    /// Counts the time for which a pod was pending.
    void waited(Shape shape, Duration time) {
        counters(shape).forEach(counter -> counter.waits.add(time));
    }

    void started(Shape shape) {
        counters(shape).forEach(counter -> counter.started++);
    }

    void evicted(Shape shape) {
        counters(shape).forEach(counter -> counter.evicted++);
    }

    void killed(Shape shape) {
        counters(shape).forEach(counter -> counter.killed++);
    }

    private List<PodCounter> counters(Shape shape) {
        var counters = new ArrayList<PodCounter>();
        counters.add(pods);
        counters.add(namespaces.computeIfAbsent(shape.namespace(), _ -> new PodCounter()));
        accounts.values().stream()
                .filter(account -> account.owns(shape))
                .findFirst()
                .ifPresent(account -> counters.add(account.pods));
        return counters;
    }

    /// How long pods were pending: a row a namespace, by name, then one for all pods.
    List<PodWaits> podWaits(Instant now, List<Replica> waiting) {
        var rows = new ArrayList<PodWaits>();
        var names = new TreeSet<>(namespaces.keySet());
        waiting.forEach(replica -> names.add(replica.shape().namespace()));
        for (var name : names) {
            var own =
                    waiting.stream()
                            .filter(replica -> replica.shape().namespace().equals(name))
                            .toList();
            rows.add(namespaces.getOrDefault(name, new PodCounter()).podWaits(name, own, now));
        }
        rows.add(pods.podWaits("", waiting, now));
        return rows;
    }

    Summary summary(Instant now, List<Replica> waiting) {
        accounts.values().forEach(account -> account.pay(now));
        return new Summary(
                Duration.between(start, now),
                accounts.values().stream().map(account -> account.summary(now, waiting)).toList(),
                pods.waits(waiting, now),
                pods.counts(waiting));
    }
}
