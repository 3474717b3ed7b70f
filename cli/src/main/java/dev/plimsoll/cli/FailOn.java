package dev.plimsoll.cli;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// Limits above which the answer to a plan is no.
///
/// @param cost dollars an hour; none or one
/// @param pending pods without a place; none or one
record FailOn(List<Money> cost, List<Integer> pending) {

    private static final String OPTION = "--fail-on";

    static FailOn read(Arguments arguments) {
        var cost = new ArrayList<Money>();
        var pending = new ArrayList<Integer>();
        for (var part : arguments.text(OPTION, "").split(",", -1)) {
            if (part.matches("cost=[0-9]{1,9}(\\.[0-9]{1,9})?")) {
                cost.add(Money.dollars(new BigDecimal(part.substring("cost=".length()))));
            } else if (part.matches("pending=[0-9]{1,9}")) {
                pending.add(Integer.parseInt(part.substring("pending=".length())));
            } else if (arguments.has(OPTION)) {
                throw arguments.wrong(
                        OPTION, "'" + part + "' is no limit; write cost=12.50,pending=0");
            }
        }
        return new FailOn(cost, pending);
    }

    /// Says which limits the proposal breaks.
    int check(Proposal proposal, Console console) {
        var broken = new ArrayList<String>();
        for (var most : cost) {
            var after = proposal.cost().after();
            if (after.compareTo(most) > 0) {
                broken.add(
                        "it costs %s an hour, more than the %s that --fail-on allows"
                                .formatted(after.exactly(), most.exactly()));
            } else if (proposal.cost().unpricedAfter() > 0) {
                broken.add(
                        "the price of %d of its nodes is not known, so nobody can say that it"
                                        .formatted(proposal.cost().unpricedAfter())
                                + " costs at most %s an hour".formatted(most.exactly()));
            }
        }
        for (int most : pending) {
            if (proposal.left() > most) {
                broken.add(
                        "%s left without a place, more than the %d that --fail-on allows"
                                .formatted(PlanPage.counted(proposal.left(), "pod"), most));
            }
        }
        console.out().flush();
        broken.forEach(sentence -> console.err().println("plimsoll: " + sentence));
        return broken.isEmpty() ? Main.DONE : Main.NO;
    }
}
