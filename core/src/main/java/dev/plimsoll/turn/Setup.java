package dev.plimsoll.turn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// The loops of a world under one policy, in the order of their turns.
///
/// **Invariant:** no two loops have one id or one group. The constructor checks it.
///
/// @param leaving the loop that ends the care for a group which no loop has any more
/// @param <O> what the world shows
public record Setup<O>(List<LoopSpec<O, ?, ?, ?>> loops, Leaving<O> leaving) {

    /// Makes the loop for a group that no loop has any more.
    @FunctionalInterface
    public interface Leaving<O> {

        /// Nothing if such groups are just left alone.
        Optional<LoopSpec<O, ?, ?, ?>> of(String group);
    }

    public Setup {
        loops = List.copyOf(loops);
        var ids = new LinkedHashSet<LoopId>();
        var groups = new LinkedHashSet<String>();
        for (var loop : loops) {
            if (!ids.add(loop.id())) {
                throw new IllegalArgumentException("two loops are " + loop.id());
            }
            for (var group : loop.groups()) {
                if (!groups.add(group)) {
                    throw new IllegalArgumentException("two loops have group " + group);
                }
            }
        }
    }

    /// The same loops, none of which takes its steps, also not those for groups that are left.
    public Setup<O> asDryRun() {
        var dry = new ArrayList<LoopSpec<O, ?, ?, ?>>();
        loops.forEach(loop -> dry.add(loop.asDryRun()));
        return new Setup<>(dry, group -> leaving.of(group).map(LoopSpec::asDryRun));
    }

    /// Loops whose groups are left alone when they go.
    public static <O> Setup<O> of(List<LoopSpec<O, ?, ?, ?>> loops) {
        return new Setup<>(loops, _ -> Optional.empty());
    }
}
