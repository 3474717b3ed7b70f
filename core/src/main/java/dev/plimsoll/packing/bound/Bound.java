package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Money;
import java.math.BigInteger;
import java.util.List;

/// The least that any placement of a market's pods can cost, or that there is no placement.
public sealed interface Bound {

    /// What no bound looks at: a placement that keeps these too may cost more.
    List<String> IGNORES =
            List.of("topology spread", "pod affinity", "volumes", "limits that groups share");

    /// Every placement costs so much or more.
    ///
    /// @param hour dollars an hour
    /// @param duals what a unit of each scarce thing adds to it
    /// @param leftOut pods that no offer can take; the bound is without them
    record Proven(Money hour, List<Dual> duals, long leftOut) implements Bound {

        public Proven {
            duals = List.copyOf(duals);
        }
    }

    /// All that can be had is too little.
    ///
    /// @param measure the resource that is short, `apart` or `shape`
    /// @param asked by pods that have no other choice than some offers
    /// @param offered by all that can be had of these
    /// @param offers their names
    record Impossible(String measure, BigInteger asked, BigInteger offered, List<String> offers)
            implements Bound {

        public Impossible {
            offers = List.copyOf(offers);
        }
    }

    static Bound of(Market market) {
        return new Search(market).bound();
    }
}
