package dev.plimsoll.packing.bound;

import dev.plimsoll.packing.bound.DualSimplex.Outcome;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The search for the rows that make a bound large: it solves for the current rows, finds the rows
/// that the cheapest purchase violates, and adds them.
final class Search {

    private static final int MOST_ROUNDS = 100;
    private static final int MOST_PIVOTS = 4_000;
    private static final int SHAPES_A_ROUND = 8;
    private static final double BROKEN = 1e-9;

    private final Market market;
    private final MarketColumns board;
    private final List<Measure> measures;
    private final DualSimplex simplex;
    private final double dearest;
    private final List<Row> rows = new ArrayList<>();

    /// Rows of whole nodes that may be added.
    private List<Row> nodeRows = List.of();

    /// Shapes of the market that have a row.
    private final BitSet shaped = new BitSet();

    Search(Market market) {
        this.market = market;
        this.board = new MarketColumns(market);
        this.measures = measures(market, board);
        this.dearest = Math.max(1, Arrays.stream(board.prices).max().orElse(1));
        var prices = Arrays.stream(board.prices).mapToDouble(price -> price / dearest);
        this.simplex = new DualSimplex(prices.toArray(), everything());
    }

    /// The larger one of the bound and of the bound with rows of whole nodes.
    Bound boundOfWholeNodes() {
        var fractions = bound();
        if (!(fractions instanceof Bound.Proven least)) {
            return fractions;
        }
        nodeRows = WholeNodes.rows(board);
        search();
        var whole = proven();
        return whole.hour().compareTo(least.hour()) > 0 ? whole : least;
    }

    Bound bound() {
        for (var row : brokenByAll()) {
            var asked = BigInteger.valueOf(row.demand());
            var offered = offered(row);
            if (offered.compareTo(asked) < 0) {
                var names = names(row.offers());
                return new Bound.Impossible(row.measure().name, asked, offered, names);
            }
        }
        search();
        return proven();
    }

    /// Rows that are violated even if all available nodes are bought.
    private List<Row> brokenByAll() {
        var everything = new FractionalPurchase(board, everything());
        var broken = new ArrayList<Row>();
        for (var measure : measures) {
            broken.add(measure.row(everything.shortage(measure)));
        }
        for (var line : board.lines) {
            if (everything.lacking(line) > BROKEN) {
                broken.add(shape(line));
            }
        }
        return broken;
    }

    private static List<Measure> measures(Market market, MarketColumns board) {
        var measures = new ArrayList<Measure>();
        for (int resource = 0; resource < board.resources.length; resource++) {
            measures.add(Measure.resource(board, resource));
        }
        market.aparts().forEach(apart -> measures.add(Measure.apart(board, apart)));
        return measures;
    }

    private void search() {
        for (var measure : measures) {
            add(measure.row(measure.offers()));
        }
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (simplex.solve(MOST_PIVOTS) != Outcome.OPTIMAL) {
                return;
            }
            var bought = bought();
            boolean more = addShapes(bought);
            more |= addNodes(bought);
            for (var measure : measures) {
                more |= add(measure.row(bought.shortage(measure)));
            }
            if (!more) {
                return;
            }
        }
    }

    /// The amount of each offer that the rows require; of free offers, all there is.
    private FractionalPurchase bought() {
        var bought = simplex.values();
        for (int offer = 0; offer < bought.length; offer++) {
            if (board.isFree(offer)) {
                bought[offer] = most(offer);
            }
        }
        return new FractionalPurchase(board, bought);
    }

    private double[] everything() {
        return IntStream.range(0, board.offers()).mapToDouble(this::most).toArray();
    }

    private double most(int offer) {
        long most = board.most[offer];
        return most == Market.UNLIMITED ? Double.POSITIVE_INFINITY : most;
    }

    /// Rows of the shapes that lack most.
    private boolean addShapes(FractionalPurchase bought) {
        var lacking = new double[board.lines.size()];
        Arrays.setAll(lacking, line -> bought.lacking(board.lines.get(line)));
        var worst =
                IntStream.range(0, lacking.length)
                        .filter(line -> lacking[line] > BROKEN && !shaped.get(line))
                        .boxed()
                        .sorted((a, b) -> Double.compare(lacking[b], lacking[a]))
                        .limit(SHAPES_A_ROUND)
                        .toList();
        for (int number : worst) {
            shaped.set(number);
            add(shape(board.lines.get(number)));
        }
        return !worst.isEmpty();
    }

    /// The rows of whole nodes that lack most.
    private boolean addNodes(FractionalPurchase bought) {
        var worst =
                nodeRows.stream()
                        .filter(row -> bought.lacking(row) > BROKEN)
                        .sorted(Comparator.comparingDouble(row -> -bought.lacking(row)))
                        .limit(SHAPES_A_ROUND)
                        .toList();
        boolean more = false;
        for (var row : worst) {
            more |= add(row);
        }
        return more;
    }

    private Row shape(ShapeDemand line) {
        return Measure.shape(board, line).row(board.choices.get(line.choice));
    }

    /// Adds a row unless it is redundant.
    private boolean add(Row row) {
        if (row.isVacuous(board) || rows.stream().anyMatch(row::saysTheSameAs)) {
            return false;
        }
        double scale = scale(row);
        var coefficients = new double[board.offers()];
        double demand = row.demand();
        for (int offer = 0; offer < coefficients.length; offer++) {
            if (board.isFree(offer)) {
                demand -= row.holds(offer) * (double) board.most[offer];
            } else {
                coefficients[offer] = row.holds(offer) / scale;
            }
        }
        rows.add(row);
        simplex.add(coefficients, demand / scale);
        return true;
    }

    private double scale(Row row) {
        return Math.max(
                1, IntStream.range(0, board.offers()).mapToLong(row::holds).max().orElse(1));
    }

    private Bound.Proven proven() {
        var found = simplex.duals();
        var prices = new double[rows.size()];
        Arrays.setAll(prices, i -> found[i] * dearest / scale(rows.get(i)));
        var proof = new Proof(board, rows, prices);
        var duals = new ArrayList<Dual>();
        for (int i = 0; i < prices.length; i++) {
            var price = proof.price(i);
            if (price.signum() > 0) {
                duals.add(new Dual(rows.get(i).measure().name, names(rows.get(i).offers()), price));
            }
        }
        return new Bound.Proven(proof.bound(), duals, board.leftOut);
    }

    private BigInteger offered(Row row) {
        var sum = BigInteger.ZERO;
        for (int offer = 0; offer < board.offers(); offer++) {
            long most = row.holds(offer) == 0 ? 0 : board.most[offer];
            sum = sum.add(BigInteger.valueOf(row.holds(offer)).multiply(BigInteger.valueOf(most)));
        }
        return sum;
    }

    private List<String> names(BitSet offers) {
        return offers.stream()
                .mapToObj(offer -> market.offers().get(board.given[offer]).name())
                .toList();
    }
}
