package dev.plimsoll.e2e;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// A running program that a test may stop and start again.
public final class Component {

    private final ControlPlane plane;
    private final String name;
    private final Supplier<Child> start;
    private final BooleanSupplier isReady;
    private volatile Child child;

    Component(ControlPlane plane, String name, Supplier<Child> start, BooleanSupplier isReady) {
        this.plane = plane;
        this.name = name;
        this.start = start;
        this.isReady = isReady;
        child = start.get();
    }

    /// Makes it silent: it keeps its connections and does nothing until `resume`.
    public void pause() {
        child.signal("STOP");
    }

    public void resume() {
        child.signal("CONT");
    }

    /// Ends it at once, as `kill -9` does. Waiting for something else does not fail because of it.
    public void kill() {
        child.kill();
    }

    /// Kills it if it runs, starts it with the same arguments and data, and waits until it is
    /// ready.
    public void restart() {
        child.kill();
        child = start.get();
        awaitReady();
    }

    void awaitReady() {
        plane.await(name, isReady);
    }

    void mustRun() {
        child.mustRun();
    }

    void close() {
        child.close();
    }
}
