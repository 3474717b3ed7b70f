package dev.plimsoll.sharing;

import dev.plimsoll.sharing.Division.Cause;
import dev.plimsoll.sharing.Division.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The division of a workload's replicas, by the mode of the policy.
final class Dividing {

    private final SharingFacts facts;

    Dividing(SharingFacts facts) {
        this.facts = facts;
    }

    Division divide() {
        var shares =
                switch (facts.policy.mode()) {
                    case STICKY, FRESH -> byQuota();
                    case WEBSTER -> byWebster();
                    case ORDERED -> byOrder();
                };
        facts.left.forEach((name, before) -> shares.add(left(name, before)));
        if (!facts.left.isEmpty()) {
            shares.sort(Comparator.comparing(Share::cluster));
        }
        return Division.of(shares, facts.wanted() - facts.total);
    }

    /// Replicas given before stay, even on clusters that are not candidates.
    private Share left(String name, int before) {
        if (facts.policy.mode() == Policy.Mode.WEBSTER && facts.seen.initial().containsKey(name)) {
            int seats = facts.seen.initial().get(name);
            return new Share(name, before, seats, Integer.toString(seats), seats, Cause.SEATED);
        }
        return new Share(name, before, 0, "0", 0, Cause.LEFT);
    }

    private List<Share> byQuota() {
        var quotas = Quotas.bounded(facts.weights, facts.least, facts.most, facts.total);
        var draws = new Draws(facts, quotas);
        var holders = draws.holders();
        var chosen = draws.chosen(holders);
        var shares = new ArrayList<Share>(facts.size());
        for (int i = 0; i < facts.size(); i++) {
            int replicas = quotas.floor(i) + (chosen[i] ? 1 : 0);
            var cause = chosen[i] ? withOdd(holders[i]) : withoutOdd(quotas, i);
            shares.add(share(quotas, i, replicas, cause));
        }
        return shares;
    }

    private static Cause withOdd(boolean holds) {
        return holds ? Cause.KEPT : Cause.DRAWN;
    }

    private Cause withoutOdd(Quotas quotas, int cluster) {
        if (facts.weights[cluster] == 0) {
            return facts.least[cluster] > 0 ? Cause.MINIMUM : Cause.NO_WEIGHT;
        }
        if (isFull(quotas, cluster)) {
            return Cause.FULL;
        }
        if (!quotas.isFree(cluster) && facts.least[cluster] > 0) {
            return Cause.MINIMUM;
        }
        return quotas.isWhole(cluster) ? Cause.WHOLE : Cause.FLOOR;
    }

    private boolean isFull(Quotas quotas, int cluster) {
        return facts.policy.looksAtBounds()
                && facts.most[cluster] < facts.wanted()
                && quotas.floor(cluster) == facts.most[cluster];
    }

    private List<Share> byOrder() {
        var quotas = Quotas.unbounded(facts.weights, facts.total);
        var chosen = new boolean[facts.size()];
        IntStream.range(0, facts.size())
                .boxed()
                .filter(i -> facts.weights[i] > 0)
                .sorted(Comparator.comparingLong((Integer i) -> -facts.weights[i]))
                .limit(facts.total - quotas.floors())
                .forEach(i -> chosen[i] = true);
        var shares = new ArrayList<Share>(facts.size());
        for (int i = 0; i < facts.size(); i++) {
            int replicas = quotas.floor(i) + (chosen[i] ? 1 : 0);
            var cause = chosen[i] ? Cause.BY_ORDER : withoutOdd(quotas, i);
            shares.add(share(quotas, i, replicas, cause));
        }
        return shares;
    }

    private List<Share> byWebster() {
        var quotas = Quotas.unbounded(facts.weights, facts.total);
        var replicas = new Webster(facts).replicas();
        var shares = new ArrayList<Share>(facts.size());
        for (int i = 0; i < facts.size(); i++) {
            var cause = facts.weights[i] > 0 ? Cause.WEBSTER : Cause.SEATED;
            shares.add(
                    share(
                            quotas,
                            i,
                            replicas[i],
                            replicas[i] == 0 ? withoutReplicas(quotas, i, cause) : cause));
        }
        return shares;
    }

    private static Cause withoutReplicas(Quotas quotas, int cluster, Cause cause) {
        return quotas.isFree(cluster) ? cause : Cause.NO_WEIGHT;
    }

    private Share share(Quotas quotas, int i, int replicas, Cause cause) {
        return new Share(
                facts.names[i], facts.running[i], replicas, quotas.text(i), quotas.floor(i), cause);
    }
}
