package dev.plimsoll.formats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects mistakes, so that a person sees all of a file's at once.
///
/// The first hundred are kept and the others counted: a dump of a large cluster may repeat one
/// mistake for every pod.
public final class Mistakes {

    private static final int MOST = 100;

    private final List<Mistake> first = new ArrayList<>();
    private int more;

    /// A mistake in a value that is read twice, such as shared defaults, is reported once.
    public void add(Place place, String path, String sentence) {
        var mistake = new Mistake(place, path, sentence);
        if (first.contains(mistake)) {
            return;
        }
        if (first.size() == MOST) {
            more++;
            return;
        }
        first.add(mistake);
    }

    /// Adds the mistakes of another text.
    public void addAll(BadInput bad) {
        addAll(bad.mistakes());
    }

    public void addAll(List<Mistake> others) {
        others.forEach(other -> add(other.place(), other.path(), other.sentence()));
    }

    public boolean isEmpty() {
        return first.isEmpty();
    }

    /// The first ones, in the order of their places.
    public List<Mistake> list() {
        return first.stream().sorted(Comparator.comparing(Mistake::place)).toList();
    }

    /// Forgets all of them.
    public void clear() {
        first.clear();
        more = 0;
    }

    /// @throws BadInput if there are any
    public void throwIfAny() {
        if (!isEmpty()) {
            throw new BadInput(list(), more);
        }
    }
}
