package dev.plimsoll.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;

/// Measures the CPU time of a task after warm-up: the best of several rounds, because the machine
/// is shared.
final class Warm {

    private static final int ROUNDS = 15;
    private static final long ROUND_NANOS = 100_000_000;

    private Warm() {}

    /// @param tasks run in turn; each returns a number, so that none can be optimised away
    static void print(String what, List<LongSupplier> tasks) {
        System.out.printf("%-52s %10.2f µs%n", what, best(tasks) / 1_000.0);
    }

    /// Nanoseconds of one task.
    static long best(List<LongSupplier> tasks) {
        var threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        long sum = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            long time = 0;
            int count = 0;
            while (time < ROUND_NANOS) {
                for (var task : tasks) {
                    sum += task.getAsLong();
                }
                count += tasks.size();
                time = threads.getCurrentThreadCpuTime() - start;
            }
            best = Math.min(best, time / count);
        }
        if (sum == 0) {
            throw new IllegalStateException("nothing was decided");
        }
        return best;
    }
}
