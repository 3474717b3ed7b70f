package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.Replacement.Stage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Nodes that make way for cheaper ones: the new nodes are Ready before the old ones are drained.
/// One replacement runs at a time in a group.
///
/// **Invariant:** a replacement that is done leaves the cluster cheaper; one that is given up
/// leaves new nodes that are empty, and these are removed first: `ReplacementTest`.
final class Replacements {

    /// The longest time after a replacement was given up in which its groups begin no other.
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final Moves moves;
    private final DrainLimits limits;
    private final Consolidation policy;
    private final ReplacementNodes newNodes;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, String> groupOf = new LinkedHashMap<>();
    private List<Replacement> current = List.of();

    Replacements(ScalingFacts facts, RemovalDraft draft, Moves moves, DrainLimits limits) {
        this.facts = facts;
        this.limits = limits;
        this.draft = draft;
        this.moves = moves;
        this.policy = facts.policy().scaleDown().consolidation();
        this.newNodes = new ReplacementNodes(facts);
        facts.cluster().nodes().forEach(node -> nodes.put(node.name(), node));
        for (var group : facts.groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group.name()));
        }
    }

    /// Goes on with the replacements that run.
    void goOn() {
        current =
                draft.past().replacements().stream()
                        .map(this::next)
                        .flatMap(Optional::stream)
                        .toList();
        draft.setReplacements(current);
    }

    private Optional<Replacement> next(Replacement one) {
        return switch (one.stage()) {
            case FOUND -> Optional.of(one).filter(_ -> policy.mode() == Mode.REPLACE);
            case GIVEN_UP -> {
                var until = one.since().plus(policy.timeout());
                draft.wake(until);
                yield Optional.of(one).filter(_ -> draft.now().isBefore(until));
            }
            case ORDERED -> Optional.of(ordered(one));
            case DRAINING -> draining(one);
        };
    }

    private Replacement ordered(Replacement one) {
        if (!one.old().stream().allMatch(nodes::containsKey)) {
            return givenUp(one, RemovalRules.REPLACEMENT_LOST_NODE, first(one));
        }
        if (newNodes.areReady(one)) {
            return started(one);
        }
        var timeout = facts.policy().provisionTimeout();
        var late = one.since().plus(timeout);
        draft.wake(late);
        return draft.now().isBefore(late)
                ? one
                : givenUp(one, RemovalRules.REPLACEMENT_LATE, first(one), minutes(timeout));
    }

    /// All new nodes are Ready. The old ones drain if it still pays and all of their pods have
    /// places.
    private Replacement started(Replacement one) {
        var saving = new ReplacementSearch.Prices(facts).saving(one.old(), newNodes.joined(one));
        if (saving.isPresent() && !saving.get().isAtLeast(policy.least())) {
            return givenUp(
                    one,
                    RemovalRules.REPLACEMENT_DEAR,
                    first(one),
                    figure("percent", BigDecimal.valueOf(saving.get().hundredths(), 2)),
                    figure("least", BigDecimal.valueOf(policy.least().hundredths(), 2)));
        }
        for (var name : one.old()) {
            var homeless = moves.away(node(name));
            if (homeless.isPresent()) {
                return taken(one, name, homeless.get());
            }
        }
        return drained(one.at(Stage.DRAINING), List.copyOf(one.old()));
    }

    private Replacement taken(Replacement one, String node, Pods homeless) {
        return givenUp(
                one,
                RemovalRules.REPLACEMENT_TAKEN,
                node,
                fact("pod", facts.room().named(homeless)));
    }

    private Node node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    /// Drains those of the nodes that budgets and windows allow; the others follow.
    private Replacement drained(Replacement one, List<String> active) {
        var end = one.since().plus(policy.timeout());
        draft.wake(end);
        for (var name : active) {
            var node = node(name);
            var group = groupOf.getOrDefault(name, "");
            if (limits.allow(node, group)) {
                limits.spend(node, group);
                draft.take(new Step.DrainNode(name, DrainCause.REPLACED));
                draft.because(because(RemovalRules.DRAIN_REPLACED, name));
            } else if (!draft.now().isBefore(end)) {
                return givenUp(
                        one, RemovalRules.REPLACEMENT_BLOCKED, name, minutes(policy.timeout()));
            }
        }
        return one;
    }

    private Optional<Replacement> draining(Replacement one) {
        var active = new ArrayList<String>();
        boolean isDone = true;
        for (var name : one.old()) {
            var node = nodes.get(name);
            if (node == null) {
                continue;
            }
            isDone = false;
            if (node.state() instanceof NodeState.Draining) {
                continue;
            }
            if (draft.hasTakenBack(name, one.since())) {
                return Optional.of(givenUp(one, RemovalRules.REPLACEMENT_UNDRAINED, name));
            }
            var homeless = moves.away(node);
            if (homeless.isPresent()) {
                return Optional.of(taken(one, name, homeless.get()));
            }
            active.add(name);
        }
        if (isDone) {
            one.groups().forEach(this::succeed);
            return Optional.empty();
        }
        return Optional.of(drained(one, active));
    }

    private void succeed(String group) {
        var pause = draft.pause(group).succeeded(draft.now());
        draft.setPause(group, pause);
    }

    /// Its groups begin no other for a while, twice as long after each that is given up.
    private Replacement givenUp(Replacement one, Rule rule, String subject, Fact... more) {
        var longest = BackOff.NONE;
        for (var group : one.groups()) {
            var pause = draft.pause(group).failed(draft.now(), policy.timeout(), LONGEST_PAUSE);
            draft.setPause(group, pause);
            longest = pause.until().isAfter(longest.until()) ? pause : longest;
        }
        var details = new ArrayList<>(List.of(more));
        details.add(fact("groups", String.join(", ", one.groups())));
        details.add(fact("pause", Duration.between(draft.now(), longest.until()).toMinutes()));
        draft.because(new Reason(rule, subject, details));
        return one.givenUp(draft.now());
    }

    private static String first(Replacement one) {
        return one.old().getFirst();
    }

    private static Fact minutes(Duration time) {
        return fact("minutes", time.toMinutes());
    }

    /// The old nodes that are still there.
    Set<String> going() {
        var going = new LinkedHashSet<String>();
        current.stream()
                .filter(Replacement::isRunning)
                .flatMap(one -> one.old().stream())
                .filter(nodes::containsKey)
                .forEach(going::add);
        return going;
    }

    /// The new nodes of replacements that run.
    Set<String> coming() {
        var coming = new LinkedHashSet<String>();
        current.stream()
                .filter(Replacement::isRunning)
                .flatMap(one -> newNodes.joined(one).stream())
                .forEach(node -> coming.add(node.name()));
        return coming;
    }

    /// The new nodes of replacements that were given up, if they are empty.
    Set<String> givenBack() {
        var back = new LinkedHashSet<String>();
        current.stream()
                .filter(one -> one.stage() == Stage.GIVEN_UP)
                .flatMap(one -> newNodes.joined(one).stream())
                .filter(Node::isEmpty)
                .forEach(node -> back.add(node.name()));
        return back;
    }
}
