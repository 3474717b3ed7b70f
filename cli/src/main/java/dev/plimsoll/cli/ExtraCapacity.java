package dev.plimsoll.cli;

import dev.plimsoll.formats.Shares;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Rate;

/// The option about the share of room that is kept free, which overrides the `slack.rate` of a
/// policy.
record ExtraCapacity(Arguments arguments) {

    private static final String RATE = "--extra-capacity-min-rate";

    static final Command.Option OPTION =
            new Command.Option(
                    RATE, "RATE", "the share of room to keep free, e.g. 10%: slack.rate");

    /// The policy, with this rate if there is one.
    PolicyFile over(PolicyFile policy) {
        return policy.with(over(policy.scaling()));
    }

    /// The policy, with this rate if there is one. The other settings of slack stay.
    Policy over(Policy policy) {
        if (!arguments.has(RATE)) {
            return policy;
        }
        var slack =
                switch (policy.keptFree()) {
                    case KeptFree.Asked _ -> SlackPolicy.DEFAULT;
                    case KeptFree.Room(var room) -> room;
                };
        return policy.with(new KeptFree.Room(slack.with(rate(slack))));
    }

    private Rate rate(SlackPolicy slack) {
        var share = share();
        var basis = slack.rate().basis();
        if (Rate.isEndless(share, basis)) {
            throw arguments.wrong(
                    RATE,
                    share
                            + " of the capacity is not below 100%: room on new nodes would need"
                            + " more room, without end; write a share such as 10%, or set"
                            + " slack.basis to requests in the policy");
        }
        return new Rate(share, basis);
    }

    private Percent share() {
        try {
            return Shares.rate(arguments.text(RATE, ""));
        } catch (IllegalArgumentException malformed) {
            throw arguments.wrong(RATE, String.valueOf(malformed.getMessage()));
        }
    }
}
