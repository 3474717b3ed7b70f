package dev.plimsoll.packing.bound;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;

/// Whether an amount that offers hold can be dealt out so that every choice of them gets what it
/// asks for; if not, offers that are short of what only they can give.
///
/// It is a flow from choices to the offers in them. Where it cannot grow, the choices that can be
/// reached from one that lacks something ask together for more than their offers hold.
final class Shortage {

    private static final double SLIGHT = 1e-9;
    private static final int UNSEEN = -2;
    private static final int START = -1;

    private final BitSet[] choices;
    private final double[] lacking;
    private final int[] holders;
    private final double[] left;
    private final double[][] dealt;
    private final int[] choiceFrom;
    private final int[] holderFrom;

    private Shortage(BitSet[] choices, double[] asked, double[] held) {
        this.choices = choices;
        this.lacking = asked.clone();
        this.holders = holders(held);
        this.left = Arrays.stream(holders).mapToDouble(offer -> held[offer]).toArray();
        this.dealt = new double[choices.length][holders.length];
        this.choiceFrom = new int[choices.length];
        this.holderFrom = new int[holders.length];
    }

    /// The offers that are short; none if there is no shortage.
    ///
    /// @param asked by choice
    /// @param held by offer
    static BitSet find(BitSet[] choices, double[] asked, double[] held) {
        return new Shortage(choices, asked, held).find();
    }

    private BitSet find() {
        double slight = SLIGHT * Arrays.stream(lacking).sum();
        for (int choice = 0; choice < choices.length; choice++) {
            while (lacking[choice] > slight) {
                int holder = reach(choice);
                if (holder < 0) {
                    return reached();
                }
                deal(choice, holder);
            }
        }
        return new BitSet();
    }

    /// A holder that has something left, by what can be taken from others in between.
    private int reach(int first) {
        Arrays.fill(choiceFrom, UNSEEN);
        Arrays.fill(holderFrom, UNSEEN);
        choiceFrom[first] = START;
        var next = new ArrayDeque<Integer>();
        next.add(first);
        while (!next.isEmpty()) {
            int choice = next.remove();
            for (int holder = 0; holder < holders.length; holder++) {
                if (holderFrom[holder] == UNSEEN && choices[choice].get(holders[holder])) {
                    holderFrom[holder] = choice;
                    if (left[holder] > 0) {
                        return holder;
                    }
                    giveBack(holder, next);
                }
            }
        }
        return UNSEEN;
    }

    private void giveBack(int holder, ArrayDeque<Integer> next) {
        for (int choice = 0; choice < choices.length; choice++) {
            if (choiceFrom[choice] == UNSEEN && dealt[choice][holder] > 0) {
                choiceFrom[choice] = holder;
                next.add(choice);
            }
        }
    }

    private void deal(int first, int last) {
        double amount = Math.min(lacking[first], left[last]);
        for (int choice = holderFrom[last]; choice != first; ) {
            int holder = choiceFrom[choice];
            amount = Math.min(amount, dealt[choice][holder]);
            choice = holderFrom[holder];
        }
        lacking[first] -= amount;
        left[last] -= amount;
        int holder = last;
        for (int choice = holderFrom[last]; choice != first; choice = holderFrom[holder]) {
            dealt[choice][holder] += amount;
            holder = choiceFrom[choice];
            dealt[choice][holder] -= amount;
        }
        dealt[first][holder] += amount;
    }

    private BitSet reached() {
        var offers = new BitSet();
        for (int choice = 0; choice < choices.length; choice++) {
            if (choiceFrom[choice] != UNSEEN) {
                offers.or(choices[choice]);
            }
        }
        return offers;
    }

    private static int[] holders(double[] held) {
        int count = (int) Arrays.stream(held).filter(amount -> amount > 0).count();
        var holders = new int[count];
        int next = 0;
        for (int offer = 0; offer < held.length; offer++) {
            if (held[offer] > 0) {
                holders[next++] = offer;
            }
        }
        return holders;
    }
}
