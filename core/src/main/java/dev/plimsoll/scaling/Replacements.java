package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;
import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.Replacement.Stage;
import dev.plimsoll.scaling.ReplacementSearch.Found;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Nodes that make way for cheaper ones: the new nodes are Ready before the old ones are drained.
/// One replacement runs at a time.
///
/// **Invariant:** a replacement that is done leaves the cluster cheaper; one that is given up
/// leaves new nodes that are empty, and these are removed like any other: `ReplacementTest`.
final class Replacements {

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final Moves moves;
    private final Consolidation policy;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private @Nullable Replacement current;

    Replacements(ScalingFacts facts, RemovalDraft draft, Moves moves) {
        this.facts = facts;
        this.draft = draft;
        this.moves = moves;
        this.policy = facts.policy().scaleDown().consolidation();
        this.current = draft.past().replacements().stream().findFirst().orElse(null);
        facts.cluster().nodes().forEach(node -> nodes.put(node.name(), node));
    }

    /// Goes on with the replacement that runs.
    void goOn() {
        if (current != null) {
            current = next(current).orElse(null);
        }
        remember();
    }

    private void remember() {
        draft.setReplacements(current == null ? List.of() : List.of(current));
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
            return givenUp(one, because(RemovalRules.REPLACEMENT_LOST_NODE, first(one)));
        }
        if (areReady(one)) {
            return started(one);
        }
        var late = one.since().plus(facts.policy().provisionTimeout());
        draft.wake(late);
        return draft.now().isBefore(late)
                ? one
                : givenUp(
                        one,
                        because(
                                RemovalRules.REPLACEMENT_LATE,
                                first(one),
                                minutes(facts.policy().provisionTimeout())));
    }

    private boolean areReady(Replacement one) {
        return one.bought().entrySet().stream()
                .allMatch(each ->
                        newNodes(one, each.getKey()).stream().filter(Node::isReady).count()
                                >= each.getValue());
    }

    /// The nodes of a group that were created after the order.
    private List<Node> newNodes(Replacement one, String group) {
        var since = Instant.ofEpochSecond(one.since().getEpochSecond());
        return facts.cluster().nodesOf(group).stream()
                .filter(node -> !node.created().isBefore(since))
                .filter(node -> !one.old().contains(node.name()))
                .toList();
    }

    /// All new nodes are Ready. The old ones drain if all of their pods have places.
    private Replacement started(Replacement one) {
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
                because(RemovalRules.REPLACEMENT_TAKEN, node, fact("pod", homeless.example())));
    }

    private Node node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    /// Drains those of the nodes that budgets and windows allow; the others follow.
    private Replacement drained(Replacement one, List<String> active) {
        var rules = new DrainRules(facts.cluster(), facts.policy());
        var windows = new Disruptions(facts);
        draft.draining().forEach(rules::spend);
        var end = one.since().plus(policy.timeout());
        draft.wake(end);
        long busy = draft.draining().stream().filter(node -> !node.isEmpty()).count();
        for (var name : active) {
            var node = node(name);
            boolean mayGo =
                    node.mayGo()
                            && rules.against(node).isEmpty()
                            && (node.isEmpty() || busy < facts.policy().scaleDown().maxDrains())
                            && windows.allow(group(name));
            if (mayGo) {
                busy += node.isEmpty() ? 0 : 1;
                rules.spend(node);
                draft.take(new Step.DrainNode(name, DrainCause.REPLACED));
                draft.because(because(RemovalRules.DRAIN_REPLACED, name));
            } else if (!draft.now().isBefore(end)) {
                return givenUp(
                        one,
                        because(RemovalRules.REPLACEMENT_BLOCKED, name, minutes(policy.timeout())));
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
                return Optional.of(givenUp(one, because(RemovalRules.REPLACEMENT_UNDRAINED, name)));
            }
            var homeless = moves.away(node);
            if (homeless.isPresent()) {
                return Optional.of(taken(one, name, homeless.get()));
            }
            active.add(name);
        }
        return isDone ? Optional.empty() : Optional.of(drained(one, active));
    }

    private Replacement givenUp(Replacement one, Reason why) {
        draft.because(why);
        return one.givenUp(draft.now());
    }

    private static String first(Replacement one) {
        return one.old().getFirst();
    }

    private static Fact minutes(Duration time) {
        return fact("minutes", time.toMinutes());
    }

    private String group(String node) {
        return facts.groups().stream()
                .filter(group -> group.nodes().contains(node))
                .map(group -> group.name())
                .findFirst()
                .orElse("");
    }

    /// The nodes of the replacement that runs: old ones and new ones.
    Set<String> involved() {
        var involved = new LinkedHashSet<String>();
        if (current != null && current.isRunning()) {
            involved.addAll(current.old());
            for (var group : current.bought().keySet()) {
                newNodes(current, group).forEach(node -> involved.add(node.name()));
            }
        }
        return involved;
    }

    /// Looks for a replacement, if nothing else is to be done.
    ///
    /// @param candidates nodes that may go, those first that should go first
    void find(List<Node> candidates) {
        boolean isFree = current == null || current.stage() == Stage.FOUND;
        boolean isCalm =
                policy.mode() == Mode.REPLACE
                        && facts.pending().asking().isEmpty()
                        && facts.notThereYet().isEmpty()
                        && draft.draining().isEmpty()
                        && draft.isAllNeeded()
                        && draft.steps().isEmpty();
        if (isFree) {
            current = isCalm ? found(candidates) : null;
            remember();
        }
    }

    private @Nullable Replacement found(List<Node> candidates) {
        var search = new ReplacementSearch(facts);
        if (current != null && namesOf(candidates).containsAll(current.old())) {
            var again = search.of(current.old());
            if (again.isPresent()) {
                return since(again.get(), current.since());
            }
        }
        return search.best(candidates).map(found -> since(found, draft.now())).orElse(null);
    }

    private static Set<String> namesOf(List<Node> nodes) {
        var names = new LinkedHashSet<String>();
        nodes.forEach(node -> names.add(node.name()));
        return names;
    }

    private Replacement since(Found found, Instant since) {
        var due = since.plus(facts.policy().scaleDown().unneededFor());
        var bought = new TreeMap<>(found.packing().nodesByGroup());
        draft.because(why(found, draft.now().isBefore(due)));
        if (draft.now().isBefore(due)) {
            draft.wake(due);
            return new Replacement(Stage.FOUND, found.old(), bought, since);
        }
        order(found);
        return new Replacement(Stage.ORDERED, found.old(), bought, draft.now());
    }

    private static Reason why(Found found, boolean isEarly) {
        var details = new ArrayList<Fact>();
        details.add(fact("nodes", found.old().size()));
        details.add(fact("bought", found.bought()));
        details.add(fact("saved", found.saved()));
        details.add(figure("percent", BigDecimal.valueOf(found.savedHundredths(), 2)));
        var rule = rule(found.bought() == 0, isEarly);
        return new Reason(rule, found.old().getFirst(), details);
    }

    private static Rule rule(boolean isRemoval, boolean isEarly) {
        if (isEarly) {
            return RemovalRules.REPLACEMENT_FOUND;
        }
        return isRemoval ? RemovalRules.REPLACE_BY_NONE : RemovalRules.REPLACE;
    }

    private void order(Found found) {
        var opened = new Packing(found.packing().opened(), List.of(), List.of());
        for (var grown : Purchase.of(facts.groups(), opened).growing()) {
            draft.take(Scaling.resize(grown));
            var name = grown.group().name();
            draft.set(name, draft.timers(name).grown(draft.now()));
        }
    }
}
