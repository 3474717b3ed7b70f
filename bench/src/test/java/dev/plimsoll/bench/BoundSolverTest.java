package dev.plimsoll.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.packing.bound.Market;
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
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Compares the bound with another solver's result for the whole linear program, in which every
/// resource of every need is distributed from offers.
class BoundSolverTest {

    private static final int MARKETS = 400;
    private static final Resources LARGE = amounts(40, 90).with(Resources.PODS, 30);

    @Test
    void agreesWithAnotherSolver() {
        int possible = 0;
        for (int seed = 1; seed <= MARKETS; seed++) {
            var market = anyMarket(new SplittableRandom(seed));
            var least = new WholeProgram(market).least();

            switch (Bound.of(market)) {
                case Bound.Proven proven -> {
                    assertThat(least).as("seed %d", seed).isPresent();
                    double nanos = least.getAsDouble();
                    assertThat((double) proven.hour().nanos())
                            .as("seed %d", seed)
                            .isCloseTo(nanos, within(2 + nanos * 1e-6));
                    possible++;
                }
                case Bound.Impossible _ -> assertThat(least).as("seed %d", seed).isEmpty();
            }
        }
        assertThat(possible).isBetween(MARKETS / 2, MARKETS - 1);
    }

    /// Every need fits on an offer, so that none is left out.
    private static Market anyMarket(RandomGenerator random) {
        var offers = new ArrayList<Offer>();
        for (int i = random.nextInt(1, 7); i > 0; i--) {
            offers.add(
                    new Offer(
                            "offer-" + i,
                            new Money(random.nextLong(100_000_000, 1_000_000_000)),
                            amounts(random.nextLong(2, 40), random.nextLong(2, 90))
                                    .with(Resources.PODS, random.nextLong(3, 30)),
                            random.nextInt(3) == 0 ? random.nextLong(1, 30) : Market.UNLIMITED));
        }
        long most = random.nextBoolean() ? random.nextLong(1, 30) : Market.UNLIMITED;
        offers.add(new Offer("large", new Money(1_234_567_891), LARGE, most));
        var needs = new ArrayList<Need>();
        for (int i = random.nextInt(1, 7); i > 0; i--) {
            needs.add(anyNeed(random, offers));
        }
        var apart = new BitSet();
        needs.forEach(_ -> apart.set(random.nextInt(needs.size())));
        return new Market(offers, needs, List.of(new Apart(apart, random.nextInt(1, 4))));
    }

    private static Need anyNeed(RandomGenerator random, List<Offer> offers) {
        var each = amounts(random.nextLong(0, 9), random.nextLong(0, 12));
        var choice = new BitSet();
        for (int i = 0; i < offers.size(); i++) {
            choice.set(i, random.nextInt(3) > 0);
        }
        boolean isTaken = choice.stream().anyMatch(i -> each.fitsIn(offers.get(i).each()));
        choice.set(offers.size() - 1, !isTaken || choice.get(offers.size() - 1));
        return new Need(each, random.nextLong(1, 200), choice);
    }

    private static Resources amounts(long cores, long gibibytes) {
        return Resources.of(Cpu.cores(cores), Bytes.gibibytes(gibibytes));
    }
}
