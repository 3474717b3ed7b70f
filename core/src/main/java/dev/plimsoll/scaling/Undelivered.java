package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step;
import dev.plimsoll.groups.NodeGroup.Growth;
import dev.plimsoll.groups.NodeGroups.GroupState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Orders of the last turn that failed, and machines that a provider reports as failed: their group
/// does not grow for a while, as after machines that did not join in time.
///
/// An order that was not taken is no growth. That the world had changed is no failure.
final class Undelivered {

    /// A group whose machines did not come does not grow for this time, twice as long after each
    /// failure.
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(5);

    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(30);

    private final Question<Cluster, Policy, Past> question;
    private final SortedMap<String, GroupPast> groups;
    private final Set<String> keptByProvider = new LinkedHashSet<>();
    private final List<Reason> reasons = new ArrayList<>();
    private Growths growths;

    Undelivered(Question<Cluster, Policy, Past> question, List<GroupState> states) {
        this.question = question;
        this.groups = new TreeMap<>(question.past().groups());
        this.growths = question.past().growths();
        var managed = new TreeMap<String, GroupState>();
        states.stream()
                .filter(state -> state.group().growth() instanceof Growth.Within)
                .forEach(state -> managed.put(state.group().name(), state));
        for (var outcome : question.last()) {
            switch (outcome.step()) {
                case Step.ResizeGroup resize when managed.containsKey(resize.group()) ->
                        resized(resize, outcome, target(managed, resize.group()));
                case Step.GiveUp(var group, _, _) when outcome instanceof Outcome.Failed ->
                        keptByProvider.add(group);
                default -> {}
            }
        }
        managed.values().forEach(this::failed);
    }

    private static int target(SortedMap<String, GroupState> managed, String name) {
        var state = managed.get(name);
        return state == null ? 0 : state.group().target();
    }

    private void resized(Step.ResizeGroup resize, Outcome outcome, int target) {
        if (isTaken(resize, outcome, target)) {
            return;
        }
        var name = resize.group();
        Optional.ofNullable(growths.before().get(name))
                .ifPresent(before -> {
                    var past = past(name);
                    groups.put(name, past.with(past.timers().grown(before)));
                });
        growths = growths.without(name);
        if (outcome instanceof Outcome.Failed(_, var why)) {
            pause(name);
            reasons.add(
                    because(
                            Rules.ORDER_FAILED,
                            name,
                            fact("from", resize.from()),
                            fact("wanted", resize.nodes()),
                            fact("why", why),
                            minutes(name)));
        }
    }

    /// Whether the provider has the order. If the outcome is unknown, its target shows it. A dry
    /// run decides as if it had.
    private static boolean isTaken(Step.ResizeGroup resize, Outcome outcome, int target) {
        return switch (outcome) {
            case Outcome.Done _ -> true;
            case Outcome.Failed failed -> failed.isDryRun();
            case Outcome.Stale _ -> false;
            case Outcome.Unknown _ -> target > resize.from();
        };
    }

    private void failed(GroupState state) {
        var name = state.group().name();
        var declared = question.seen().groups().get(name);
        if (declared == null) {
            return;
        }
        boolean isGivenUp = state.byState().failed() > 0 && isSpare(declared);
        for (var machines : declared.failed()) {
            if ((isGivenUp || isNews(machines, state)) && !orders(name).lasts(question.now())) {
                pause(name);
                reasons.add(didNotCome(name, machines));
            }
        }
    }

    private Reason didNotCome(String group, FailedMachines machines) {
        var facts = new ArrayList<Fact>();
        facts.add(fact("machines", machines.machines()));
        facts.add(fact("cause", text(machines.cause())));
        if (!machines.why().isEmpty()) {
            facts.add(fact("why", machines.why()));
        }
        facts.add(minutes(group));
        return new Reason(Rules.MACHINES_FAILED, group, facts);
    }

    private static boolean isSpare(Group group) {
        return group.target() > group.provider().least();
    }

    /// Ordered after the last failure, and no node of the group came after that.
    private boolean isNews(FailedMachines machines, GroupState state) {
        var at = machines.at();
        return at.isAfter(orders(state.group().name()).since())
                && state.byState().ready().stream().noneMatch(node -> node.created().isAfter(at));
    }

    private static String text(FailedMachines.Cause cause) {
        return switch (cause) {
            case OUT_OF_STOCK -> "out of stock";
            case QUOTA -> "quota";
            case OTHER -> "error";
        };
    }

    private void pause(String group) {
        var past = past(group);
        var pause = next(past.timers().orders(), question.now());
        groups.put(group, past.with(past.timers().withOrders(pause)));
    }

    /// The pause after one more failure; one that lasts goes on.
    static BackOff next(BackOff orders, Instant now) {
        return orders.lasts(now) ? orders : orders.failed(now, FIRST_PAUSE, LONGEST_PAUSE);
    }

    private Fact minutes(String group) {
        var left = Duration.between(question.now(), orders(group).until());
        return fact("minutes", left.plusSeconds(59).toMinutes());
    }

    private BackOff orders(String group) {
        return past(group).timers().orders();
    }

    private GroupPast past(String group) {
        return groups.getOrDefault(group, GroupPast.NONE);
    }

    /// What is remembered, with the pauses.
    Past past() {
        var past = question.past();
        return new Past(groups, past.removals(), past.keptFree(), growths, past.clock());
    }

    /// Whether the provider did not give up machines of the group when it was asked to.
    boolean isKeptByProvider(String group) {
        return keptByProvider.contains(group);
    }

    List<Reason> reasons() {
        return reasons;
    }

    /// The groups, of which no machine failed.
    static SharedMap<String, Group> withoutFailed(SharedMap<String, Group> groups) {
        var all = groups;
        for (var group : groups.values()) {
            all = group.failed().isEmpty() ? all : all.with(group.name(), group.withoutFailed());
        }
        return all;
    }
}
