package dev.plimsoll.packing.bound;

import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// A market in columns of primitives, in an order that does not depend on the order of its lists.
/// Needs that fit on no offer are left out.
final class MarketColumns {

    final String[] resources;
    final long[] prices;
    final long[] most;

    /// By offer and resource.
    final long[][] holds;

    /// By offer, the number of nodes that it represents.
    final long[] nodes;

    final List<ShapeDemand> lines;

    /// Distinct sets of offers, small ones first.
    final List<BitSet> choices;

    final Pools pools;

    private final List<NodeLot> lots;

    /// Indices of the offers in the market; of a lot, the first.
    final int[] given;

    /// Pods that fit on no offer.
    final long leftOut;

    MarketColumns(Market market) {
        resources = resources(market);
        lots = NodeLot.of(market, resources);
        prices = lots.stream().mapToLong(lot -> lot.price).toArray();
        most = lots.stream().mapToLong(lot -> lot.most).toArray();
        nodes = lots.stream().mapToLong(lot -> lot.nodes).toArray();
        given = lots.stream().mapToInt(lot -> lot.given).toArray();
        holds = lots.stream().map(lot -> lot.holds).toArray(long[][]::new);
        var takers = takers(market, lots);
        choices = choices(takers);
        pools = new Pools(choices, lots.size());
        lines = lines(market, takers);
        leftOut =
                IntStream.range(0, takers.length)
                        .filter(need -> takers[need].isEmpty())
                        .mapToLong(need -> market.needs().get(need).count())
                        .sum();
    }

    int offers() {
        return prices.length;
    }

    /// It is free and unlimited.
    boolean isBoundless(int offer) {
        return prices[offer] == 0 && most[offer] == Market.UNLIMITED;
    }

    /// It is free, so all of it is used.
    boolean isFree(int offer) {
        return prices[offer] == 0;
    }

    private static String[] resources(Market market) {
        var names = new TreeSet<String>();
        market.needs().forEach(need -> names.addAll(need.each().names()));
        names.add(Resources.PODS);
        return names.toArray(String[]::new);
    }

    private long[] asks(Resources each) {
        return Arrays.stream(resources)
                .mapToLong(name -> name.equals(Resources.PODS) ? 1 : each.asked(name))
                .toArray();
    }

    /// By need, the offers that admit it and on which it fits.
    private BitSet[] takers(Market market, List<NodeLot> lots) {
        var ladders = new RoomIndex[resources.length];
        Arrays.setAll(
                ladders,
                i -> new RoomIndex(lots.stream().mapToLong(lot -> lot.largest[i]).toArray()));
        var takers = new BitSet[market.needs().size()];
        var admitted = new LinkedHashMap<BitSet, BitSet>();
        for (int i = 0; i < takers.length; i++) {
            var need = market.needs().get(i);
            var asks = asks(need.each());
            var admitting = admitted.computeIfAbsent(need.offers(), offers -> among(lots, offers));
            takers[i] = (BitSet) admitting.clone();
            for (int resource = 0; resource < asks.length; resource++) {
                ladders[resource].keep(takers[i], asks[resource]);
            }
            if (takers[i].stream().noneMatch(offer -> lots.get(offer).hasRoom(asks))) {
                takers[i].clear();
            }
        }
        return takers;
    }

    /// The lots of these offers, without those that are not available.
    private static BitSet among(List<NodeLot> lots, BitSet offers) {
        var among = new BitSet(lots.size());
        for (int i = 0; i < lots.size(); i++) {
            among.set(i, lots.get(i).most > 0 && offers.get(lots.get(i).given));
        }
        return among;
    }

    private static List<BitSet> choices(BitSet[] takers) {
        return Arrays.stream(takers)
                .filter(taker -> !taker.isEmpty())
                .distinct()
                .sorted(
                        Comparator.comparingInt(BitSet::cardinality)
                                .thenComparing(BitSet::toLongArray, Arrays::compare))
                .toList();
    }

    /// Whether a pod of the shape fits on some free node.
    boolean fitsFreeNode(ShapeDemand line) {
        return choices.get(line.choice).stream()
                .anyMatch(offer -> isFree(offer) && lots.get(offer).hasRoom(line.asks));
    }

    /// The offers with a price that can hold the shape.
    BitSet pricedOffers(ShapeDemand line) {
        var priced = (BitSet) choices.get(line.choice).clone();
        priced.stream().filter(this::isFree).forEach(priced::clear);
        return priced;
    }

    private List<ShapeDemand> lines(Market market, BitSet[] takers) {
        var numbers = new LinkedHashMap<BitSet, Integer>();
        for (var choice : choices) {
            numbers.put(choice, numbers.size());
        }
        var all = new ArrayList<ShapeDemand>();
        for (int i = 0; i < takers.length; i++) {
            var need = market.needs().get(i);
            if (!takers[i].isEmpty() && need.count() > 0) {
                int choice = numbers.getOrDefault(takers[i], 0);
                all.add(new ShapeDemand(asks(need.each()), need.count(), choice, i));
            }
        }
        all.sort(
                Comparator.comparing((ShapeDemand line) -> line.asks, Arrays::compare)
                        .thenComparingInt(line -> line.choice)
                        .thenComparingLong(line -> line.count));
        return List.copyOf(all);
    }
}
