package dev.plimsoll.packing.bound;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Whether an amount that pools hold can be dealt out so that every choice of them gets what it
/// asks for; if not, the choices that ask together for most above what their pools hold.
///
/// It is a largest flow from choices to the pools in them, by Dinic's method: again and again, all
/// shortest ways are used on which a choice that lacks something comes to a pool with something
/// left, by what can be taken from other choices in between. Where there is no way more, the
/// choices that can be reached ask for too much. Narrow choices go first, and take first from pools
/// that few can use, so that little has to be taken back.
final class Shortage {

    private static final double SLIGHT = 1e-9;
    private static final int UNSEEN = -1;

    /// By choice, what it still asks for.
    private final double[] lacking;

    /// By holder, which is a pool that holds something.
    private final double[] left;

    private final int[][] holdersOf;
    private final int[][] choicesOf;

    /// By holder and choice.
    private final double[][] dealt;

    /// How many choices are between it and one that lacks something; by choice and by holder.
    private final int[] choiceLevel;

    private final int[] holderLevel;

    /// Which of its holders, or of its choices, is not yet known to lead nowhere.
    private final int[] holderAt;

    private final int[] choiceAt;
    private final int[] queue;

    /// What is too little to matter.
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

    /// The choices that ask for too much; none if there is no shortage.
    ///
    /// @param asked by choice, narrow ones first
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

    /// Counts the levels; there is a way to a holder that has something left.
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

    /// Queues the choices that have something of the holder; gives the new end of the queue.
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

    /// Uses all ways that go up the levels.
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

    /// What a choice gets at once, at most what it wants; nothing if it gets no more.
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

    /// What a holder has left, or one of its choices can replace.
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

    /// For every number in the lists, the lists that have it.
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
