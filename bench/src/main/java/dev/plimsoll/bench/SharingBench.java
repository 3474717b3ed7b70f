package dev.plimsoll.bench;

import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.sharing.Member;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Room;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Strategy;
import dev.plimsoll.sharing.Seen.Workload;
import dev.plimsoll.sharing.Sharing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;

/// Measures the CPU time of a warm sharing decision, with its reasons.
public final class SharingBench {

    private SharingBench() {}

    public static void main(String[] arguments) {
        print("10 clusters, the previous result fits", uid -> fitting(10, 73, uid));
        print("10 clusters, equal weights, from scratch", uid -> fresh(10, 73, uid, _ -> 1));
        print("the same, 2,000,000,003 replicas", uid -> fresh(10, 2_000_000_003, uid, _ -> 1));
        print(
                "10 clusters, weights 1 to 7, from scratch",
                uid -> fresh(10, 73, uid, i -> 1 + i % 7));
        print(
                "the same, 2,000,000,003 replicas",
                uid -> fresh(10, 2_000_000_003, uid, i -> 1 + i % 7));
        print("10 clusters, weights with sum 99", uid -> fresh(10, 73, uid, i -> 6 + i % 9));
        print("10 clusters, weights beyond the ladder", uid -> fresh(10, 73, uid, i -> 101 + i));
        print("10 clusters, weights of 62 bits", uid -> fresh(10, 73, uid, i -> (1L << 62) - i));
        print("5,000 clusters, the previous result fits", uid -> fitting(5_000, 50_000, uid));
        print("5,000 clusters, it does not fit", uid -> changed(5_000, 50_000, uid));
        print("5,000 clusters, every third is full", uid -> full(5_000, 50_000, uid));
        print("5,000 clusters, from scratch", uid -> fresh(5_000, 50_003, uid, i -> 1 + i % 7));
        for (int period : List.of(50, 100, 200, 300, 1_000)) {
            print(
                    "ladder, 10 clusters × " + period,
                    uid -> fresh(10, period - 3, uid, i -> i == 0 ? period - 45 : i));
        }
    }

    private static void print(String what, IntFunction<Seen> questions) {
        var sharing = new Sharing();
        var tasks = new ArrayList<LongSupplier>();
        for (int uid = 0; uid < 16; uid++) {
            var question =
                    new Question<>(
                            questions.apply(uid),
                            Policy.DEFAULT,
                            NoPast.NONE,
                            List.of(),
                            Instant.EPOCH,
                            0);
            tasks.add(() -> sharing.decide(question).reasons().size());
        }
        Warm.print(what, tasks);
    }

    private static Seen fresh(int clusters, int replicas, int uid, IntToLongFunction weights) {
        return Seen.of(workload(uid, replicas), members(clusters, weights), Previous.NONE);
    }

    private static Seen fitting(int clusters, int replicas, int uid) {
        var seen = fresh(clusters, replicas, uid, i -> 1 + i % 7);
        return Seen.of(seen.workload(), seen.members(), result(seen));
    }

    /// The weight of one cluster in ten is higher than before.
    private static Seen changed(int clusters, int replicas, int uid) {
        var previous = result(fresh(clusters, replicas, uid, i -> 1 + i % 7));
        var members = members(clusters, i -> 1 + i % 7 + (i % 10 == 0 ? 1 : 0));
        return Seen.of(workload(uid, replicas), members, previous);
    }

    private static Seen full(int clusters, int replicas, int uid) {
        var random = new SplittableRandom(uid);
        var members = new ArrayList<Member>();
        for (var member : members(clusters, i -> 1 + i % 7)) {
            boolean full = random.nextInt(3) == 0;
            members.add(full ? member.with(new Room.Of(random.nextInt(5))).atLeast(1) : member);
        }
        return Seen.of(workload(uid, replicas), members, Previous.NONE);
    }

    private static Previous result(Seen seen) {
        var result = new TreeMap<String, Integer>();
        for (var share : Sharing.divide(seen, Policy.DEFAULT).shares()) {
            result.put(share.cluster(), share.replicas());
        }
        return new Previous(result, Strategy.STATIC);
    }

    private static Workload workload(int uid, int replicas) {
        return new Workload("4858ca61-3ff8-4095-8267-f3d059d8" + (1000 + uid), 0, replicas);
    }

    private static List<Member> members(int clusters, IntToLongFunction weights) {
        var members = new ArrayList<Member>();
        for (int i = 0; i < clusters; i++) {
            members.add(Member.of("member" + (10_000 + i), weights.applyAsLong(i)));
        }
        return members;
    }
}
