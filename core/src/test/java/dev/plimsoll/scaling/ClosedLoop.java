package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Packing.Placed;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.scaling.LoopWorld.Scheduler;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Replacement.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/// The scaling loop in a world. It turns when it asked to, when the world changed, and at least
/// every ten minutes.
final class ClosedLoop {

    /// A replacement ended with all of its old nodes gone.
    static final String REPLACEMENT_DONE = "replacement-done";

    static final String REPLACEMENT_GIVEN_UP = "replacement-given-up";

    /// A step failed, or its result is unknown.
    static final String STEP_FAILED = "step-failed";

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration AT_LEAST = Duration.ofMinutes(10);

    /// A turn with steps.
    ///
    /// @param hour the dollars an hour of the targets of all groups before the steps
    record Acted(Instant at, List<Step> steps, List<String> rules, Money hour) {}

    private final AnyLoop any;
    private final LoopWorld world;
    private final SplittableRandom random;
    private final List<Instant> losses;
    private final List<Acted> acted = new ArrayList<>();
    private final SortedSet<String> fired = new TreeSet<>();
    private final List<Instant> failed = new ArrayList<>();
    private BiConsumer<Cluster, Answer<Past, Proposal>> check = (_, _) -> {};
    private Past past = Past.NONE;
    private List<Outcome> last = List.of();
    private final Instant faultsEnd;

    ClosedLoop(AnyLoop any, Scheduler scheduler, SplittableRandom random) {
        this.any = any;
        this.random = random;
        this.world = any.world(scheduler);
        this.faultsEnd = world.now().plus(Duration.ofMinutes(90));
        this.losses =
                new ArrayList<>(any.losses().stream().sorted().map(world.now()::plus).toList());
    }

    /// Checks every decision beside the cluster that it is about.
    void eachTurn(BiConsumer<Cluster, Answer<Past, Proposal>> other) {
        check = other;
    }

    void run(Duration time) {
        var end = world.now().plus(time);
        while (world.now().isBefore(end)) {
            turn(end);
        }
    }

    private void turn(Instant end) {
        while (!losses.isEmpty() && !losses.getFirst().isAfter(world.now())) {
            losses.removeFirst();
            var nodes = world.nodes();
            if (!nodes.isEmpty()) {
                harm(nodes.get(random.nextInt(nodes.size())));
            }
        }
        var seen = world.cluster();
        var answer = ask();
        var decision = answer.decision();
        count(past.removals(), decision.remember().removals());
        past = decision.remember();
        checkPlan(seen, answer);
        world.plan(planned(seen, answer.details()));
        check.accept(seen, answer);
        var hour = hour();
        last = decision.plan().steps().stream().map(this::act).toList();
        checkLimits();
        var rules = decision.reasons().stream().map(reason -> reason.rule().code()).toList();
        fired.addAll(rules);
        rules.stream()
                .filter(rule -> rule.startsWith("removal-failed"))
                .forEach(_ -> failed.add(world.now()));
        if (!decision.plan().steps().isEmpty()) {
            acted.add(new Acted(world.now(), decision.plan().steps(), rules, hour));
        }
        boolean isChanged = !decision.plan().steps().isEmpty();
        var latest = world.now().plus(isChanged ? SOON : AT_LEAST);
        latest = decision.wakeAt().isBefore(latest) ? decision.wakeAt() : latest;
        var next = world.next(latest.isBefore(end) ? latest : end);
        var soonest = world.now().plusSeconds(10);
        world.advance(next.isBefore(soonest) ? soonest : next);
    }

    /// In loops with faults, some steps of the first hour and a half fail, and of some the result
    /// is unknown.
    private Outcome act(Step step) {
        boolean isFaulty =
                any.failsSteps() && world.now().isBefore(faultsEnd) && random.nextInt(6) == 0;
        if (!isFaulty) {
            world.act(step);
            return new Outcome.Done(step);
        }
        fired.add(STEP_FAILED);
        if (random.nextBoolean()) {
            return new Outcome.Failed(step, "the provider is busy");
        }
        if (random.nextBoolean()) {
            world.act(step);
        }
        return new Outcome.Unknown(step);
    }

    /// The node is lost, or not Ready for a while, but not for so long that it is drained.
    private void harm(String node) {
        if (random.nextBoolean()) {
            world.lose(node);
        } else {
            world.stop(node, world.now().plus(Duration.ofMinutes(random.nextInt(1, 19))));
        }
    }

    /// The places of pending pods and of the pods of draining nodes.
    private static List<Placed> planned(Cluster seen, Proposal proposal) {
        var all = new ArrayList<>(proposal.packing().placed());
        proposal.places()
                .forEach((name, places) -> {
                    if (node(seen, name).state() instanceof NodeState.Draining) {
                        all.addAll(places);
                    }
                });
        return all;
    }

