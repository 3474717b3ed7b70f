package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The loops of a policy: one for each group that is sized by its utilisation.
public final class Loops {

    private Loops() {}

    public static Setup<Cluster> of(List<SizedGroup> sized) {
        var loops = new ArrayList<LoopSpec<Cluster, ?, ?, ?>>();
        for (var each : sized) {
            loops.add(new SizingKind().loop(each.name(), List.of(each.name()), each.policy()));
        }
        return new Setup<>(
                loops,
                group ->
                        Optional.of(
                                new LeavingKind()
                                        .loop(group, List.of(group), Leaving.Policy.ONLY)));
    }
}
