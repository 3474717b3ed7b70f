package dev.plimsoll.decision;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What is remembered of a node group, whichever loop decides about it. A loop that takes a group
/// over continues with it, so no timer is lost.
///
/// @param missing machines that were ordered and have not joined, oldest order first
/// @param template the newest Ready node that the group ever had
/// @param daemons the requests of the pods that belong to it
/// @param created when it was created
public record GroupPast(
        CoolDown coolDown,
        Timers timers,
        List<Missing> missing,
        Template template,
        Resources daemons,
        Instant created) {

    public static final GroupPast NONE =
            new GroupPast(CoolDown.OVER, List.of(), Template.UNKNOWN, Resources.NONE);

    /// Nothing is known of the time before a loop's first turn.
    public static final GroupPast START = NONE.with(Timers.START);

    /// When the group grew, and the pauses after failures.
    ///
    /// @param grown when it last grew
    /// @param orders the pause after machines that were not delivered
    /// @param drains the pause after drains that failed
    /// @param clock the last jump of the clock
    public record Timers(Instant grown, BackOff orders, BackOff drains, Clock clock) {

        public static final Timers NONE = new Timers(Instant.EPOCH, BackOff.NONE, BackOff.NONE);

        public Timers(Instant grown, BackOff orders, BackOff drains) {
            this(grown, orders, drains, Clock.STEADY);
        }

        /// The group counts as grown in the first turn.
        public static final Timers START = new Timers(Instant.MAX, BackOff.NONE, BackOff.NONE);

        /// These timers in a turn: the first turn of a loop is the time of the last growth.
        public Timers at(Instant now) {
            return grown.equals(Instant.MAX) ? grown(now) : this;
        }

        /// The group grew then.
        public Timers grown(Instant then) {
            return new Timers(then, orders, drains, clock);
        }

        public Timers withOrders(BackOff other) {
            return new Timers(grown, other, drains, clock);
        }

        public Timers withDrains(BackOff other) {
            return new Timers(grown, orders, other, clock);
        }

        /// The same timers, by a clock that jumped.
        public Timers with(Clock other) {
            return new Timers(grown, orders, drains, other);
        }

        private Timers jumped(Instant now, Duration lost) {
            return new Timers(
                    Clock.later(grown, lost),
                    orders.later(lost),
                    drains.later(lost),
                    clock.jump(now, lost));
        }
    }

    /// The pause after an order of machines.
    ///
    /// @param demand the requests of the group's pods at that time
    public record CoolDown(Instant until, Resources demand) {
        public static final CoolDown OVER = new CoolDown(Instant.EPOCH, Resources.NONE);
    }

    public GroupPast {
        missing = List.copyOf(missing);
    }

    /// The age of the remembered node is unknown.
    public GroupPast(
            CoolDown coolDown, List<Missing> missing, Template template, Resources daemons) {
        this(coolDown, Timers.NONE, missing, template, daemons, Instant.EPOCH);
    }

    /// The same with every time as much later as the clock jumped.
    public GroupPast jumped(Instant now, Duration lost) {
        return new GroupPast(
                new CoolDown(Clock.later(coolDown.until(), lost), coolDown.demand()),
                timers.jumped(now, lost),
                missing.stream()
                        .map(order -> new Missing(order.nodes(), Clock.later(order.since(), lost)))
                        .toList(),
                template,
                daemons,
                created);
    }

    public GroupPast with(CoolDown other) {
        return new GroupPast(other, timers, missing, template, daemons, created);
    }

    public GroupPast with(Timers other) {
        return new GroupPast(coolDown, other, missing, template, daemons, created);
    }
}
