package dev.plimsoll.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.plimsoll.bench.DumpGenerator.Size;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the dump of a large cluster once, in a heap far smaller than the dump, and prints the
/// cost. The exit code is 1 if a target is missed.
public final class DumpBench {

    private static final double MOST_CPU_SECONDS = 20;
    private static final double MOST_CLUSTER_MEBIBYTES = 100;
    private static final double MOST_OBSERVE_MILLIS = 1;

    private static final Verdict VERDICT = new Verdict();

    private DumpBench() {}

    public static void main(String[] arguments) throws IOException {
        var file = Files.createTempFile("dump", ".json");
        try {
            DumpGenerator.write(Size.LARGE, 1, file);
            System.out.printf(
                    "dump             %d nodes, %d pods, %d shapes, %d MB%n",
                    Size.LARGE.nodes(),
                    Size.LARGE.pods(),
                    Size.LARGE.shapes(),
                    Files.size(file) / 1_000_000);
            measure(file);
        } finally {
            Files.delete(file);
        }
        System.exit(VERDICT.exitCode());
    }

    private static void measure(Path file) {
        long before = usedBytes();
        var cluster = read(file, before);
        VERDICT.say("heap cluster", mebibytes(usedBytes() - before), MOST_CLUSTER_MEBIBYTES, "MiB");
        System.out.println("                 " + cluster);
    }

    private static Cluster read(Path file, long before) {
        var inventory = new Inventory();
        long start = cpuNanos();
        long startTime = System.nanoTime();
        var summary = new ClusterReader(inventory).read(Source.file(file));
        var cluster = inventory.cluster();
        double seconds = (cpuNanos() - start) / 1e9;
        double wallSeconds = (System.nanoTime() - startTime) / 1e9;
        VERDICT.say("read, cpu", seconds, MOST_CPU_SECONDS, "s");
        System.out.printf("read, wall       %.1f s%n", wallSeconds);
        System.out.println(
                "                 " + summary.objects() + ", shapes " + inventory.shapeCount());

        long observeStart = System.nanoTime();
        var again = inventory.cluster();
        double millis = (System.nanoTime() - observeStart) / 1e6;
        VERDICT.say("observe again", millis, MOST_OBSERVE_MILLIS, "ms");
        if (!again.equals(cluster)) {
            throw new IllegalStateException("nothing changed, and the cluster is another one");
        }
        System.out.printf("heap all         %.1f MiB%n", mebibytes(usedBytes() - before));
        System.out.println("                 " + inventory.podCount() + " pods in the inventory");
        return cluster;
    }

    private static double mebibytes(long bytes) {
        return bytes / 1048576.0;
    }

    /// All threads of this process, including the garbage collector and the compiler.
    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static long usedBytes() {
        var memory = ManagementFactory.getMemoryMXBean();
        for (int i = 0; i < 3; i++) {
            memory.gc();
        }
        return memory.getHeapMemoryUsage().getUsed();
    }
}
