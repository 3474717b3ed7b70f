package dev.plimsoll.sharing;

import dev.plimsoll.sharing.Division.Cause;
import dev.plimsoll.sharing.Division.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Divides the replicas of one scene.
final class Dividing {

    private final Scene scene;

    Dividing(Scene scene) {
        this.scene = scene;
    }

    Division divide() {
        var shares =
                switch (scene.policy.mode()) {
                    case STICKY, FRESH -> byQuota();
                    case WEBSTER -> byWebster();
                    case ORDERED -> byOrder();
                };
        scene.left.forEach((name, before) -> shares.add(left(name, before)));
        if (!scene.left.isEmpty()) {
            shares.sort(Comparator.comparing(Share::cluster));
        }
        return Division.of(shares, scene.wanted() - scene.total);
    }

    /// Seats given before stay, also on clusters that are no candidates.
    private Share left(String name, int before) {
        if (scene.policy.mode() == Policy.Mode.WEBSTER && scene.seen.initial().containsKey(name)) {
            int seats = scene.seen.initial().get(name);
            return new Share(name, before, seats, Integer.toString(seats), seats, Cause.SEATED);
        }
        return new Share(name, before, 0, "0", 0, Cause.LEFT);
    }

    private List<Share> byQuota() {
        var quotas = Quotas.bounded(scene.weights, scene.least, scene.most, scene.total);
        var draws = new Draws(scene, quotas);
        var holders = draws.holders();
        var chosen = draws.chosen(holders);
        var shares = new ArrayList<Share>(scene.size());
        for (int i = 0; i < scene.size(); i++) {
            int replicas = quotas.floor(i) + (chosen[i] ? 1 : 0);
            var cause = chosen[i] ? odd(holders[i]) : even(quotas, i);
            shares.add(share(quotas, i, replicas, cause));
        }
        return shares;
    }

    private static Cause odd(boolean holds) {
        return holds ? Cause.KEPT : Cause.DRAWN;
    }

    private Cause even(Quotas quotas, int cluster) {
        if (scene.weights[cluster] == 0) {
            return scene.least[cluster] > 0 ? Cause.MINIMUM : Cause.NO_WEIGHT;
        }
        if (isFull(quotas, cluster)) {
            return Cause.FULL;
        }
        if (!quotas.isFree(cluster) && scene.least[cluster] > 0) {
            return Cause.MINIMUM;
        }
        return quotas.isWhole(cluster) ? Cause.WHOLE : Cause.FLOOR;
    }

    private boolean isFull(Quotas quotas, int cluster) {
        return scene.policy.looksAtBounds()
                && scene.most[cluster] < scene.wanted()
                && quotas.floor(cluster) == scene.most[cluster];
    }

    private List<Share> byOrder() {
        var quotas = Quotas.unbounded(scene.weights, scene.total);
        var chosen = new boolean[scene.size()];
        IntStream.range(0, scene.size())
                .boxed()
                .filter(i -> scene.weights[i] > 0)
                .sorted(Comparator.comparingLong((Integer i) -> -scene.weights[i]))
                .limit(scene.total - quotas.floors())
                .forEach(i -> chosen[i] = true);
        var shares = new ArrayList<Share>(scene.size());
        for (int i = 0; i < scene.size(); i++) {
            int replicas = quotas.floor(i) + (chosen[i] ? 1 : 0);
            var cause = chosen[i] ? Cause.BY_ORDER : even(quotas, i);
            shares.add(share(quotas, i, replicas, cause));
        }
        return shares;
    }

    private List<Share> byWebster() {
        var quotas = Quotas.unbounded(scene.weights, scene.total);
        var replicas = new Webster(scene).replicas();
        var shares = new ArrayList<Share>(scene.size());
        for (int i = 0; i < scene.size(); i++) {
            var cause = scene.weights[i] > 0 ? Cause.WEBSTER : Cause.SEATED;
            shares.add(
                    share(
                            quotas,
                            i,
                            replicas[i],
                            replicas[i] == 0 ? even(quotas, i, cause) : cause));
        }
        return shares;
    }

    private Cause even(Quotas quotas, int cluster, Cause cause) {
        return quotas.isFree(cluster) ? cause : Cause.NO_WEIGHT;
    }

    private Share share(Quotas quotas, int i, int replicas, Cause cause) {
        return new Share(
                scene.names[i], scene.running[i], replicas, quotas.text(i), quotas.floor(i), cause);
    }
}
