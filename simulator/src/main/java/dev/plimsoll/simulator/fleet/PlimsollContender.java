package dev.plimsoll.simulator.fleet;

import dev.plimsoll.sharing.Member;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Room;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Strategy;
import dev.plimsoll.sharing.Seen.Workload;
import dev.plimsoll.sharing.Sharing;
import java.util.ArrayList;
import java.util.SortedMap;
import java.util.TreeMap;

/// The decider, in one of its modes.
record PlimsollContender(String name, Policy policy) implements Contender {

    @Override
    public SortedMap<String, Integer> divide(
            String uid, Stage stage, SortedMap<String, Integer> running, long chance) {
        var result = new TreeMap<String, Integer>();
        var division = Sharing.divide(seen(uid, stage, running), policy);
        for (var share : division.shares()) {
            if (stage.weights().containsKey(share.cluster())) {
                result.put(share.cluster(), share.replicas());
            }
        }
        return result;
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
