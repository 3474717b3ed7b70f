package dev.plimsoll.cluster;

import dev.plimsoll.selection.Selector;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// The rules of a pod about other pods: pod affinity, pod anti-affinity and topology spread.
///
/// @param near affinity terms: each needs a matching pod in the domain
/// @param apart anti-affinity terms: none may have a matching pod in the domain
/// @param spread topology spread constraints
public record PodConstraints(List<PodTerm> near, List<PodTerm> apart, List<Spread> spread) {

    public static final PodConstraints ANY = new PodConstraints(List.of(), List.of(), List.of());

    public PodConstraints {
        near = near.stream().distinct().sorted(Comparator.comparing(PodTerm::toString)).toList();
        apart = apart.stream().distinct().sorted(Comparator.comparing(PodTerm::toString)).toList();
        spread = spread.stream().distinct().sorted(Comparator.comparing(Spread::toString)).toList();
    }

    public boolean isAny() {
        return near.isEmpty() && apart.isEmpty() && spread.isEmpty();
    }

    /// The keys of pod labels in its selectors.
    public SortedSet<String> askedKeys() {
        var keys = new TreeSet<String>();
        near.forEach(term -> add(keys, term.selector()));
        apart.forEach(term -> add(keys, term.selector()));
        spread.forEach(constraint -> add(keys, constraint.selector()));
        return keys;
    }

    private static void add(SortedSet<String> keys, Selector selector) {
        selector.conditions().forEach(requirement -> keys.add(requirement.key()));
    }
}
