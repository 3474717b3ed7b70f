package dev.plimsoll.kube;

import dev.plimsoll.formats.BadInput;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Requests that no turn waits for. One thread makes them, in order.
final class BackgroundRequests implements AutoCloseable {

    private static final int MOST_WAITING = 1_000;
    private static final Duration LAST_CHANCE = Duration.ofSeconds(2);

    /// One request, or several that belong together.
    @FunctionalInterface
    interface Request {

        void make() throws IOException;
    }

    private record Waiting(String what, Request request) {}

    private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final Set<String> failing = new LinkedHashSet<>();
    private final Consumer<String> say;
    private final Thread thread;
    private volatile boolean isClosing;

    BackgroundRequests(Consumer<String> say) {
        this.say = say;
        thread = Thread.ofVirtual().name("background requests").start(this::makeAll);
    }

    /// Makes a request later.
    ///
    /// @param what is written, for the sentence about a failure
    /// @return whether it will be made; not if too many wait
    boolean offer(String what, Request request) {
        return !isClosing && waiting.offer(new Waiting(what, request));
    }

    private void makeAll() {
        try {
            while (true) {
                make(waiting.take());
            }
        } catch (InterruptedException stop) {
            waiting.clear();
        }
    }

    private void make(Waiting next) throws InterruptedException {
        try {
            next.request().make();
            failing.remove(next.what());
        } catch (IOException | BadInput failure) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (failing.add(next.what())) {
                say.accept(next.what() + " cannot be written: " + failure.getMessage());
            }
        }
    }

    /// Waits until everything before is done, at most for a time.
    void await(Duration most) throws InterruptedException {
        var isDone = new CountDownLatch(1);
        if (waiting.offer(new Waiting("", isDone::countDown))) {
            var _ = isDone.await(most.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /// Sends the queued requests, as far as a short time allows.
    @Override
    public void close() {
        isClosing = true;
        try {
            await(LAST_CHANCE);
            thread.interrupt();
            thread.join(LAST_CHANCE);
        } catch (InterruptedException stop) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
