package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Fact.figure;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.Proposal.Grown;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Looks for replacements in groups in which nothing else happens, and orders those that have paid
/// for long enough. A turn in which a group is busy neither counts for a replacement nor against
/// it. At most one is looked for and ordered in a turn.
final class ReplacementOrders {

    private static final Duration SOON = Duration.ofSeconds(1);

    private final ScalingFacts facts;
    private final RemovalDraft draft;
    private final Moves moves;
    private final Disruptions windows;
    private final ScaleDownPolicy policy;
    private final Map<String, String> groupOf = new LinkedHashMap<>();
    private final Set<String> busy = new LinkedHashSet<>();
    private final boolean isGrowing;

    ReplacementOrders(
            ScalingFacts facts,
            Proposal proposal,
            RemovalDraft draft,
            Moves moves,
            Disruptions windows) {
        this.windows = windows;
        this.facts = facts;
        this.draft = draft;
        this.moves = moves;
        this.policy = facts.policy().scaleDown();
        for (var group : facts.groups()) {
            group.nodes().forEach(node -> groupOf.put(node, group.name()));
        }
        isGrowing = proposal.groups().stream().anyMatch(grown -> grown.more() > 0);
        facts.notThereYet().forEach(this::addBusy);
        draft.draining().forEach(node -> addBusy(node.name()));
        draft.unneeded().forEach(this::addBusy);
        draft.drained().forEach(this::addBusy);
        draft.replacements().stream()
                .filter(Replacement::isRunning)
                .forEach(one -> {
                    busy.addAll(one.groups());
                    busy.addAll(one.bought().keySet());
                });
    }

    private void addBusy(String node) {
        busy.add(groupOf.getOrDefault(node, ""));
    }

    /// @param replaceable nodes that may go, those first that should go first
    void find(Supplier<List<Node>> replaceable) {
        if (policy.consolidation().mode() != Mode.REPLACE || isGrowing) {
            return;
        }
        var candidates = replaceable.get().stream().filter(this::isCandidate).toList();
        var names = new LinkedHashSet<String>();
        candidates.forEach(node -> names.add(node.name()));
        var next = new ArrayList<Replacement>();
        boolean isLooking = true;
        for (var one : draft.replacements()) {
            if (one.stage() != Stage.FOUND) {
                next.add(one);
            } else if (isLooking && isFree(one) && names.containsAll(one.old())) {
                isLooking = !checked(one, next);
            } else if (isKept(one)) {
                next.add(one);
            }
        }
        var free = candidates.stream().filter(node -> isFree(node, next)).toList();
        if (isLooking && !free.isEmpty()) {
            search().best(free).ifPresent(found -> next.add(since(found, draft.now())));
        }
        draft.setReplacements(next);
    }

    private boolean isCandidate(Node node) {
        var group = groupOf.getOrDefault(node.name(), "");
        var pause = draft.pause(group);
        if (pause.lasts(draft.now())) {
            draft.wake(pause.until());
            return false;
        }
        return !busy.contains(group) && !moves.takes(node.name());
    }

    /// Nodes of a group are replaced by one replacement at a time.
    private boolean isFree(Node node, List<Replacement> others) {
        var group = groupOf.getOrDefault(node.name(), "");
        return others.stream()
                .filter(other -> other.stage() == Stage.FOUND)
                .noneMatch(other -> other.concerns(group));
    }

    private boolean isFree(Replacement one) {
        return busy.stream().noneMatch(one::concerns);
    }

    /// A replacement in a busy group is not forgotten at once.
    private boolean isKept(Replacement one) {
        var end = one.since().plus(policy.unneededFor()).plus(policy.consolidation().timeout());
        return draft.now().isBefore(end)
                && one.old().stream().allMatch(name -> facts.cluster().node(name) != null);
    }

    /// @return whether it still pays
    private boolean checked(Replacement one, List<Replacement> next) {
        var again = search().of(one.old());
        again.ifPresent(found -> next.add(since(found, one.since())));
        return again.isPresent();
    }

    private ReplacementSearch search() {
        return new ReplacementSearch(facts, moves, busy);
    }

    private Replacement since(Found found, Instant since) {
        var due = since.plus(policy.unneededFor());
        boolean isEarly = draft.now().isBefore(due);
        var groups = new TreeSet<String>();
        found.old().forEach(name -> groups.add(groupOf.getOrDefault(name, "")));
        boolean isShut = groups.stream().allMatch(windows::isFull);
        draft.because(why(found, isEarly || isShut));
        var bought = new TreeMap<>(found.packing().nodesByGroup());
        var one = new Replacement(Stage.FOUND, found.old(), groups, bought, since, Instant.EPOCH);
        if (isEarly) {
            draft.wake(due);
            return one;
        }
        if (isShut) {
            groups.forEach(group -> draft.wake(windows.closes(group)));
            draft.because(windows.against(one, groups.getFirst()));
            return one;
        }
        order(found);
        // Without new nodes nothing else wakes the loop for the drain.
        draft.wake(draft.now().plus(SOON));
        return one.orderedAt(draft.now());
    }

    private static Reason why(Found found, boolean isEarly) {
        var details = new ArrayList<Fact>();
        details.add(fact("nodes", found.old().size()));
        details.add(fact("bought", found.bought()));
        details.add(fact("saved", found.saving().saved()));
        details.add(figure("percent", BigDecimal.valueOf(found.saving().hundredths(), 2)));
        var rule = rule(found.bought() == 0, isEarly);
        return new Reason(rule, found.old().getFirst(), details);
    }

    private static Rule rule(boolean isRemoval, boolean isEarly) {
        if (isEarly) {
            return RemovalRules.REPLACEMENT_FOUND;
        }
        return isRemoval ? RemovalRules.REPLACE_BY_NONE : RemovalRules.REPLACE;
    }

    private static Reason growth(Grown grown, Found found) {
        return Reason.because(
                RemovalRules.SCALE_UP_TO_REPLACE,
                grown.group().name(),
                fact("from", grown.group().target()),
                fact("wanted", grown.wanted()),
                fact("nodes", found.old().size()),
                fact("example", found.old().getFirst()));
    }

    private void order(Found found) {
        var opened = new Packing(found.packing().opened(), List.of(), List.of());
        for (var grown : Purchase.of(facts.groups(), opened).growing()) {
            draft.take(Scaling.resize(grown));
            draft.because(growth(grown, found));
            var name = grown.group().name();
            draft.set(name, draft.timers(name).grown(draft.now()));
        }
    }
}
