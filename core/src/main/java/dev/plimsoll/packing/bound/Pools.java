package dev.plimsoll.packing.bound;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/// Pools of offers: offers of one pool are in the same choices, so pods that can use one of them
/// can use all. Pools in few choices come first.
final class Pools {

    static final int NONE = -1;

    /// By offer, the index of its pool, or [#NONE] if it is in no choice.
    final int[] ofOffer;

    /// By pool, the indices of its choices.
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

    /// By offer, the indices of its choices.
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
