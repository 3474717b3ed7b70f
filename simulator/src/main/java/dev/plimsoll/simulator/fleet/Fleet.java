package dev.plimsoll.simulator.fleet;

import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Policy.Draw;
import dev.plimsoll.sharing.Policy.Mode;
import dev.plimsoll.sharing.Sharing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// A fleet of workloads that plays courses.
///
/// When a cluster loses capacity, the replicas above it stop, and the contender divides again.
/// Replicas that a contender gives beyond the room do not run.
public final class Fleet {

    /// A whole replica, less the rounding error.
    private static final double WHOLE = 1 - 1e-9;

    private final int workloads;
    private final long seed;

    public Fleet(int workloads, long seed) {
        this.workloads = workloads;
        this.seed = seed;
    }

    /// The scores of all contenders.
    public List<Score> play(Course course) {
        var games = new ArrayList<Game>();
        Contender.all().forEach(contender -> games.add(new Game(contender)));
        var known = new IdentityHashMap<Stage, SortedMap<String, Double>>();
        for (int number = 0; number < workloads; number++) {
            var uid = "workload-" + seed + "-" + number;
            games.forEach(Game::start);
            var stages = course.stages().apply(number);
            if (!known.keySet().containsAll(stages)) {
                known.clear();
                stages.forEach(stage -> known.put(stage, quotas(stage)));
            }
            for (int step = 0; step < stages.size(); step++) {
                var quotas = Objects.requireNonNull(known.get(stages.get(step)));
                for (var game : games) {
                    game.step(uid, stages.get(step), step, quotas);
                }
            }
        }
        return games.stream().map(Game::score).toList();
    }

    private static SortedMap<String, Double> quotas(Stage stage) {
        var policy = new Policy(Mode.FRESH, Draw.REMAINDER, Percent.of(0));
        var quotas = new TreeMap<String, Double>();
        for (var share :
                Sharing.divide(PlimsollContender.seen("", stage, new TreeMap<>()), policy)
                        .shares()) {
            var parts = share.quota().split("/", -1);
            double over = Double.parseDouble(parts[0]);
            quotas.put(
                    share.cluster(),
                    parts.length == 1 ? over : over / Double.parseDouble(parts[1]));
        }
        return quotas;
    }

    /// One contender on a course.
    private final class Game {

        private final Contender contender;
        private SortedMap<String, Integer> running = new TreeMap<>();

        /// By step: the sums of replicas − quota.
        private final List<SortedMap<String, Double>> off = new ArrayList<>();

        private long moved;
        private int changes;
        private int decisions;
        private int violations;
        private long beyondRoom;

        private Game(Contender contender) {
            this.contender = contender;
        }

        private void start() {
            running = new TreeMap<>();
        }

        private void step(String uid, Stage stage, int step, SortedMap<String, Double> quotas) {
            running.replaceAll((name, replicas) -> Math.min(replicas, stage.most(name)));
            long chance = (uid.hashCode() * 1_000_003L + step) * 1_000_003L + seed;
            var result = contender.divide(uid, stage, running, chance);
            if (step > 0) {
                changes++;
                moved += moved(running, result);
            }
            judge(result, step, quotas);
            running = new TreeMap<>();
            result.forEach((name, replicas) -> {
                beyondRoom += Math.max(0, replicas - stage.most(name));
                running.put(name, Math.min(replicas, stage.most(name)));
            });
        }

        private void judge(
                SortedMap<String, Integer> result, int step, SortedMap<String, Double> quotas) {
            if (off.size() == step) {
                off.add(new TreeMap<>());
            }
            boolean violated = false;
            for (var quota : quotas.entrySet()) {
                double by = result.getOrDefault(quota.getKey(), 0) - quota.getValue();
                off.get(step).merge(quota.getKey(), by, Double::sum);
                violated |= Math.abs(by) > WHOLE;
            }
            decisions++;
            violations += violated ? 1 : 0;
        }

        private Score score() {
            double worst =
                    off.stream()
                            .flatMap(step -> step.values().stream())
                            .mapToDouble(sum -> Math.abs(sum / workloads))
                            .max()
                            .orElse(0);
            var last = off.isEmpty() ? Collections.<Double>emptyList() : off.getLast().values();
            return new Score(
                    contender.name(),
                    changes == 0 ? 0 : (double) moved / changes,
                    last.stream().map(sum -> sum / workloads).toList(),
                    worst,
                    decisions,
                    violations,
                    beyondRoom);
        }
    }

    private static long moved(SortedMap<String, Integer> before, SortedMap<String, Integer> after) {
        long removed = 0;
        long added = 0;
        for (var entry : before.entrySet()) {
            removed += Math.max(0, entry.getValue() - after.getOrDefault(entry.getKey(), 0));
        }
        for (var entry : after.entrySet()) {
            added += Math.max(0, entry.getValue() - before.getOrDefault(entry.getKey(), 0));
        }
        return Math.min(removed, added);
    }
}
