package dev.plimsoll.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.packing.Sizes.Size;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FillingTest {

    /// Cpu, memory and slots.
    private static final long[] ROOM = {16, 16, 12};

    @Test
    void takesTheSizeThatMatchesBestEachTime() {
        Seeds.forAll(random -> {
            var sizes = sizes(random);
            var counts = random.ints(sizes.size(), 0, 4).toArray();
            var taken = new ArrayList<Integer>();

            var filling = new Filling(sizes, Filling.even(ROOM.length));
            filling.begin(ROOM);
            var rest = counts.clone();
            filling.fill(counts, (size, _) -> take(rest, size, taken));

            assertThat(taken).isEqualTo(lookingAtAll(sizes, counts));
        });
    }

    private static int take(int[] rest, int size, List<Integer> taken) {
        if (rest[size] == 0) {
            return 0;
        }
        rest[size]--;
        taken.add(size);
        return 1;
    }

    /// Every size is matched anew for every pod.
    private static List<Integer> lookingAtAll(List<Size> sizes, int[] counts) {
        var taken = new ArrayList<Integer>();
        var rest = counts.clone();
        var free = ROOM.clone();
        for (int best = best(sizes, rest, free); best >= 0; best = best(sizes, rest, free)) {
            take(rest, best, taken);
            for (int i = 0; i < free.length; i++) {
                free[i] -= sizes.get(best).asks()[i];
            }
        }
        return taken;
    }

    private static int best(List<Size> sizes, int[] rest, long[] free) {
        int best = -1;
        double most = -1;
        for (int size = 0; size < rest.length; size++) {
            double match = rest[size] > 0 ? match(sizes.get(size).asks(), free) : -1;
            if (match > most) {
                best = size;
                most = match;
            }
        }
        return best;
    }

    private static double match(long[] asks, long[] free) {
        double match = 0;
        for (int i = 0; i < asks.length; i++) {
            if (asks[i] > free[i]) {
                return -1;
            }
            match += (2.0 * free[i] - asks[i]) * asks[i] * (1 / ((double) ROOM[i] * ROOM[i]));
        }
        return match;
    }

    private static List<Size> sizes(RandomGenerator random) {
        var pods = new ArrayList<Pods>();
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            var asks = Resources.of(new Cpu(random.nextInt(1, 9)), new Bytes(random.nextInt(1, 9)));
            var shape =
                    new Shape(
                            "shop",
                            Labels.NONE,
                            asks,
                            Shape.Placement.ANYWHERE,
                            Owner.REPLICA_SET,
                            0);
            pods.add(new Pods(shape, 1, "pod"));
        }
        var unplaced = new UnplacedPods(pods, NodeFit.of(List.of()));
        return new Sizes(unplaced, Sizes.resources(pods)).list();
    }
}
