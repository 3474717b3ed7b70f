package dev.plimsoll.formats.page;

import dev.plimsoll.formats.document.SavingsRows;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.formats.page.Section.Weight;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.savings.SavingsRow;
import dev.plimsoll.scaling.CostBound;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/// What the same pods would cost on other nodes, a row each, and what each row takes.
public final class SavingsSection {

    private static final String UNKNOWN = "-";

    private static final String UNPRICED =
            "nothing to compare: no node has a known price; set priceHour or prices in a policy";

    private SavingsSection() {}

    /// @param rows at least one
    public static Section of(List<SavingsRow> rows) {
        var first = rows.getFirst();
        return SavingsRows.unpriced(first) == first.nodes().size()
                ? Section.of("savings", List.of(Line.of(Mark.NOTE, UNPRICED)))
                : priced(rows);
    }

    private static Section priced(List<SavingsRow> rows) {
        var table = Table.with("row", "nodes", "$/h", "a month", "change", "bound $/h");
        var now = rows.getFirst().hour();
        var texts = SavingsRows.of(rows);
        var lines = new ArrayList<Line>();
        for (var row : rows) {
            table.row(
                    title(row.name()),
                    row.nodes().size(),
                    row.hour().rounded(),
                    PlanHead.month(row.hour()),
                    change(now, row.hour()),
                    bound(row.bound()));
            lines.add(Line.of(Mark.CHOICE, title(row.name()) + ": " + texts.how(row)));
        }
        int unpriced = SavingsRows.unpriced(rows.getFirst());
        if (unpriced > 0) {
            lines.add(
                    Line.of(
                            Mark.NOTE,
                            PlanPage.counted(unpriced, "node")
                                    + " of unknown price "
                                    + (unpriced == 1 ? "stays" : "stay")
                                    + " in every row; no amount includes "
                                    + (unpriced == 1 ? "it" : "them")));
        }
        return new Section("savings", Weight.MAIN, table.build(), lines);
    }

    private static String title(SavingsRow.Name name) {
        return switch (name) {
            case AS_IT_IS -> "as it is";
            case AFTER_THE_PLAN -> "after the plan";
            case SAME_GROUPS -> "same groups, packed anew";
            case ANY_TYPE -> "any instance type";
            case WITH_SPOT -> "with spot nodes";
        };
    }

    private static String bound(CostBound bound) {
        return switch (bound) {
            case CostBound.Least(var hour, _) -> hour.rounded();
            case CostBound.None _ -> UNKNOWN;
        };
    }

    /// `-12.5%` of the first row; none if that costs nothing.
    private static String change(Money now, Money hour) {
        if (now.equals(hour)) {
            return "";
        }
        if (now.nanos() == 0) {
            return UNKNOWN;
        }
        var percent =
                BigDecimal.valueOf(Math.subtractExact(hour.nanos(), now.nanos()))
                        .movePointRight(2)
                        .divide(BigDecimal.valueOf(now.nanos()), 0, RoundingMode.HALF_UP);
        return (percent.signum() > 0 ? "+" : "") + percent.toPlainString() + "%";
    }
}
