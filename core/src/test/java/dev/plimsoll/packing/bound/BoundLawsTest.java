package dev.plimsoll.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.packing.bound.Market.Apart;
import dev.plimsoll.packing.bound.Market.Need;
import dev.plimsoll.packing.bound.Market.Offer;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BoundLawsTest {

    /// The simplex counts in `double`s, so bounds of two markets may each miss the best proof by
    /// some of these.
    private static final long SLIGHTLY_NANOS = 10;

    @Test
    void noPlacementCostsLess() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var market = anyMarket(random, 3, 5);
                    var cheapest = new Exhaustive(market).cheapest();

                    for (var bound : List.of(Bound.of(market), Bound.ofWholeNodes(market))) {
                        switch (bound) {
                            case Bound.Proven proven ->
                                    cheapest.ifPresent(cost ->
                                            assertThat(proven.hour().nanos())
                                                    .isLessThanOrEqualTo(cost));
                            case Bound.Impossible _ -> assertThat(cheapest).isEmpty();
                        }
                    }
                });
    }

    /// A bound that is always nothing would keep every other law.
    @Test
    void isOftenExact() {
        var hits = new int[2];
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var market = anyMarket(random, 3, 5);
                    var cheapest = new Exhaustive(market).cheapest();
                    if (cheapest.isPresent()
                            && Bound.ofWholeNodes(market) instanceof Bound.Proven proven) {
                        hits[proven.hour().nanos() == cheapest.getAsLong() ? 0 : 1]++;
                    }
                });

        assertThat(hits[0]).isGreaterThan(hits[1] / 3);
    }

    /// A pod that fits on no free node costs at least the cheapest node on which it fits.
    @Test
    void isNeverBelowTheCheapestNodeOfAPod() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var market = anyMarket(random, 5, 10);

                    if (Bound.ofWholeNodes(market) instanceof Bound.Proven proven) {
                        market.needs().stream()
                                .mapToLong(need -> cheapestNode(market, need))
                                .forEach(nanos ->
                                        assertThat(proven.hour().nanos())
                                                .isGreaterThanOrEqualTo(nanos));
                    }
                });
    }

    /// 0 if no node takes the pod.
    private static long cheapestNode(Market market, Need need) {
        return need.offers().stream()
                .mapToObj(market.offers()::get)
                .filter(offer -> offer.most() > 0 && fits(need, offer))
                .mapToLong(offer -> offer.hour().nanos())
                .min()
                .orElse(0);
    }

    private static boolean fits(Need need, Offer offer) {
        return need.each().names().stream()
                .allMatch(name -> need.each().asked(name) <= offer.each().offered(name));
    }

    @Test
    void onePodMoreNeverLowersIt() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var market = anyMarket(random, 5, 40);
                    var more = new ArrayList<>(market.needs());
                    if (random.nextBoolean()) {
                        int at = random.nextInt(more.size());
                        var need = more.get(at);
                        more.set(at, new Need(need.each(), need.count() + 1, need.offers()));
                    } else {
                        more.add(anyNeed(random, market.offers().size()));
                    }

                    assertThat(nanos(new Market(market.offers(), more, market.aparts())))
                            .isGreaterThanOrEqualTo(nanos(market) - SLIGHTLY_NANOS);
                });
    }

    @Test
    void oneConstraintLessNeverRaisesIt() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var market = anyMarket(random, 5, 40);
                    var needs = new ArrayList<>(market.needs());
                    int at = random.nextInt(needs.size());
                    var wider = needs.get(at).offers();
                    wider.set(random.nextInt(market.offers().size()));
                    needs.set(at, new Need(needs.get(at).each(), needs.get(at).count(), wider));
                    var aparts = random.nextBoolean() ? List.<Apart>of() : market.aparts();

                    assertThat(nanosOfAll(new Market(market.offers(), needs, aparts)))
                            .isLessThanOrEqualTo(nanosOfAll(market) + SLIGHTLY_NANOS);
                });
    }

    @Test
    void theOrderOfListsDoesNotMatter() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var market = anyMarket(random, 5, 40);

                    assertThat(Bound.of(shuffled(market, random))).isEqualTo(Bound.of(market));
                    assertThat(Bound.ofWholeNodes(shuffled(market, random)))
                            .isEqualTo(Bound.ofWholeNodes(market));
                });
    }

    private static long nanos(Market market) {
        return switch (Bound.ofWholeNodes(market)) {
            case Bound.Proven proven -> proven.hour().nanos();
            case Bound.Impossible _ -> Long.MAX_VALUE;
        };
    }

    /// A pod that nothing takes costs more than any that something does.
    private static long nanosOfAll(Market market) {
        return switch (Bound.ofWholeNodes(market)) {
            case Bound.Proven proven ->
                    proven.leftOut() > 0 ? Long.MAX_VALUE - 1_000 : proven.hour().nanos();
            case Bound.Impossible _ -> Long.MAX_VALUE - 1_000;
        };
    }

    private static Market anyMarket(RandomGenerator random, int most, int pods) {
        var offers = new ArrayList<Offer>();
        for (int i = random.nextInt(1, most + 1); i > 0; i--) {
            offers.add(
                    new Offer(
                            "offer-" + i,
                            new Money(random.nextInt(5) == 0 ? 0 : random.nextLong(1, 1_000)),
                            amounts(random.nextLong(2, 9), random.nextLong(2, 9))
                                    .with(Resources.PODS, 4),
                            random.nextBoolean() ? random.nextLong(4) : Market.UNLIMITED));
        }
        var needs = new ArrayList<Need>();
        for (int left = random.nextInt(1, pods + 1); left > 0; ) {
            var need = anyNeed(random, offers.size());
            long count = Math.min(left, need.count());
            needs.add(new Need(need.each(), count, need.offers()));
            left -= (int) count;
        }
        var apart = new BitSet();
        needs.forEach(_ -> apart.set(random.nextInt(needs.size())));
        return new Market(
                offers,
                needs,
                random.nextBoolean() ? List.of() : List.of(new Apart(apart, random.nextInt(1, 3))));
    }

    private static Need anyNeed(RandomGenerator random, int offers) {
        var choice = new BitSet();
        for (int i = 0; i < offers; i++) {
            choice.set(i, random.nextInt(4) > 0);
        }
        return new Need(
                amounts(random.nextLong(5), random.nextLong(5)), random.nextLong(1, 4), choice);
    }

    private static Market shuffled(Market market, RandomGenerator random) {
        var offers = order(market.offers().size(), random);
        var needs = order(market.needs().size(), random);
        return new Market(
                offers.stream().map(market.offers()::get).toList(),
                needs.stream()
                        .map(market.needs()::get)
                        .map(need ->
                                new Need(
                                        need.each(),
                                        need.count(),
                                        renumbered(need.offers(), offers)))
                        .toList(),
                market.aparts().stream()
                        .map(apart -> new Apart(renumbered(apart.needs(), needs), apart.perNode()))
                        .toList());
    }

    private static List<Integer> order(int size, RandomGenerator random) {
        var order = new ArrayList<Integer>();
        for (int i = 0; i < size; i++) {
            order.add(random.nextInt(i + 1), i);
        }
        return order;
    }

    private static BitSet renumbered(BitSet old, List<Integer> order) {
        var renumbered = new BitSet();
        for (int i = 0; i < order.size(); i++) {
            renumbered.set(i, old.get(order.get(i)));
        }
        return renumbered;
    }

    private static Resources amounts(long cores, long gibibytes) {
        return Resources.of(Cpu.cores(cores), Bytes.gibibytes(gibibytes));
    }

    /// Tries every placement of whole pods on whole nodes. Pods that nothing takes are left out.
    private static final class Exhaustive {

        private record Open(int offer, List<Integer> needs) {}

        private final Market market;
        private final List<Integer> pods = new ArrayList<>();
        private final List<Open> open = new ArrayList<>();
        private long best = Long.MAX_VALUE;

        private Exhaustive(Market market) {
            this.market = market;
            for (int need = 0; need < market.needs().size(); need++) {
                for (long i = isTaken(need) ? market.needs().get(need).count() : 0; i > 0; i--) {
                    pods.add(need);
                }
            }
        }

        private boolean isTaken(int need) {
            for (int offer = 0; offer < market.offers().size(); offer++) {
                if (market.offers().get(offer).most() > 0
                        && keeps(new Open(offer, List.of(need)))) {
                    return true;
                }
            }
            return false;
        }

        OptionalLong cheapest() {
            place(0, 0);
            return best == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(best);
        }

        private void place(int pod, long cost) {
            if (cost >= best) {
                return;
            }
            if (pod == pods.size()) {
                best = cost;
                return;
            }
            for (var node : List.copyOf(open)) {
                node.needs().add(pods.get(pod));
                if (keeps(node)) {
                    place(pod + 1, cost);
                }
                node.needs().removeLast();
            }
            for (int offer = 0; offer < market.offers().size(); offer++) {
                int number = offer;
                long had = open.stream().filter(node -> node.offer() == number).count();
                var node = new Open(offer, new ArrayList<>(List.of(pods.get(pod))));
                if (had < market.offers().get(offer).most() && keeps(node)) {
                    open.add(node);
                    place(pod + 1, cost + market.offers().get(offer).hour().nanos());
                    open.removeLast();
                }
            }
        }

        private boolean keeps(Open node) {
            var asked = Resources.NONE.with(Resources.PODS, node.needs().size());
            for (int need : node.needs()) {
                if (!market.needs().get(need).offers().get(node.offer())) {
                    return false;
                }
                asked = asked.plus(market.needs().get(need).each());
            }
            boolean crowded =
                    market.aparts().stream()
                            .anyMatch(apart ->
                                    node.needs().stream().filter(apart.needs()::get).count()
                                            > apart.perNode());
            return !crowded && asked.fitsIn(market.offers().get(node.offer()).each());
        }
    }
}
