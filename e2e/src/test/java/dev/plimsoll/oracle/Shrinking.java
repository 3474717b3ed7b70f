package dev.plimsoll.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Makes a case smaller while it still shows a fault.
///
/// Greedy: pods in question are removed first, then objects, then parts of the remaining ones; each
/// removal is tried once and kept if the case still shows the fault.
public final class Shrinking {

    /// A trial can be a question to a real scheduler, so their number is limited.
    private static final int MOST_TRIES = 3_000;

    /// The fields without which a tree is not an object.
    private static final List<String> NEEDED =
            List.of("apiVersion", "kind", "metadata", "name", "namespace");

    private final Predicate<Case> shows;
    private int triesLeft;

    private Shrinking(Predicate<Case> shows, int tries) {
        this.shows = shows;
        triesLeft = tries;
    }

    /// The smallest case found that still shows the fault; the given one shows it.
    public static Case smallest(Case found, Predicate<Case> shows) {
        return smallest(found, shows, MOST_TRIES);
    }

    static Case smallest(Case found, Predicate<Case> shows, int tries) {
        var shrinking = new Shrinking(shows, tries);
        var seed = found.seed();
        var pods = shrinking.fewer(found.pods(), left -> new Case(seed, found.objects(), left));
        var objects = shrinking.fewer(found.objects(), left -> new Case(seed, left, pods));
        var thinner = shrinking.thinner(pods, left -> new Case(seed, objects, left));
        return new Case(
                seed, shrinking.thinner(objects, left -> new Case(seed, left, thinner)), thinner);
    }

    /// A case with the rest of one of its lists.
    private interface Made {
        Case from(List<Map<String, Object>> left);
    }

    /// Removes runs of half the list, then of a quarter, down to single items.
    private List<Map<String, Object>> fewer(List<Map<String, Object>> all, Made made) {
        var left = all;
        for (int run = Math.max(1, all.size() / 2); run >= 1; run /= 2) {
            for (int from = left.size() - run; from >= 0; from -= run) {
                var without = new ArrayList<>(left);
                without.subList(from, from + run).clear();
                if (still(made.from(without))) {
                    left = without;
                }
            }
        }
        return left;
    }

    private List<Map<String, Object>> thinner(List<Map<String, Object>> all, Made made) {
        var left = new ArrayList<>(all);
        for (int at = 0; at < left.size(); at++) {
            int place = at;
            left.set(
                    at,
                    thinner(
                            left.get(at),
                            (Map<String, Object> tree) ->
                                    still(made.from(with(left, place, tree)))));
        }
        return left;
    }

    private boolean still(Case smaller) {
        return triesLeft-- > 0 && shows.test(smaller);
    }

    private static <T> List<T> with(List<T> list, int at, T item) {
        var copy = new ArrayList<>(list);
        copy.set(at, item);
        return copy;
    }

    private Map<String, Object> thinner(
            Map<String, Object> tree, Predicate<Map<String, Object>> holds) {
        var left = new LinkedHashMap<>(tree);
        for (var entry : tree.entrySet()) {
            var key = entry.getKey();
            var without = new LinkedHashMap<>(left);
            without.remove(key);
            if (!NEEDED.contains(key) && holds.test(without)) {
                left.remove(key);
            } else {
                left.put(
                        key,
                        thinnerValue(
                                entry.getValue(),
                                value -> {
                                    var changed = new LinkedHashMap<>(left);
                                    changed.put(key, value);
                                    return holds.test(changed);
                                }));
            }
        }
        return left;
    }

    @SuppressWarnings("unchecked")
    private Object thinnerValue(Object value, Predicate<Object> holds) {
        if (value instanceof Map<?, ?> map) {
            return thinner((Map<String, Object>) map, holds::test);
        }
        if (value instanceof List<?> list) {
            return thinnerList((List<Object>) list, holds);
        }
        return value;
    }

    private List<Object> thinnerList(List<Object> list, Predicate<Object> holds) {
        List<Object> left = new ArrayList<>(list);
        for (int at = left.size() - 1; at >= 0; at--) {
            var without = new ArrayList<>(left);
            without.remove(at);
            if (holds.test(without)) {
                left = without;
            }
        }
        for (int at = 0; at < left.size(); at++) {
            int place = at;
            var here = left;
            left.set(at, thinnerValue(left.get(at), item -> holds.test(with(here, place, item))));
        }
        return left;
    }
}
