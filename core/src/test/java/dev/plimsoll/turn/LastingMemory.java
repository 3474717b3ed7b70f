package dev.plimsoll.turn;

import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Plan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A memory that outlives the process.
final class LastingMemory implements Memory {

    private final Fuse fuse;
    private final Map<LoopId, Remembered<?>> kept = new LinkedHashMap<>();
    private Plan last = Plan.nothing();

    LastingMemory(Fuse fuse) {
        this.fuse = fuse;
    }

    /// Whether this is the last plan that was kept, with unknown outcomes.
    boolean holds(Plan plan) {
        return last.equals(plan);
    }

    /// The loops that remember a group.
    List<LoopId> owners(String group) {
        return kept.values().stream()
                .filter(memory -> memory.groups().contains(group))
                .map(Remembered::loop)
                .toList();
    }

    /// What the one loop that has the group remembers of it.
    GroupPast of(String group) {
        var owners = owners(group);
        if (owners.size() != 1) {
            throw new AssertionError(group + " is remembered by " + owners);
        }
        return Objects.requireNonNull(kept.get(owners.getFirst())).handOver(group);
    }

    @Override
    public List<Remembered<?>> recall() {
        return List.copyOf(kept.values());
    }

    @Override
    public void keep(Remembered<?> memory) {
        fuse.point("before the memory of " + memory.loop() + " is kept");
        kept.put(memory.loop(), memory);
        last = plan(memory);
        fuse.point("after the memory of " + memory.loop() + " is kept");
    }

    private static Plan plan(Remembered<?> memory) {
        var plan = new Plan(memory.last().stream().map(outcome -> outcome.step()).toList());
        return memory.last().equals(Remembered.unknown(plan)) ? plan : Plan.nothing();
    }

    @Override
    public void forget(LoopId loop) {
        fuse.point("before the memory of " + loop + " is forgotten");
        kept.remove(loop);
        fuse.point("after the memory of " + loop + " is forgotten");
    }
}
