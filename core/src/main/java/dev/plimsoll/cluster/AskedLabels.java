package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// The pod labels that selectors look at, by namespace.
///
/// Budgets and topology spread select pods of their own namespace; terms of pod affinity also
/// select pods of the namespaces that they name or match. A new selector therefore concerns few
/// namespaces.
final class AskedLabels {

    private static final SortedSet<String> NONE = new TreeSet<>();

    /// How many pods of each namespace have the constraints.
    private final Map<String, Map<PodConstraints, Integer>> constraints = new LinkedHashMap<>();

    /// The number of namespaces and constraints with a term that reaches other namespaces.
    private final Map<PodTerm, Integer> reaching = new LinkedHashMap<>();

    private final Map<String, Map<String, Budget>> budgets = new LinkedHashMap<>();
    private final Map<String, Labels> namespaces = new LinkedHashMap<>();
    private final Map<String, SortedSet<String>> keys = new LinkedHashMap<>();
    private final Set<String> unsettled = new LinkedHashSet<>();

    /// The keys of labels that selectors use in the namespace, as of the last [#settle].
    SortedSet<String> keys(String namespace) {
        return keys.getOrDefault(namespace, NONE);
    }

    /// Counts a pod with constraints, or discounts it.
    void count(String namespace, PodConstraints some, int more) {
        if (some.isAny()) {
            return;
        }
        var own = constraints.computeIfAbsent(namespace, _ -> new LinkedHashMap<>());
        int pods = own.merge(some, more, Integer::sum);
        if (pods == 0) {
            own.remove(some);
        }
        if (pods == 0 || (pods == 1 && more == 1)) {
            unsettled.add(namespace);
            terms(some).forEach(term -> reach(term, pods == 0 ? -1 : 1));
        }
    }

    private void reach(PodTerm term, int more) {
        int uses = reaching.merge(term, more, Integer::sum);
        if (uses == 0) {
            reaching.remove(term);
        }
        if (uses == 0 || (uses == 1 && more == 1)) {
            unsettled.addAll(term.namespaces());
            for (var namespace : keys.keySet()) {
                if (selects(term, namespace)) {
                    unsettled.add(namespace);
                }
            }
        }
    }

    private static List<PodTerm> terms(PodConstraints some) {
        var terms = new LinkedHashSet<>(some.near());
        terms.addAll(some.apart());
        return List.copyOf(terms);
    }

    void put(Budget budget) {
        var own = budgets.computeIfAbsent(budget.name().namespace(), _ -> new LinkedHashMap<>());
        var old = own.put(budget.name().name(), budget);
        if (old == null || !old.selector().equals(budget.selector())) {
            unsettled.add(budget.name().namespace());
        }
    }

    void remove(Budget budget) {
        budgets.getOrDefault(budget.name().namespace(), new LinkedHashMap<>())
                .remove(budget.name().name());
        unsettled.add(budget.name().namespace());
    }

    /// The labels of a namespace changed.
    void put(String namespace, Labels labels) {
        namespaces.put(namespace, labels);
        unsettled.add(namespace);
    }

    void removeNamespace(String namespace) {
        namespaces.remove(namespace);
        unsettled.add(namespace);
    }

    /// The namespace has pods.
    void need(String namespace) {
        if (!keys.containsKey(namespace)) {
            keys.put(namespace, NONE);
            unsettled.add(namespace);
        }
    }

    /// Finds the keys again where they may have changed.
    ///
    /// @return the namespaces with other keys than before
    List<String> settle() {
        var changed = new TreeSet<String>();
        for (var namespace : unsettled) {
            var old = keys.get(namespace);
            if (old != null) {
                var now = find(namespace);
                if (!now.equals(old)) {
                    keys.put(namespace, now);
                    changed.add(namespace);
                }
            }
        }
        unsettled.clear();
        return List.copyOf(changed);
    }

    private SortedSet<String> find(String namespace) {
        var found = new TreeSet<String>();
        budgets.getOrDefault(namespace, new LinkedHashMap<>())
                .values()
                .forEach(budget -> add(found, budget.selector()));
        constraints
                .getOrDefault(namespace, new LinkedHashMap<>())
                .keySet()
                .forEach(own -> own.spread().forEach(spread -> add(found, spread.selector())));
        for (var term : reaching.keySet()) {
            if (term.namespaces().contains(namespace) || selects(term, namespace)) {
                add(found, term.selector());
            }
        }
        return found;
    }

    private boolean selects(PodTerm term, String namespace) {
        var labels = namespaces.get(namespace);
        return term.namespaceSelector()
                .matches(labels == null ? Cluster.unknownNamespace(namespace) : labels);
    }

    private static void add(SortedSet<String> keys, Selector selector) {
        add(keys, selector.conditions());
    }

    private static void add(SortedSet<String> keys, List<Requirement> conditions) {
        conditions.forEach(requirement -> keys.add(requirement.key()));
    }
}
