package dev.plimsoll.packing.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The dual simplex method: the least Σ price·x for 0 ≤ x ≤ most under rows Σ coefficient·x ≥
/// demand, where no price is negative. Rows can be added at any time; it continues from its current
/// state.
///
/// The tableau is dense and in `double`s: a proof has to check the duals exactly. Each row defines
/// its basic variable: constant + Σ factor·(variable of the column). The variables are the x, then
/// the surplus of each row. An x above its most is mirrored: it is replaced by most − x, which is
/// below zero.
///
/// **Invariant:** no cost of a column is below zero except by rounding, so the duals are feasible
/// at every moment, even if it stops early: `DualSimplexTest`.
final class DualSimplex {

    enum Outcome {
        OPTIMAL,
        INFEASIBLE,
        STOPPED
    }

    private static final int NONE = -1;
    private static final double TINY = 1e-11;
    private static final double SHORT = 1e-9;

    private final int columns;
    private final double[] costs;
    private final double[] most;
    private final boolean[] mirrored;
    private final int[] outside;
    private final List<double[]> factors = new ArrayList<>();
    private double[] constants = new double[8];
    private double[] sizes = new double[8];
    private int[] inside = new int[8];

    DualSimplex(double[] prices, double[] most) {
        columns = prices.length;
        costs = prices.clone();
        this.most = most.clone();
        mirrored = new boolean[columns];
        outside = new int[columns];
        Arrays.setAll(outside, column -> column);
        if (Arrays.stream(prices).anyMatch(price -> price < 0)) {
            throw new IllegalArgumentException("a price is negative: " + Arrays.toString(prices));
        }
    }

    int rows() {
        return factors.size();
    }

    /// Adds Σ coefficient·x ≥ demand.
    void add(double[] coefficients, double demand) {
        int row = rows();
        grow(row + 1);
        var said = new double[columns];
        var wanted = coefficients.clone();
        double constant = mirror(wanted) - demand;
        for (int column = 0; column < columns; column++) {
            if (outside[column] < columns) {
                said[column] += wanted[outside[column]];
            }
        }
        for (int other = 0; other < row; other++) {
            double factor = inside[other] < columns ? wanted[inside[other]] : 0;
            if (factor != 0) {
                constant += factor * constants[other];
                addTimes(said, factor, factors.get(other));
            }
        }
        factors.add(said);
        constants[row] = constant;
        sizes[row] = Math.max(1, Math.abs(demand));
        inside[row] = columns + row;
    }

    Outcome solve(int mostPivots) {
        for (int pivots = 0; pivots < mostPivots; pivots++) {
            // Ties could go round in circles; the lowest number first cannot.
            int row = pivots < mostPivots / 2 ? shortest() : firstShort();
            if (row == NONE) {
                return Outcome.OPTIMAL;
            }
            if (constants[row] > 0) {
                mirror(row);
            }
            int column = cheapest(row);
            if (column == NONE) {
                return Outcome.INFEASIBLE;
            }
            pivot(row, column);
        }
        return Outcome.STOPPED;
    }

    /// The x.
    double[] values() {
        var values = new double[columns];
        for (int row = 0; row < rows(); row++) {
            if (inside[row] < columns) {
                values[inside[row]] = Math.max(0, constants[row]);
            }
        }
        for (int x = 0; x < columns; x++) {
            values[x] = mirrored[x] ? most[x] - values[x] : values[x];
        }
        return values;
    }

    /// The cost of one more unit of each row's demand.
    double[] duals() {
        var duals = new double[rows()];
        for (int column = 0; column < columns; column++) {
            if (outside[column] >= columns) {
                duals[outside[column] - columns] = Math.max(0, costs[column]);
            }
        }
        return duals;
    }

    /// The row that lacks most relative to its demand.
    private int shortest() {
        int found = NONE;
        double largest = SHORT;
        for (int row = 0; row < rows(); row++) {
            double lacking = lacking(row);
            if (lacking > largest) {
                largest = lacking;
                found = row;
            }
        }
        return found;
    }

    private int firstShort() {
        int found = NONE;
        for (int row = 0; row < rows(); row++) {
            if (lacking(row) > SHORT && (found == NONE || inside[row] < inside[found])) {
                found = row;
            }
        }
        return found;
    }

    /// By how much a row's variable is out of its bounds.
    private double lacking(int row) {
        double below = -constants[row] / sizes[row];
        return inside[row] < columns
                ? Math.max(below, (constants[row] - most[inside[row]]) / sizes[row])
                : below;
    }

    /// Replaces the row's x by most − x.
    private void mirror(int row) {
        int x = inside[row];
        mirrored[x] = !mirrored[x];
        constants[row] = most[x] - constants[row];
        var line = factors.get(row);
        for (int column = 0; column < columns; column++) {
            line[column] = -line[column];
        }
    }

    /// Rewrites coefficients of x in terms of the current variables; returns the constant that this
    /// adds.
    private double mirror(double[] coefficients) {
        double constant = 0;
        for (int x = 0; x < columns; x++) {
            if (mirrored[x]) {
                constant += coefficients[x] * most[x];
                coefficients[x] = -coefficients[x];
            }
        }
        return constant;
    }

    /// The column whose cost rises least for each unit that it adds to the row.
    private int cheapest(int row) {
        var given = factors.get(row);
        int found = NONE;
        double least = Double.POSITIVE_INFINITY;
        for (int column = 0; column < columns; column++) {
            if (given[column] > TINY) {
                double ratio = Math.max(0, costs[column]) / given[column];
                if (ratio < least || (ratio == least && outside[column] < outside[found])) {
                    least = ratio;
                    found = column;
                }
            }
        }
        return found;
    }

    private void pivot(int row, int column) {
        var leaving = factors.get(row);
        double pivot = leaving[column];
        leaving[column] = -1;
        for (int i = 0; i < columns; i++) {
            leaving[i] /= -pivot;
        }
        constants[row] /= -pivot;
        for (int other = 0; other < rows(); other++) {
            if (other != row) {
                constants[other] += replace(factors.get(other), column, leaving) * constants[row];
            }
        }
        replace(costs, column, leaving);
        int variable = inside[row];
        inside[row] = outside[column];
        outside[column] = variable;
    }

    /// Substitutes the column's variable by its definition; returns the factor that it had.
    private static double replace(double[] line, int column, double[] said) {
        double factor = line[column];
        if (factor != 0) {
            line[column] = 0;
            addTimes(line, factor, said);
        }
        return factor;
    }

    private static void addTimes(double[] line, double factor, double[] other) {
        for (int i = 0; i < line.length; i++) {
            line[i] += factor * other[i];
        }
    }

    private void grow(int rows) {
        if (rows > constants.length) {
            constants = Arrays.copyOf(constants, 2 * rows);
            sizes = Arrays.copyOf(sizes, 2 * rows);
            inside = Arrays.copyOf(inside, 2 * rows);
        }
    }
}