    /// Replacements that ended in the last turn.
    private void count(Removals before, Removals after) {
        for (var one : before.replacements()) {
            boolean goesOn =
                    after.replacements().stream().anyMatch(other -> other.old().equals(one.old()));
            if (one.isRunning() && !goesOn) {
                fired.add(REPLACEMENT_DONE);
            }
        }
        for (var one : after.replacements()) {
            if (one.stage() == Stage.GIVEN_UP && !before.replacements().contains(one)) {
                fired.add(REPLACEMENT_GIVEN_UP);
            }
        }
    }

    Answer<Past, Proposal> ask() {
        return new Scaling()
                .answer(new Question<>(world.cluster(), any.policy(), past, last, world.now(), 0));
    }

    private void checkPlan(Cluster seen, Answer<Past, Proposal> answer) {
        for (var step : answer.decision().plan().steps()) {
            switch (step) {
                case Step.EvictPods(var name, _) -> checkProtected(node(seen, name));
                case Step.DrainNode(var name, var why) -> {
                    if (Emptying.isForLessCost(why)) {
                        checkProtected(node(seen, name));
                    }
                }
                case Step.RemoveNode(var name, _, _) ->
                        assertThat(node(seen, name).isEmpty() || isUnhealthy(node(seen, name)))
                                .as("%s is empty", name)
                                .isTrue();
                case Step.ResizeGroup _,
                        Step.GiveUp _,
                        Step.UndrainNode _,
                        Step.UseBatch _,
                        Step.RunReplicas _ -> {}
            }
        }
        checkBudgets(seen, answer.decision().plan().steps());
        IndependentJudge.check(answer);
    }

    /// The pods of all nodes that are drained in one turn to save money are no more than each
    /// budget allows.
    private static void checkBudgets(Cluster seen, List<Step> steps) {
        for (var budget : seen.budgets().values()) {
            int pods = 0;
            for (var step : steps) {
                if (step instanceof Step.DrainNode(var name, var why)
                        && Emptying.isForLessCost(why)) {
                    pods +=
                            node(seen, name).pods().stream()
                                    .filter(some -> budget.covers(some.shape()))
                                    .mapToInt(Pods::count)
                                    .sum();
                }
            }
            assertThat(pods)
                    .as("pods of %s that are drained at once", budget)
                    .isLessThanOrEqualTo(budget.allowed());
        }
    }

    private static Node node(Cluster seen, String name) {
        return seen.nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isUnhealthy(Node node) {
        return node.state() instanceof NodeState.Draining(_, var why)
                && why == DrainCause.UNHEALTHY;
    }

    private static void checkProtected(Node node) {
        if (isUnhealthy(node)) {
            return;
        }
        for (var pods : node.pods()) {
            var shape = pods.shape();
            boolean isProtected =
                    !shape.owner().staysWithNode()
                            && shape.disruption().consent() != Consent.SAFE
                            && (shape.disruption().consent() == Consent.FORBIDDEN
                                    || shape.disruption().localStorage()
                                    || shape.owner() == Owner.NOBODY);
            assertThat(isProtected)
                    .as("%s on %s is protected", pods.first(), node.name())
                    .isFalse();
        }
    }

    private void checkLimits() {
        for (var group : world.groups().values()) {
            assertThat(group.target())
                    .as(group.name())
                    .isBetween(group.provider().least(), group.provider().most());
        }
    }

    /// The dollars an hour of the targets of all groups.
    Money hour() {
        var hour = Money.NONE;
        for (var group : world.groups().values()) {
            if (group.variants().getFirst().price() instanceof Price.Known(var each, _)) {
                hour = hour.plus(each.times(group.target()));
            }
        }
        return hour;
    }

    /// What the cluster cost when a replacement began.
    List<Money> beforeReplacements() {
        return acted.stream()
                .filter(one ->
                        one.rules().contains("replace") || one.rules().contains("replace-by-none"))
                .map(Acted::hour)
                .toList();
    }

    List<Acted> since(Instant time) {
        return acted.stream().filter(one -> !one.at().isBefore(time)).toList();
    }

    /// The codes of the rules that fired, and the events of replacements.
    SortedSet<String> fired() {
        var all = new TreeSet<>(fired);
        all.addAll(world.events().keySet());
        return all;
    }

    /// The times at which removals failed in the world, by group.
    SortedMap<String, SortedSet<Instant>> failedRemovals() {
        return world.moves().failures();
    }

    /// Removals that failed.
    long failures(Instant until) {
        return failed.stream().filter(at -> at.isBefore(until)).count();
    }

    boolean hasTaken(Class<? extends Step> step) {
        return acted.stream().flatMap(one -> one.steps().stream()).anyMatch(step::isInstance);
    }

    LoopWorld world() {
        return world;
    }

    @Override
    public String toString() {
        var text = new StringBuilder(any.toString());
        acted.forEach(one -> text.append('\n').append(one));
        return text.toString();
    }
}
