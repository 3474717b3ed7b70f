package dev.plimsoll.simulator;

import dev.plimsoll.cluster.Group;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/// A group at its provider: its target, and the machines that were ordered and have not joined.
final class MachinePool {

    private static final int FASTEST_BOOT_SECONDS = 120;
    private static final int SLOWEST_BOOT_SECONDS = 240;

    private final SplittableRandom random;

    /// Machines that were ordered and have not joined, the newest last.
    private final Deque<String> coming = new ArrayDeque<>();

    /// The machines among them that do not boot before the provider delivers again.
    private final List<String> heldBack = new ArrayList<>();

    private Group group;
    private int named;
    private boolean delivers = true;

    MachinePool(Group group, SplittableRandom random) {
        this.group = group;
        this.random = random;
    }

    Group group() {
        return group;
    }

    void retarget(int machines) {
        group = group.with(machines);
    }

    /// A new name.
    String name() {
        return group.name() + "-" + ++named;
    }

    /// The number of machines that joined.
    int nodes() {
        return group.target() - coming.size();
    }

    boolean mayKeep(int machines) {
        var limits = group.provider();
        return limits.least() <= machines && machines <= limits.most();
    }

    String refusal(int machines) {
        return "%s is limited to %d to %d machines, got %d"
                .formatted(
                        group.name(), group.provider().least(), group.provider().most(), machines);
    }

    /// Orders a machine.
    ///
    /// @return its name
    String order() {
        var name = name();
        coming.addLast(name);
        if (!delivers) {
            heldBack.add(name);
        }
        return name;
    }

    /// Cancels the newest machine that has not joined.
    void cancel() {
        heldBack.remove(coming.removeLast());
    }

    /// @return whether the machine was not cancelled
    boolean arrived(String name) {
        return coming.remove(name);
    }

    int bootSeconds() {
        return random.nextInt(FASTEST_BOOT_SECONDS, SLOWEST_BOOT_SECONDS + 1);
    }

    boolean delivers() {
        return delivers;
    }

    void stopDelivering() {
        delivers = false;
    }

    /// @return the machines that were held back, oldest first
    List<String> deliverAgain() {
        delivers = true;
        var released = List.copyOf(heldBack);
        heldBack.clear();
        return released;
    }
}
