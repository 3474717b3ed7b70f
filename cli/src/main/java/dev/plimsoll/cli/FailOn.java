package dev.plimsoll.cli;

import dev.plimsoll.formats.page.SizedPlan;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// Limits on a plan; a plan above one of them is refused.
///
/// @param dollars limits on dollars an hour
/// @param pending unschedulable pods; none or one
record FailOn(List<Limit> dollars, List<Integer> pending) {

    private static final String OPTION = "--fail-on";

    /// The dollars that a limit is about.
    private enum Amount {
        COST("cost=", "the plan costs "),
        ADDED("added=", "the plan adds ");

        private final String key;
        private final String sentence;

        Amount(String key, String sentence) {
            this.key = key;
            this.sentence = sentence;
        }

        Money dollars(Proposal.Cost cost) {
            return switch (this) {
                case COST -> cost.after();
                case ADDED -> cost.added();
            };
        }

        /// The number of nodes whose dollars are not known.
        int unpriced(Proposal.Cost cost) {
            return switch (this) {
                case COST -> cost.unpricedAfter();
                case ADDED -> cost.unpricedAfter() - cost.unpricedNow();
            };
        }
    }

    private record Limit(Amount amount, Money most) {

        /// @param more what groups that are sized by their utilisation add
        boolean isBroken(Proposal.Cost cost, Money more) {
            return amount.dollars(cost).plus(more).compareTo(most) > 0;
        }

        String sentence(Proposal.Cost cost, Money more) {
            return amount.sentence
                    + amount.dollars(cost).plus(more).exactly()
                    + "/h, more than the "
                    + most.exactly()
                    + "/h of --fail-on";
        }
    }

    static FailOn read(Arguments arguments) {
        var dollars = new ArrayList<Limit>();
        var pending = new ArrayList<Integer>();
        for (var part : arguments.text(OPTION, "").split(",", -1)) {
            if (part.matches("(cost|added)=[0-9]{1,9}(\\.[0-9]{1,9})?")) {
                dollars.add(limit(part));
            } else if (part.matches("pending=[0-9]{1,9}")) {
                pending.add(Integer.parseInt(part.substring("pending=".length())));
            } else if (arguments.has(OPTION)) {
                throw arguments.wrong(
                        OPTION,
                        "'" + part + "' is not a limit; write cost=12.50,added=2,pending=0");
            }
        }
        return new FailOn(dollars, pending);
    }

    private static Limit limit(String part) {
        var amount = part.startsWith(Amount.COST.key) ? Amount.COST : Amount.ADDED;
        return new Limit(
                amount, Money.dollars(new BigDecimal(part.substring(amount.key.length()))));
    }

    /// Reports the limits that the proposal breaks, and the nodes that could not be compared.
    ///
    /// @param sized the decisions about groups that are sized by their utilisation
    ExitCode check(Proposal proposal, List<SizedPlan> sized, Console console) {
        var broken = broken(proposal, sized);
        broken.forEach(console::error);
        if (!broken.isEmpty()) {
            return ExitCode.NO;
        }
        int unpriced =
                dollars.stream()
                        .mapToInt(limit -> limit.amount().unpriced(proposal.end().cost()))
                        .max()
                        .orElse(0);
        if (unpriced > 0) {
            console.warn(
                    unpriced
                            + (unpriced == 1
                                    ? " node without a price is"
                                    : " nodes without a price are")
                            + " not part of the comparison with --fail-on");
        }
        return ExitCode.DONE;
    }

    private List<String> broken(Proposal proposal, List<SizedPlan> sized) {
        var broken = new ArrayList<String>();
        int left = proposal.end().left() + SizedPlan.left(sized);
        var more = sized.stream().map(SizedPlan::added).reduce(Money.NONE, Money::plus);
        for (var limit : dollars) {
            if (limit.isBroken(proposal.end().cost(), more)) {
                broken.add(limit.sentence(proposal.end().cost(), more));
            }
        }
        for (int most : pending) {
            if (left > most) {
                broken.add(
                        "unschedulable pods: "
                                + left
                                + ", more than the "
                                + most
                                + " of --fail-on");
            }
        }
        return broken;
    }
}
