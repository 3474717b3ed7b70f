package dev.plimsoll.bench;

import dev.plimsoll.packing.bound.Market;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NoFeasibleSolutionException;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/// The linear program of a market in full: x nodes of each offer are bought, and of each measure
/// every need gets its requests from the offers that can hold it. Commons Math solves it.
final class WholeProgram {

    /// A scale that keeps the numbers of the solver similar in size.
    private static final double GIBIBYTE = 1L << 30;

    private static final double DOLLAR = 1e9;

    private final Market market;
    private final int offers;
    private final int needs;
    private final double[] prices;
    private final List<LinearConstraint> constraints = new ArrayList<>();
    private int dealt;

    WholeProgram(Market market) {
        this.market = market;
        this.offers = market.offers().size();
        this.needs = market.needs().size();
        this.prices = new double[offers * (1 + needs * (3 + market.aparts().size()))];
        limits();
        resource(Resources.CPU, 1_000);
        resource(Resources.MEMORY, GIBIBYTE);
        deal(_ -> 1, offer -> market.offers().get(offer).each().offered(Resources.PODS));
        for (var apart : market.aparts()) {
            deal(need -> apart.needs().get(need) ? 1 : 0, _ -> apart.perNode());
        }
        shapes();
    }

    /// The least cost in billionths of a dollar, if there is a solution.
    OptionalDouble least() {
        try {
            var solution =
                    new SimplexSolver()
                            .optimize(
                                    new MaxIter(100_000),
                                    new LinearObjectiveFunction(prices, 0),
                                    new LinearConstraintSet(constraints),
                                    GoalType.MINIMIZE,
                                    new NonNegativeConstraint(true));
            return OptionalDouble.of(solution.getValue() * DOLLAR);
        } catch (NoFeasibleSolutionException none) {
            return OptionalDouble.empty();
        }
    }

    private void limits() {
        for (int offer = 0; offer < offers; offer++) {
            var has = market.offers().get(offer);
            prices[offer] = has.hour().nanos() / DOLLAR;
            if (has.most() != Market.UNLIMITED) {
                var row = new double[prices.length];
                row[offer] = 1;
                constraints.add(new LinearConstraint(row, Relationship.LEQ, has.most()));
            }
        }
    }

    private void resource(String name, double unit) {
        deal(
                need -> market.needs().get(need).each().asked(name) / unit,
                offer -> market.offers().get(offer).each().offered(name) / unit);
    }

    private void deal(IntToDoubleFunction asks, IntToDoubleFunction holds) {
        int first = offers * (1 + needs * dealt++);
        for (int need = 0; need < needs; need++) {
            var row = new double[prices.length];
            for (int offer = 0; offer < offers; offer++) {
                row[first + need * offers + offer] = takes(offer, need) ? 1 : 0;
            }
            double asked = asks.applyAsDouble(need) * market.needs().get(need).count();
            constraints.add(new LinearConstraint(row, Relationship.GEQ, asked));
        }
        for (int offer = 0; offer < offers; offer++) {
            var row = new double[prices.length];
            row[offer] = holds.applyAsDouble(offer);
            for (int need = 0; need < needs; need++) {
                row[first + need * offers + offer] = -1;
            }
            constraints.add(new LinearConstraint(row, Relationship.GEQ, 0));
        }
    }

    /// A node holds only a limited number of pods of one shape.
    private void shapes() {
        for (int need = 0; need < needs; need++) {
            var row = new double[prices.length];
            for (int offer = 0; offer < offers; offer++) {
                row[offer] = takes(offer, need) ? fitting(offer, need) : 0;
            }
            long count = market.needs().get(need).count();
            constraints.add(new LinearConstraint(row, Relationship.GEQ, count));
        }
    }

    private boolean takes(int offer, int need) {
        return market.needs().get(need).offers().get(offer) && fitting(offer, need) > 0;
    }

    private long fitting(int offer, int need) {
        var each = market.needs().get(need).each().with(Resources.PODS, 1);
        long most = 0;
        while (each.times(most + 1).fitsIn(market.offers().get(offer).each())) {
            most++;
        }
        return most;
    }
}
