package dev.plimsoll.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.plimsoll.Seeds;
import dev.plimsoll.packing.bound.DualSimplex.Outcome;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DualSimplexTest {

    private static final int ENOUGH = 1_000;

    /// The least cost by hand: at a corner of the rows.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    case              | prices  | most    | rows (coefficients > demand)       | cost
                    nothing asked     | 1 1     | -       | -                                  | 0
                    one row           | 3       | -       | 2 > 5                              | 7.5
                    Stigler, two ways | 2 3     | -       | 1 1 > 4, 1 3 > 6                   | 9
                    three rows        | 12 16   | -       | 1 2 > 40, 1 1 > 30, 5 3 > 90       | 400
                    degenerate corner | 1 1     | -       | 1 0 > 2, 0 1 > 2, 1 1 > 4          | 4
                    rows twice        | 1 1     | -       | 1 1 > 4, 1 1 > 4, 2 2 > 8          | 4
                    costs tie         | 1 1 1   | -       | 1 1 1 > 3                          | 3
                    for nothing       | 0 1     | -       | 1 1 > 3                            | 0
                    a limit           | 1 5     | 2 9     | 1 1 > 4                            | 12
                    both limits       | 1 5     | 2 2     | 1 1 > 4                            | 12
                    limits and rows   | 1 2 4   | 3 3 9   | 1 1 1 > 7, 0 0 1 > 2               | 15
                    below zero        | 1 1     | -       | 1 -1 > 2, 0 1 > 1                  | 4
                    """)
    void findsTheLeastCost(String name, String prices, String most, String rows, double cost) {
        var simplex = simplex(prices, most, rows);

        assertThat(simplex.solve(ENOUGH)).isEqualTo(Outcome.OPTIMAL);

        assertThat(cost(numbers(prices), simplex.values())).isCloseTo(cost, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    prices | most | rows
                    1      | -    | 0 > 1
                    1      | -    | -1 > 1
                    1 1    | -    | 1 -1 > 1, -1 1 > 1
                    1 1    | 1 1  | 1 1 > 3
                    """)
    void seesThatNothingIsEnough(String prices, String most, String rows) {
        assertThat(simplex(prices, most, rows).solve(ENOUGH)).isEqualTo(Outcome.INFEASIBLE);
    }

    /// With such a price the cost would have no end.
    @Test
    void refusesANegativePrice() {
        assertThatThrownBy(() -> simplex("1 -1", "-", "-"))
                .hasMessage("a price is negative: [1.0, -1.0]");
    }

    /// Weak and strong duality: what the rows are worth is never above the cost, and equal to it at
    /// the end.
    @Test
    void itsDualsAreFeasibleAtEveryMomentAndProveTheCost() {
        Seeds.forAll(random -> {
            var lp = Lp.any(random);
            var simplex = lp.simplex();
            for (int row = 0; row < lp.rows.length; row++) {
                simplex.add(lp.rows[row], lp.demands[row]);
                simplex.solve(random.nextInt(3));
                assertThat(lp.value(simplex.duals())).isLessThan(lp.worst());
            }

            assertThat(simplex.solve(ENOUGH)).isEqualTo(Outcome.OPTIMAL);

            double cost = cost(lp.prices, simplex.values());
            assertThat(lp.value(simplex.duals())).isCloseTo(cost, within(1e-6));
            assertThat(lp.isFeasible(simplex.values())).isTrue();
        });
    }

    private static final class Lp {

        private final double[] prices;
        private final double[] most;
        private final double[][] rows;
        private final double[] demands;

        private Lp(int columns, int rows) {
            this.prices = new double[columns];
            this.most = new double[columns];
            this.rows = new double[rows][columns];
            this.demands = new double[rows];
        }

        static Lp any(RandomGenerator random) {
            int columns = random.nextInt(1, 6);
            int rows = random.nextInt(1, 8);
            var lp = new Lp(columns, rows);
            Arrays.setAll(lp.prices, _ -> random.nextInt(6));
            Arrays.setAll(lp.most, _ -> random.nextInt(3, 20));
            for (int row = 0; row < rows; row++) {
                Arrays.setAll(lp.rows[row], _ -> random.nextInt(4));
                double all = cost(lp.rows[row], lp.most);
                lp.demands[row] = random.nextInt((int) all + 1);
            }
            return lp;
        }

        DualSimplex simplex() {
            return new DualSimplex(prices, most);
        }

        /// Σ demand·y − Σ most·max(0, worth − price).
        double value(double[] duals) {
            double value = 0;
            for (int row = 0; row < duals.length; row++) {
                value += duals[row] * demands[row];
            }
            for (int column = 0; column < prices.length; column++) {
                double worth = 0;
                for (int row = 0; row < duals.length; row++) {
                    worth += duals[row] * rows[row][column];
                }
                value -= most[column] * Math.max(0, worth - prices[column]);
            }
            return value;
        }

        double worst() {
            return cost(prices, most) + 1e-6;
        }

        boolean isFeasible(double[] values) {
            for (int row = 0; row < rows.length; row++) {
                if (cost(rows[row], values) < demands[row] - 1e-6) {
                    return false;
                }
            }
            return true;
        }
    }

    private static double cost(double[] prices, double[] values) {
        double cost = 0;
        for (int i = 0; i < prices.length; i++) {
            cost += prices[i] * values[i];
        }
        return cost;
    }

    private static DualSimplex simplex(String prices, String most, String rows) {
        var limits = new double[numbers(prices).length];
        Arrays.fill(limits, Double.POSITIVE_INFINITY);
        var simplex = new DualSimplex(numbers(prices), most.equals("-") ? limits : numbers(most));
        for (var row : rows.equals("-") ? new String[0] : rows.split(", ", -1)) {
            var sides = row.split(" > ", -1);
            simplex.add(numbers(sides[0]), Double.parseDouble(sides[1]));
        }
        return simplex;
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }
}
