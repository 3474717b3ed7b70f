package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// A dry run beside whoever acts: what it would have done to each group, and what the others did.
///
/// The size of a group is the number of its machines that serve or will serve: its target without
/// the nodes that leave. What it would have done is judged on what it saw, turn by turn: the
/// others' steps change what it sees next.
public final class Shadow {

    /// What has happened to a group.
    ///
    /// @param nodes its size now
    /// @param nodeTime the time of all its nodes
    /// @param wantedTime the time of the nodes that the dry run would have had
    /// @param agreed how often the others did what it would have done
    /// @param notDone how often they did not
    /// @param others how often they did what it would not have done
    public record Row(
            String group,
            int nodes,
            Duration nodeTime,
            Duration wantedTime,
            int agreed,
            int notDone,
            int others) {}

    private final Consumer<String> say;
    private final Map<String, Ledger> ledgers = new TreeMap<>();

    /// @param say receives a sentence whenever the others act, and whenever they did not
    public Shadow(Consumer<String> say) {
        this.say = say;
    }

    public void turned(TurnReport turn) {
        turn.cluster()
                .groups()
                .forEach((group, _) -> {
                    var ledger = ledgers.computeIfAbsent(group, Ledger::new);
                    ledger.observe(turn.at(), size(turn.cluster(), group));
                    turn.loops().stream()
                            .filter(loop -> loop.loop().name().equals(group))
                            .map(LoopTurn::decision)
                            .forEach(decision -> ledger.decide(turn.at(), change(decision.plan())));
                });
    }

    /// Every group, by name.
    public List<Row> rows() {
        return ledgers.values().stream().map(Ledger::row).toList();
    }

    private static int size(Cluster cluster, String group) {
        long leaving =
                cluster.nodesOf(group).stream()
                        .filter(node -> !(node.state() instanceof NodeState.Active))
                        .filter(node -> !(node.state() instanceof NodeState.Paused))
                        .count();
        return Math.toIntExact(cluster.group(group).target() - leaving);
    }

    /// By how many nodes the plan changes the size of its group.
    private static int change(Plan plan) {
        int change = 0;
        for (var step : plan.steps()) {
            change +=
                    switch (step) {
                        case Step.ResizeGroup(_, int from, int to, _) -> to - from;
                        case Step.GiveUp(_, int from, int to) -> to - from;
                        case Step.UndrainNode _ -> 1;
                        case Step.DrainNode _ -> -1;
                        case Step.EvictPods _,
                                Step.RemoveNode _,
                                Step.UseBatch _,
                                Step.RunReplicas _ ->
                                0;
                    };
        }
        return change;
    }

    /// A change that the dry run would make.
    private record Wish(Instant since, int change, boolean isMet) {

        boolean hasSignOf(int other) {
            return Integer.signum(change) == Integer.signum(other);
        }
    }

    /// What has happened to one group.
    private final class Ledger {

        private final String group;
        private Optional<Instant> last = Optional.empty();
        private int size;
        private Duration nodeTime = Duration.ZERO;
        private Duration wantedTime = Duration.ZERO;
        private Optional<Wish> wish = Optional.empty();
        private int agreed;
        private int notDone;
        private int others;

        private Ledger(String group) {
            this.group = group;
        }

        private void observe(Instant now, int seen) {
            if (last.isPresent()) {
                var time = Duration.between(last.get(), now);
                nodeTime = nodeTime.plus(time.multipliedBy(size));
                int wanted = Math.max(0, size + wish.map(Wish::change).orElse(0));
                wantedTime = wantedTime.plus(time.multipliedBy(wanted));
                if (seen != size) {
                    compare(now, seen);
                }
            }
            last = Optional.of(now);
            size = seen;
        }

        private void compare(Instant now, int seen) {
            var went = group + ": others went from " + size + " to " + nodes(seen);
            if (wish.isPresent() && wish.get().hasSignOf(seen - size)) {
                var since = wish.get().since();
                say.accept(
                        went
                                + "; Plimsoll would have gone to "
                                + (size + wish.get().change())
                                + " "
                                + text(Duration.between(since, now))
                                + " before");
                agreed += wish.get().isMet() ? 0 : 1;
                wish = Optional.of(new Wish(since, wish.get().change(), true));
                return;
            }
            say.accept(
                    went
                            + "; Plimsoll would have "
                            + (wish.isEmpty()
                                    ? "stayed at " + size
                                    : "gone to " + (size + wish.get().change())));
            others++;
        }

        private void decide(Instant now, int change) {
            if (wish.isPresent() && !wish.get().hasSignOf(change)) {
                drop(now, wish.get());
                wish = Optional.empty();
            }
            if (change != 0) {
                var before = wish.orElseGet(() -> new Wish(now, change, false));
                wish = Optional.of(new Wish(before.since(), change, before.isMet()));
            }
        }

        private void drop(Instant now, Wish dropped) {
            if (dropped.isMet()) {
                return;
            }
            notDone++;
            say.accept(
                    group
                            + ": Plimsoll would have gone to "
                            + nodes(Math.max(0, size + dropped.change()))
                            + " for "
                            + text(Duration.between(dropped.since(), now))
                            + "; the group stayed at "
                            + size);
        }

        private Row row() {
            boolean isOpen = wish.isPresent() && !wish.get().isMet();
            return new Row(
                    group, size, nodeTime, wantedTime, agreed, notDone + (isOpen ? 1 : 0), others);
        }

        private static String nodes(int count) {
            return count + (count == 1 ? " node" : " nodes");
        }

        private static String text(Duration time) {
            return Durations.text(time.truncatedTo(ChronoUnit.SECONDS));
        }
    }
}
