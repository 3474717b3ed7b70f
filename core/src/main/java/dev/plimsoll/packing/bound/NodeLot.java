package dev.plimsoll.packing.bound;

import dev.plimsoll.packing.bound.Market.Offer;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// An offer, or a lot of existing nodes: nodes that the same needs can use and whose free amounts
/// have equal numbers of bits for each resource. Thousands of nodes form a few lots.
///
/// A pod fits on a lot if it fits into the largest amounts with these numbers of bits, which do not
/// depend on other nodes: so a lot takes no fewer pods than its nodes do, and a bound stays a
/// bound.
final class NodeLot {

    final int given;
    final long price;
    final long[] holds;
    final long[] largest;
    long most;
    long nodes = 1;
    private final List<long[]> rooms = new ArrayList<>();

    private NodeLot(int given, Offer offer, long[] holds, long[] largest) {
        this.given = given;
        this.price = offer.hour().nanos();
        this.most = offer.most();
        this.holds = holds;
        this.largest = largest;
    }

    /// In the order of the offers' names.
    static List<NodeLot> of(Market market, String[] resources) {
        var choices = market.needs().stream().map(Market.Need::offers).distinct().toList();
        var users = Pools.users(choices, market.offers().size());
        var lots = new ArrayList<NodeLot>();
        var byKey = new TreeMap<long[], NodeLot>(Arrays::compare);
        for (int given : order(market)) {
            var offer = market.offers().get(given);
            var holds = new long[resources.length];
            Arrays.setAll(holds, resource -> offer.each().offered(resources[resource]));
            if (offer.hour().nanos() > 0 || offer.most() == Market.UNLIMITED) {
                var lot = new NodeLot(given, offer, holds, holds);
                lot.rooms.add(holds);
                lots.add(lot);
            } else if (offer.most() > 0) {
                var largest = new long[holds.length];
                Arrays.setAll(largest, resource -> asManyBits(holds[resource]));
                var key = joined(largest, users[given].toLongArray());
                var lot = byKey.get(key);
                if (lot == null) {
                    lot = new NodeLot(given, offer, new long[holds.length], largest);
                    lot.most = 1;
                    lot.nodes = 0;
                    byKey.put(key, lot);
                    lots.add(lot);
                }
                lot.add(holds, offer.most());
            }
        }
        return lots;
    }

    /// A pod with these requests fits on at least one node of the lot.
    boolean hasRoom(long[] asks) {
        return rooms.stream().anyMatch(room -> fits(asks, room));
    }

    private static boolean fits(long[] asks, long[] room) {
        for (int resource = 0; resource < asks.length; resource++) {
            if (asks[resource] > room[resource]) {
                return false;
            }
        }
        return true;
    }

    private void add(long[] more, long times) {
        rooms.add(more);
        nodes = Math.addExact(nodes, times);
        for (int i = 0; i < more.length; i++) {
            holds[i] =
                    more[i] == Resources.UNLIMITED || holds[i] == Resources.UNLIMITED
                            ? Resources.UNLIMITED
                            : Math.addExact(holds[i], Math.multiplyExact(more[i], times));
        }
    }

    private static long asManyBits(long amount) {
        return amount == 0 ? 0 : 2 * (Long.highestOneBit(amount) - 1) + 1;
    }

    private static long[] joined(long[] some, long[] more) {
        var all = Arrays.copyOf(some, some.length + more.length);
        for (int i = 0; i < more.length; i++) {
            all[some.length + i] = more[i];
        }
        return all;
    }

    private static int[] order(Market market) {
        return IntStream.range(0, market.offers().size())
                .boxed()
                .sorted(Comparator.comparing(i -> market.offers().get(i).name()))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
