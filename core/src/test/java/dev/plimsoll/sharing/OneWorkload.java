package dev.plimsoll.sharing;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sharing.Division.Share;
import dev.plimsoll.sharing.Policy.Draw;
import dev.plimsoll.sharing.Policy.Mode;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Strategy;
import dev.plimsoll.sharing.Seen.Workload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One workload on `member1`, `member2`, …, written as `2:1:1`.
final class OneWorkload {

    private static final String[] NAMES =
            IntStream.rangeClosed(1, 99).mapToObj("member%02d"::formatted).toArray(String[]::new);

    private final String uid;
    private final int replicas;
    private final long[] weights;
    private final int[] previous;
    private final Strategy strategy;
    private final Room[] rooms;
    private final int[] mins;

    private OneWorkload(
            String uid,
            int replicas,
            long[] weights,
            int[] previous,
            Strategy strategy,
            Room[] rooms,
            int[] mins) {
        this.uid = uid;
        this.replicas = replicas;
        this.weights = weights;
        this.previous = previous;
        this.strategy = strategy;
        this.rooms = rooms;
        this.mins = mins;
    }

    static final Policy STICKY = Policy.DEFAULT;
    static final Policy FRESH = new Policy(Mode.FRESH, Draw.REMAINDER, Percent.of(0));
    static final Policy WEBSTER = new Policy(Mode.WEBSTER, Draw.REMAINDER, Percent.of(0));
    static final Policy ORDERED = new Policy(Mode.ORDERED, Draw.REMAINDER, Percent.of(0));

    static OneWorkload of(int replicas, String weights) {
        return of(replicas, longs(weights));
    }

    static OneWorkload of(int replicas, long... weights) {
        return new OneWorkload(
                "", replicas, weights, new int[0], Strategy.STATIC, new Room[0], new int[0]);
    }

    OneWorkload uid(String other) {
        return new OneWorkload(other, replicas, weights, previous, strategy, rooms, mins);
    }

    OneWorkload uid(long number) {
        return uid("workload-" + number);
    }

    /// `-` stands for none.
    OneWorkload after(String result) {
        return result.equals("-") ? this : after(ints(result));
    }

    OneWorkload after(int[] result) {
        return new OneWorkload(uid, replicas, weights, result, strategy, rooms, mins);
    }

    OneWorkload by(Strategy other) {
        return new OneWorkload(uid, replicas, weights, previous, other, rooms, mins);
    }

    OneWorkload with(Room... others) {
        return new OneWorkload(uid, replicas, weights, previous, strategy, others, mins);
    }

    OneWorkload atLeast(int... others) {
        return new OneWorkload(uid, replicas, weights, previous, strategy, rooms, others);
    }

    Seen seen() {
        return seen(name -> name);
    }

    Seen seen(UnaryOperator<String> rename) {
        var members = new ArrayList<Member>();
        var before = new TreeMap<String, Integer>();
        for (int i = 0; i < Math.max(weights.length, previous.length); i++) {
            var name = rename.apply(name(i));
            if (i < previous.length) {
                before.put(name, previous[i]);
            }
            if (i < weights.length) {
                var member = Member.of(name, weights[i]);
                member = i < rooms.length ? member.with(rooms[i]) : member;
                members.add(i < mins.length ? member.atLeast(mins[i]) : member);
            }
        }
        return Seen.of(new Workload(uid, 0, replicas), members, new Previous(before, strategy));
    }

    private static String name(int cluster) {
        return NAMES[cluster];
    }

    Decision<NoPast> decide(Policy policy) {
        return OneWorkload.decide(seen(), policy);
    }

    static Decision<NoPast> decide(Seen seen, Policy policy) {
        return new Sharing()
                .decide(new Question<>(seen, policy, NoPast.NONE, List.of(), Instant.EPOCH, 0));
    }

    Division divide(Policy policy) {
        return Sharing.divide(seen(), policy);
    }

    /// `2:1:1`; clusters that are no candidates are left out.
    String result(Policy policy) {
        return divide(policy).shares().stream()
                .limit(weights.length)
                .map(share -> Integer.toString(share.replicas()))
                .collect(Collectors.joining(":"));
    }

    int[] replicas(Policy policy) {
        return divide(policy).shares().stream()
                .limit(weights.length)
                .mapToInt(Share::replicas)
                .toArray();
    }

    static int[] ints(String text) {
        return Arrays.stream(text.split(":", -1)).mapToInt(Integer::parseInt).toArray();
    }

    static long[] longs(String text) {
        return Arrays.stream(text.split(":", -1)).mapToLong(Long::parseLong).toArray();
    }

    int size() {
        return weights.length;
    }

    int replicas() {
        return replicas;
    }

    long weight(int cluster) {
        return weights[cluster];
    }

    /// It has a weight, or none has.
    boolean isWeighed(int cluster) {
        return weights[cluster] > 0 || Arrays.stream(weights).allMatch(weight -> weight == 0);
    }

    int min(int cluster) {
        return cluster < mins.length ? mins[cluster] : 0;
    }

    int most(int cluster) {
        int running = cluster < previous.length ? previous[cluster] : 0;
        return cluster < rooms.length ? rooms[cluster].most(running, replicas) : replicas;
    }

    OneWorkload withoutRooms() {
        return with();
    }

    OneWorkload times(long factor) {
        boolean fits = Arrays.stream(weights).allMatch(weight -> weight <= Weight.MOST / factor);
        var scaled = Arrays.stream(weights).map(weight -> fits ? weight * factor : weight);
        return new OneWorkload(uid, replicas, scaled.toArray(), previous, strategy, rooms, mins);
    }

    /// With few replicas.
    OneWorkload small(SplittableRandom random) {
        return new OneWorkload(
                uid, random.nextInt(0, 30), weights, previous, strategy, rooms, mins);
    }
}
