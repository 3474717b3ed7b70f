package dev.plimsoll.formats.document;

import dev.plimsoll.batching.Formula;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.quantity.Percent;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The reader and writer of batching's formulas in documents: `rule` and its keys.
final class Formulas {

    private static final int LEAST_FACTOR = 100;
    private static final int MOST_BATCH = 1 << 24;
    private static final List<String> NAMES =
            List.of("feed-forward", "state", "level", "threshold", "snippet", "prose");

    private final Fields fields;

    Formulas(Fields fields) {
        this.fields = fields;
    }

    Formula read() {
        var names = new LinkedHashMap<String, String>();
        NAMES.forEach(name -> names.put(name, name));
        return switch (fields.choice("rule", "feed-forward", names)) {
            case "state" -> new Formula.State(factor(200));
            case "level" ->
                    new Formula.Level(
                            fields.share("safetyFactor", Percent.WHOLE), factor(LEAST_FACTOR));
            case "threshold" -> threshold();
            case "snippet" -> new Formula.Snippet(factor(200));
            case "prose" -> new Formula.Prose(factor(200));
            default -> new Formula.FeedForward();
        };
    }

    /// In hundredths.
    private int factor(int orElse) {
        int factor = fields.rate("nodeFactor", Percent.of(orElse)).hundredths();
        if (factor < 100 * LEAST_FACTOR || factor % 100 != 0) {
            fields.mistake(
                    "nodeFactor",
                    "it must be 1 or more, with at most two decimals; write a number such as 2 or"
                            + " 1.5");
            return orElse;
        }
        return factor / 100;
    }

    private Formula threshold() {
        var upper = fields.percent("upperPercent", Percent.of(90));
        var lower = fields.percent("lowerPercent", Percent.of(50));
        int batch = fields.whole("batch", 16, 2, MOST_BATCH);
        int exhausted = fields.whole("exhaustedBatch", 1, 1, MOST_BATCH);
        if (lower.compareTo(upper) > 0) {
            fields.mistake(
                    "lowerPercent",
                    lower + " is above upperPercent (" + upper + "); write a lower percentage");
            lower = upper;
        }
        if (exhausted >= batch) {
            fields.mistake(
                    "exhaustedBatch",
                    exhausted + " is not below batch (" + batch + "); write a smaller number");
            exhausted = batch - 1;
        }
        return new Formula.Threshold(upper, lower, batch, exhausted);
    }

    static Map<String, Object> tree(Formula formula) {
        return switch (formula) {
            case Formula.FeedForward _ -> Trees.ordered("rule", "feed-forward");
            case Formula.State(int factor) ->
                    Trees.ordered("rule", "state", "nodeFactor", decimal(factor));
            case Formula.Level(var safety, int factor) ->
                    Trees.ordered(
                            "rule", "level",
                            "safetyFactor", safety.toString(),
                            "nodeFactor", decimal(factor));
            case Formula.Threshold(var upper, var lower, int batch, int exhausted) ->
                    Trees.ordered(
                            "rule",
                            "threshold",
                            "upperPercent",
                            Trees.percent(upper),
                            "lowerPercent",
                            Trees.percent(lower),
                            "batch",
                            batch,
                            "exhaustedBatch",
                            exhausted);
            case Formula.Snippet(int factor) ->
                    Trees.ordered("rule", "snippet", "nodeFactor", decimal(factor));
            case Formula.Prose(int factor) ->
                    Trees.ordered("rule", "prose", "nodeFactor", decimal(factor));
        };
    }

    private static BigDecimal decimal(int hundredths) {
        var exact = BigDecimal.valueOf(hundredths, 2).stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0) : exact;
    }
}
