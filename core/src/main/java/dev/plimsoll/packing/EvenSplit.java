package dev.plimsoll.packing;

import java.util.Arrays;
import java.util.List;

/// Splits new nodes evenly among similar groups: one at a time, each to the smallest group that can
/// still grow; ties go to the first.
public final class EvenSplit {

    /// @param most it can be below the size; then the group does not grow
    public record Part(int size, int most) {}

    private EvenSplit() {}

    /// The sizes after adding this many nodes, or as many as the limits allow; in the order of the
    /// groups.
    public static List<Integer> grown(List<Part> groups, int nodes) {
        var sizes = groups.stream().mapToInt(Part::size).toArray();
        for (int left = nodes; left > 0; left--) {
            int smallest = -1;
            for (int i = 0; i < sizes.length; i++) {
                boolean grows = sizes[i] < groups.get(i).most();
                if (grows && (smallest < 0 || sizes[i] < sizes[smallest])) {
                    smallest = i;
                }
            }
            if (smallest < 0) {
                break;
            }
            sizes[smallest]++;
        }
        return Arrays.stream(sizes).boxed().toList();
    }
}
