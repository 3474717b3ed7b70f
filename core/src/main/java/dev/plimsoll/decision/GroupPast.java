package dev.plimsoll.decision;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.quantity.Resources;
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
        List<Missing> missing,
        Template template,
        Resources daemons,
        Instant created) {

    public static final GroupPast NONE =
            new GroupPast(CoolDown.OVER, List.of(), Template.UNKNOWN, Resources.NONE);

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
        this(coolDown, missing, template, daemons, Instant.EPOCH);
    }
}
