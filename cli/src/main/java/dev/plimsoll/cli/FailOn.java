package dev.plimsoll.cli;

import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.Proposal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/// Limits on a plan; a plan above one of them is refused.
///
/// @param cost dollars an hour; none or one
/// @param pending unschedulable pods; none or one
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
                        OPTION, "'" + part + "' is not a limit; write cost=12.50,pending=0");
            }
        }
        return new FailOn(cost, pending);
    }

    /// Reports the limits that the proposal breaks.
    ExitCode check(Proposal proposal, Console console) {
        var broken = new ArrayList<String>();
        for (var most : cost) {
            var after = proposal.cost().after();
            if (after.compareTo(most) > 0) {
                broken.add(
                        "the plan costs "
                                + after.exactly()
                                + "/h, more than the "
                                + most.exactly()
                                + "/h of --fail-on");
            } else if (proposal.cost().unpricedAfter() > 0) {
                int nodes = proposal.cost().unpricedAfter();
                broken.add(
                        "the price of "
                                + nodes
                                + (nodes == 1 ? " node" : " nodes")
                                + " is unknown, so the plan may cost more than the "
                                + most.exactly()
                                + "/h of --fail-on");
            }
        }
        for (int most : pending) {
            if (proposal.left() > most) {
                broken.add(
                        "unschedulable pods: "
                                + proposal.left()
                                + ", more than the "
                                + most
                                + " of --fail-on");
            }
        }
        broken.forEach(console::error);
        return broken.isEmpty() ? ExitCode.DONE : ExitCode.NO;
    }
}
