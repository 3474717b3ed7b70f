package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.BitSet;
import java.util.List;

/// Nodes that can be had, and pods that must have a place on them.
public record Market(List<Offer> offers, List<Need> needs, List<Apart> aparts) {

    /// How many can be had where nothing limits them.
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

    /// A type of node. One that exists already costs nothing more, and there is one of it.
    ///
    /// @param name told from the others by it
    /// @param each what one offers to pods, once its DaemonSets have their room
    /// @param most how many can be had
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
    /// @param each what one asks for, its slot left out
    /// @param offers numbers of the offers that admit them; whether they fit is counted here
    public record Need(Resources each, long count, BitSet offers) {

        public Need {
            offers = (BitSet) offers.clone();
        }

        @Override
        public BitSet offers() {
            return (BitSet) offers.clone();
        }
    }

    /// Pods that may not crowd on a node, such as those that exclude each other.
    ///
    /// @param needs numbers of the needs
    /// @param perNode how many pods of all of them one node may have
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
