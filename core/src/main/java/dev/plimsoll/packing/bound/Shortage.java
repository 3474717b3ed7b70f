package dev.plimsoll.packing.bound;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Whether the amounts in pools can be distributed so that every choice of pools gets the amount
/// that it requests; if not, the choices whose requests exceed the amounts in their pools most.
///
/// It is a maximum flow from choices to their pools, by Dinic's method: again and again it uses all
/// shortest paths from a choice that lacks something to a pool with something left, rerouting
/// amounts of other choices in between. When there is no path left, the choices that can be reached
/// request too much. Small choices go first, and take first from pools that few can use, so that
/// little has to be rerouted.
final class Shortage {

    private static final double SLIGHT = 1e-9;
    private static final int UNSEEN = -1;

    /// By choice, the amount that it still lacks.
    private final double[] lacking;

    /// By holder, which is a pool that holds something.
    private final double[] left;

    private final int[][] holdersOf;
    private final int[][] choicesOf;

    /// By holder and choice.
    private final double[][] dealt;

    /// The distance to a choice that lacks something; by choice and by holder.
    private final int[] choiceLevel;

    private final int[] holderLevel;

    /// By choice and by holder, the next edge that is not known to be a dead end.
    private final int[] holderAt;

    private final int[] choiceAt;
    private final int[] queue;

    /// Amounts below this are ignored.
    private final double slight;

    private Shortage(Pools pools, long[] asked, double[] held) {
        var holders = IntStream.range(0, held.length).filter(pool -> held[pool] > 0).toArray();
        this.lacking = Arrays.stream(asked).asDoubleStream().toArray();
        this.slight = SLIGHT * Arrays.stream(lacking).sum();
        this.left = Arrays.stream(holders).mapToDouble(pool -> held[pool]).toArray();
        this.choicesOf =
                Arrays.stream(holders).mapToObj(pool -> pools.choices[pool]).toArray(int[][]::new);
        this.holdersOf = transposed(choicesOf, asked.length);
        this.dealt = new double[holders.length][asked.length];
        this.choiceLevel = new int[asked.length];
        this.holderLevel = new int[holders.length];
        this.holderAt = new int[asked.length];
        this.choiceAt = new int[holders.length];
        this.queue = new int[asked.length];
    }

    /// The choices that request too much; empty if there is no shortage.
    ///
    /// @param asked by choice, small ones first
    /// @param held by pool
    static int[] find(Pools pools, long[] asked, double[] held) {
        var shortage = new Shortage(pools, asked, held);
        while (shortage.reaches()) {
            shortage.deal();
        }
        return IntStream.range(0, asked.length)
                .filter(choice -> shortage.choiceLevel[choice] != UNSEEN)
                .toArray();
    }

    /// Computes the levels; true if there is a path to a holder with something left.
    private boolean reaches() {
        Arrays.fill(choiceLevel, UNSEEN);
        Arrays.fill(holderLevel, UNSEEN);
        int end = 0;
        for (int choice = 0; choice < lacking.length; choice++) {
            if (lacking[choice] > slight) {
                choiceLevel[choice] = 0;
                queue[end++] = choice;
            }
        }
        boolean found = false;
        for (int next = 0; next < end; next++) {
            int choice = queue[next];
            for (int holder : holdersOf[choice]) {
                if (holderLevel[holder] == UNSEEN) {
                    holderLevel[holder] = choiceLevel[choice];
                    found |= left[holder] > 0;
                    end = queueUsers(holder, end);
                }
            }
        }
        return found;
    }

    /// Queues the choices that use the holder; returns the new end of the queue.
    private int queueUsers(int holder, int end) {
        int last = end;
        for (int choice : choicesOf[holder]) {
            if (choiceLevel[choice] == UNSEEN && dealt[holder][choice] > 0) {
                choiceLevel[choice] = holderLevel[holder] + 1;
                queue[last++] = choice;
            }
        }
        return last;
    }

    /// Uses all paths that go up the levels.
    private void deal() {
        Arrays.fill(holderAt, 0);
        Arrays.fill(choiceAt, 0);
        for (int choice = 0; choice < lacking.length; choice++) {
            double got = 1;
            while (choiceLevel[choice] == 0 && lacking[choice] > slight && got > 0) {
                got = take(choice, lacking[choice]);
                lacking[choice] -= got;
            }
        }
    }

    /// The amount that a choice gets on one path, at most the wanted one; zero if it gets no more.
    private double take(int choice, double wanted) {
        for (; holderAt[choice] < holdersOf[choice].length; holderAt[choice]++) {
            int holder = holdersOf[choice][holderAt[choice]];
            if (holderLevel[holder] == choiceLevel[choice]) {
                double got = give(holder, wanted);
                if (got > 0) {
                    dealt[holder][choice] += got;
                    return got;
                }
            }
        }
        return 0;
    }

    /// The amount that a holder has left, or that one of its choices can replace.
    private double give(int holder, double wanted) {
        if (left[holder] > 0) {
            double given = Math.min(wanted, left[holder]);
            left[holder] -= given;
            return given;
        }
        for (; choiceAt[holder] < choicesOf[holder].length; choiceAt[holder]++) {
            int choice = choicesOf[holder][choiceAt[holder]];
            double has = dealt[holder][choice];
            if (choiceLevel[choice] == holderLevel[holder] + 1 && has > 0) {
                double given = take(choice, Math.min(wanted, has));
                if (given > 0) {
                    dealt[holder][choice] -= given;
                    return given;
                }
            }
        }
        return 0;
    }

    /// For every index in the lists, the lists that contain it.
    private static int[][] transposed(int[][] lists, int numbers) {
        var counts = new int[numbers];
        for (var list : lists) {
            for (int number : list) {
                counts[number]++;
            }
        }
        var transposed = new int[numbers][];
        Arrays.setAll(transposed, number -> new int[counts[number]]);
        for (int i = lists.length - 1; i >= 0; i--) {
            for (int number : lists[i]) {
                transposed[number][--counts[number]] = i;
            }
        }
        return transposed;
    }
}
