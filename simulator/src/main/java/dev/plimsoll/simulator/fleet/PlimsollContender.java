package dev.plimsoll.simulator.fleet;

import dev.plimsoll.decision.NoPast;
import dev.plimsoll.sharing.Member;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Room;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Strategy;
import dev.plimsoll.sharing.Seen.Workload;
import dev.plimsoll.sharing.Sharing;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Setup;
import dev.plimsoll.turn.Turns;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The decider in one of its modes, run by the same loop as a real one. Its world moves on from
/// workload to workload.
///
/// **Invariant:** the loop divides as the decider alone does: `FleetWorldTest`.
final class PlimsollContender implements Contender {

    private static final long SEED = 0;

    private final String name;
    private final FleetWorld world = new FleetWorld();
    private final Turns<FleetWorld.Observed> turns =
            new Turns<>(world, Journal.none(), Memory.none(), SEED);
    private final Setup<FleetWorld.Observed> setup;

    PlimsollContender(String name, Policy policy) {
        this.name = name;
        setup =
                Setup.of(
                        List.of(
                                new LoopSpec<>(
                                        new LoopId("Sharing", name),
                                        List.of(),
                                        PlimsollContender::seen,
                                        new Sharing(),
                                        policy,
                                        NoPast.NONE)));
    }

    @Override
    public String name() {
        return name;
    }

    /// Nothing depends on the time.
    @Override
    public SortedMap<String, Integer> divide(
            String uid, Stage stage, SortedMap<String, Integer> running, long chance) {
        world.show(new FleetWorld.Observed(uid, stage, running));
        turns.turn(Instant.EPOCH, setup);
        var result = new TreeMap<>(world.observe().running());
        result.keySet().retainAll(stage.weights().keySet());
        return result;
    }

    private static Seen seen(FleetWorld.Observed observed) {
        return seen(observed.uid(), observed.stage(), observed.running());
    }

    static Seen seen(String uid, Stage stage, SortedMap<String, Integer> running) {
        var members = new ArrayList<Member>();
        stage.weights()
                .forEach((name, weight) -> {
                    var member = Member.of(name, weight);
                    int here = running.getOrDefault(name, 0);
                    members.add(
                            stage.capacity().containsKey(name)
                                    ? member.with(new Room.Of(Math.max(0, stage.most(name) - here)))
                                    : member);
                });
        return Seen.of(
                new Workload(uid, 0, stage.replicas()),
                members,
                new Previous(running, Strategy.STATIC));
    }
}
