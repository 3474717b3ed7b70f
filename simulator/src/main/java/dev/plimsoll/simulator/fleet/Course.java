package dev.plimsoll.simulator.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/// The stages that the workloads of a fleet go through.
///
/// @param stages by number of the workload, the same number of stages for all
public record Course(String name, IntFunction<List<Stage>> stages) {

    private static final int WALK = 30;
    private static final int MOTION = 60;

    private static Course all(String name, Stage... stages) {
        var same = List.of(stages);
        return new Course(name, _ -> same);
    }

    /// One division of new workloads.
    public static List<Course> firsts() {
        return List.of(
                first(1, "1:1:1"),
                first(5, "1:1:1:1"),
                first(6, "2:1:1:1"),
                first(8, "2:1:1:1"),
                first(1, "170:110:60"),
                first(5, "170:110:60"),
                first(6, "170:110:60"),
                first(14, "3:2:1"));
    }

    private static Course first(int replicas, String weights) {
        return all(replicas + " over " + weights, Stage.of(replicas, weights));
    }

    /// Replicas that follow a load, and weights, clusters and capacity that change.
    public static List<Course> changes(long seed) {
        return List.of(
                walk("2:1:1:1", seed),
                walk("170:110:60", seed),
                walk("7:5:3:1:1", seed),
                climb(),
                all(
                        "weights change: 6 over 1:1:1:1, then 2:1:1:1",
                        Stage.of(6, "1:1:1:1"),
                        Stage.of(6, "2:1:1:1")),
                all(
                        "a cluster joins: 5 over 1:1:1, then 1:1:1:1",
                        Stage.of(5, "1:1:1"),
                        Stage.of(5, "1:1:1:1")),
                all(
                        "a cluster leaves: 5 over 1:1:1:1, then 1:1:1",
                        Stage.of(5, "1:1:1:1"),
                        Stage.of(5, "1:1:1")),
                all(
                        "weights drift: 10 over 3:2:1, 4:2:1, 4:3:1, 4:3:2",
                        Stage.of(10, "3:2:1"),
                        Stage.of(10, "4:2:1"),
                        Stage.of(10, "4:3:1"),
                        Stage.of(10, "4:3:2")),
                all(
                        "capacity is lost for a while: 10 over 3:2:1, the first can run 2",
                        Stage.of(10, "3:2:1"),
                        Stage.of(10, "3:2:1").full("member1", 2),
                        Stage.of(10, "3:2:1")),
                motion(seed));
    }

    /// From 10 replicas up or down by at most 3 at a time, never below 1; the same for all
    /// workloads.
    private static Course walk(String weights, long seed) {
        var random = new SplittableRandom(seed);
        var stages = new ArrayList<Stage>();
        int replicas = 10;
        for (int step = 0; step <= WALK; step++) {
            stages.add(Stage.of(replicas, weights));
            replicas = Math.max(1, replicas + random.nextInt(-3, 4));
        }
        return all("a walk of 30 steps over " + weights, stages.toArray(Stage[]::new));
    }

    private static Course climb() {
        var stages = new Stage[34];
        Arrays.setAll(stages, i -> Stage.of(i + 1, "170:110:60"));
        return all("one more at a time, 1 to 34 over 170:110:60", stages);
    }

    /// Every workload has its own walk. For all of them the second cluster gets more weight, the
    /// third loses its room for a while, a sixth cluster joins and the fourth leaves.
    private static Course motion(long seed) {
        return new Course("all at once: own walks of 60 steps", number -> motion(seed, number));
    }

    private static List<Stage> motion(long seed, int number) {
        var random = new SplittableRandom(seed * 1_000_003 + number);
        var stages = new ArrayList<Stage>();
        int replicas = random.nextInt(4, 25);
        for (int step = 0; step <= MOTION; step++) {
            var weights = step < 10 ? "5:3:3:2:1" : step < 40 ? "5:4:3:2:1" : "5:4:3:2:1:2";
            weights = step < 50 ? weights : "5:4:3:0:1:2";
            var stage = Stage.of(replicas, weights);
            stages.add(step >= 20 && step < 30 ? stage.full("member3", 1) : stage);
            replicas = Math.max(1, replicas + random.nextInt(-2, 3));
        }
        return stages;
    }
}
