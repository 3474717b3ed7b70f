package dev.plimsoll.simulator.fleet;

import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Policy.Draw;
import dev.plimsoll.sharing.Policy.Mode;
import java.util.List;
import java.util.SortedMap;

/// A method of dividing replicas over clusters.
public interface Contender {

    String name();

    /// @param running replicas by cluster
    /// @param chance a random number, different for every workload and step
    SortedMap<String, Integer> divide(
            String uid, Stage stage, SortedMap<String, Integer> running, long chance);

    /// Plimsoll, the proposal, and three versions of Karmada; the second one also with a fair coin.
    static List<Contender> all() {
        return List.of(
                new PlimsollContender("plimsoll sticky", policy(Mode.STICKY)),
                new PlimsollContender("plimsoll fresh", policy(Mode.FRESH)),
                new PlimsollContender("ordered", policy(Mode.ORDERED)),
                new Coin("Karmada 1.8-1.15", Coin.Kind.SHIPPED),
                new Coin("  with a fair coin", Coin.Kind.FAIR),
                new PlimsollContender("Karmada since 1.16", policy(Mode.WEBSTER)));
    }

    private static Policy policy(Mode mode) {
        return new Policy(mode, Draw.REMAINDER, Percent.of(0));
    }
}
