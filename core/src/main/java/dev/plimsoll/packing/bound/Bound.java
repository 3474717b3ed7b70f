package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Money;
import java.math.BigInteger;
import java.util.List;

/// The result of a bound: the least cost of any placement of a market's pods, or the proof that
/// there is none.
public sealed interface Bound {

    /// The rules that no bound takes into account: a placement that keeps them too can cost more.
    List<String> IGNORES =
            List.of("topology spread", "pod affinity", "volumes", "limits that groups share");

    /// Every placement costs this amount or more.
    ///
    /// @param hour dollars an hour
    /// @param duals the contribution of a unit of each scarce resource
    /// @param leftOut pods that fit on no offer; the bound does not include them
    record Proven(Money hour, List<Dual> duals, long leftOut) implements Bound {

        public Proven {
            duals = List.copyOf(duals);
        }
    }

    /// There is no placement: the available nodes are too few.
    ///
    /// @param measure the resource that is short, `apart` or `shape`
    /// @param asked by the pods that can use only these offers
    /// @param offered by all available nodes of these offers
    /// @param offers their names
    record Impossible(String measure, BigInteger asked, BigInteger offered, List<String> offers)
            implements Bound {

        public Impossible {
            offers = List.copyOf(offers);
        }
    }

    /// The bound for fractions of nodes.
    static Bound of(Market market) {
        return new Search(market).bound();
    }

    /// The same, where pods that fit on no free node also need whole nodes: at least one, and as
    /// many as the pods of their shape fill.
    static Bound ofWholeNodes(Market market) {
        return new Search(market).boundOfWholeNodes();
    }
}
