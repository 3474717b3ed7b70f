package dev.plimsoll.simulator.subnet;

import dev.plimsoll.simulator.subnet.Agent.Scaler;

/// The addresses of one node. Each held address is assigned to a pod, free, or being released.
final class Pool {

    private final int max;
    private Scaler told;
    private int demand;
    private int assigned;
    private int requested;
    private int held;
    private int releasing;

    Pool(int max, Scaler told) {
        this.max = max;
        this.told = told;
    }

    /// The settings that reached this node.
    Scaler told() {
        return told;
    }

    void tell(Scaler scaler) {
        told = scaler;
    }

    int max() {
        return max;
    }

    /// Pods that need an address, with or without one.
    int demand() {
        return demand;
    }

    int assigned() {
        return assigned;
    }

    int requested() {
        return requested;
    }

    /// Addresses that the subnet counts as held by this node.
    int held() {
        return held;
    }

    int free() {
        return held - assigned - releasing;
    }

    int waiting() {
        return demand - assigned;
    }

    /// Starts a pod.
    ///
    /// @return whether an address was ready for it
    boolean start() {
        demand++;
        if (free() > 0) {
            assigned++;
            return true;
        }
        return false;
    }

    /// Ends a pod: one without an address, if there is one.
    void stop() {
        if (waiting() == 0) {
            assigned--;
        }
        demand--;
    }

    /// @return whether the request differs from the one before
    boolean request(int wanted) {
        boolean differs = wanted != requested;
        requested = wanted;
        return differs;
    }

    /// Addresses missing from its request.
    int lack() {
        return Math.max(0, requested - (held - releasing));
    }

    /// Free addresses above its request, which it can release.
    int surplus() {
        return Math.clamp(held - releasing - requested, 0, Math.max(0, free()));
    }

    void grant(int addresses) {
        held += addresses;
        int served = Math.min(waiting(), Math.max(0, free()));
        assigned += served;
    }

    void release(int addresses) {
        releasing += addresses;
    }

    void released(int addresses) {
        releasing -= addresses;
        held -= addresses;
    }
}
