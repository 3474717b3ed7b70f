package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.BitSet;
import java.util.List;

/// The input of a bound: available nodes, and pods that must be placed on them.
public record Market(List<Offer> offers, List<Need> needs, List<Apart> aparts) {

    /// The number of available nodes if nothing limits it.
    public static final long UNLIMITED = Long.MAX_VALUE;

    public Market {
        offers = List.copyOf(offers);
        needs = List.copyOf(needs);
        aparts = List.copyOf(aparts);
        for (var need : needs) {
            if (need.offers().length() > offers.size()) {
                throw new IllegalArgumentException(
                        "there are "
                                + offers.size()
                                + " offers, got a need for number "
                                + (need.offers().length() - 1));
            }
        }
    }

    /// A type of node. An existing node has a price of zero and is available once.
    ///
    /// @param name unique among the offers
    /// @param each free resources of one node, after the pods of DaemonSets
    /// @param most how many are available
    public record Offer(String name, Money hour, Resources each, long most) {

        public Offer {
            if (hour.nanos() < 0 || most < 0) {
                throw new IllegalArgumentException(
                        "a price and a number are zero or more, got " + hour + " and " + most);
            }
        }
    }

    /// Pods of one shape.
    ///
    /// @param each requests of one pod, without its slot
    /// @param offers indices of the offers that admit them; resources are counted here
    public record Need(Resources each, long count, BitSet offers) {

        public Need {
            offers = (BitSet) offers.clone();
        }

        @Override
        public BitSet offers() {
            return (BitSet) offers.clone();
        }
    }

    /// Pods of which a node can have only a few, for example because of anti-affinity.
    ///
    /// @param needs indices of the needs
    /// @param perNode how many pods of all of them one node can have
    public record Apart(BitSet needs, long perNode) {

        public Apart {
            needs = (BitSet) needs.clone();
        }

        @Override
        public BitSet needs() {
            return (BitSet) needs.clone();
        }
    }
}
