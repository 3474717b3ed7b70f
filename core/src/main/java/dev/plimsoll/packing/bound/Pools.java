package dev.plimsoll.packing.bound;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/// Offers that are in the same choices, taken together: whoever may use one of them may use all.
/// Pools in few choices come first.
final class Pools {

    static final int NONE = -1;

    /// By offer, the number of its pool, or [#NONE] if no choice has it.
    final int[] ofOffer;

    /// By pool, the numbers of the choices that have it.
    final int[][] choices;

    Pools(List<BitSet> choices, int offers) {
        var users = users(choices, offers);
        var distinct =
                Arrays.stream(users)
                        .filter(Predicate.not(BitSet::isEmpty))
                        .distinct()
                        .sorted(Comparator.comparingInt(BitSet::cardinality))
                        .toList();
        var numbers = new LinkedHashMap<BitSet, Integer>();
        distinct.forEach(pool -> numbers.put(pool, numbers.size()));
        this.ofOffer =
                Arrays.stream(users).mapToInt(use -> numbers.getOrDefault(use, NONE)).toArray();
        this.choices = distinct.stream().map(pool -> pool.stream().toArray()).toArray(int[][]::new);
    }

    int size() {
        return choices.length;
    }

    /// By offer, the numbers of the choices that have it.
    static BitSet[] users(List<BitSet> choices, int offers) {
        var users = new BitSet[offers];
        Arrays.setAll(users, _ -> new BitSet(choices.size()));
        for (int i = 0; i < choices.size(); i++) {
            var choice = choices.get(i);
            for (int offer = choice.nextSetBit(0);
                    offer >= 0;
                    offer = choice.nextSetBit(offer + 1)) {
                users[offer].set(i);
            }
        }
        return users;
    }
}
