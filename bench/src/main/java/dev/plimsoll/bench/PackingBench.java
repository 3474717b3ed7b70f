package dev.plimsoll.bench;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.packing.CheapestPacking;
import dev.plimsoll.packing.Exclusion;
import dev.plimsoll.packing.OneOfferPacking;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.PackingStart;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.packing.bound.Market;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Scaling;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Prints a table with the result of packing, its cost compared to the bound, and the CPU time and
/// memory of a warm packing:
///
///     bench/run PackingBench [SHARED [part of a name]]
///
/// With the folder of shared data, the lists of pods in it are packed too.
public final class PackingBench {

    private static final int MOST_ROUNDS = 60;
    private static final long LONG_NANOS = 3_000_000_000L;
    private static final Resources DAEMONS = Resources.of(new Cpu(200), Bytes.mebibytes(512));

    private PackingBench() {}

    public static void main(String[] arguments) {
        var part = arguments.length > 1 ? arguments[1] : "";
        System.out.println(
                "| workload | pods | shapes | nodes | left | $/h | bound | above | CPU s | MB |"
                        + " plan s |");
        System.out.println("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
        workloads(arguments)
                .forEach((name, workload) -> {
                    if (name.contains(part)) {
                        measure(name, workload.get());
                    }
                });
    }

    private static Map<String, Supplier<PackingWorkload>> workloads(String[] arguments) {
        var all = made();
        if (arguments.length > 0) {
            addShared(all, Path.of(arguments[0]));
        } else {
            System.out.println("Name the folder of shared data for the lists of Karpenter, openb");
        }
        return all;
    }

    /// Workloads without a list of pods.
    static Map<String, Supplier<PackingWorkload>> made() {
        var all = new LinkedHashMap<String, Supplier<PackingWorkload>>();
        for (int pods : new int[] {10_000, 50_000, 150_000}) {
            for (int shapes : new int[] {1, 100, 1_000}) {
                for (int there : new int[] {0, 5_000}) {
                    var name = "%dk-%d-%d".formatted(pods / 1_000, shapes, there);
                    all.put(name, () -> PackingWorkload.recipe(pods, shapes, there));
                    all.put(
                            name + "-choosy",
                            () -> PackingWorkload.recipe(pods, shapes, there).choosy());
                }
            }
        }
        all.put("51k", PackingWorkload::clusterAutoscaler);
        return all;
    }

    private static void addShared(Map<String, Supplier<PackingWorkload>> all, Path folder) {
        if (!Files.isDirectory(folder.resolve("vectors"))) {
            System.out.println(folder + " has no folder vectors; name the folder of shared data");
            return;
        }
        for (var list :
                List.of("pods-500", "pods-1000", "pods-5000", "pods-20000", "generic-5000")) {
            all.put(
                    "karpenter-" + list,
                    () -> PackingWorkload.karpenter(folder.resolve("vectors"), list));
        }
        all.put("openb", () -> PackingWorkload.openb(folder.resolve("data"), Resources.NONE));
        all.put("openb-daemons", () -> PackingWorkload.openb(folder.resolve("data"), DAEMONS));
    }

    /// The best of several warm rounds.
    ///
    /// @param result of the last round
    private record Measured<T>(T result, double cpuSeconds, long bytes) {

        static <T> Measured<T> of(Supplier<T> work) {
            var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            long thread = Thread.currentThread().threadId();
            long best = Long.MAX_VALUE;
            long bytes = Long.MAX_VALUE;
            var result = work.get();
            long end = threads.getCurrentThreadCpuTime() + LONG_NANOS;
            for (int round = 0;
                    round < MOST_ROUNDS && threads.getCurrentThreadCpuTime() < end;
                    round++) {
                long begin = threads.getCurrentThreadCpuTime();
                long before = threads.getThreadAllocatedBytes(thread);
                result = work.get();
                best = Math.min(best, threads.getCurrentThreadCpuTime() - begin);
                bytes = Math.min(bytes, threads.getThreadAllocatedBytes(thread) - before);
            }
            return new Measured<>(result, best / 1e9, bytes);
        }
    }

    private static void measure(String name, PackingWorkload workload) {
        var packed = Measured.of(() -> pack(workload));
        var question = workload.question();
        var planned = Measured.of(() -> new Scaling().answer(question));
        var packing = packed.result();
        double cost = packing.cost().nanos() / 1e9;
        double bound = bound(workload);
        System.out.printf(
                "| %s | %,d | %,d | %,d | %,d | %.2f | %.2f | %.1f %% | %.3f | %,d | %.3f |%n",
                name,
                pods(workload.pods()),
                shapes(workload),
                packing.opened().size(),
                packing.leaves(),
                cost,
                bound,
                100 * (cost / bound - 1),
                packed.cpuSeconds(),
                packed.bytes() / 1_000_000,
                planned.cpuSeconds());
    }

    static Packing pack(PackingWorkload workload) {
        var start = PackingStart.of(workload.there());
        return workload.offers().size() == 1
                ? OneOfferPacking.of(start, workload.offers().getFirst(), workload.pods())
                : CheapestPacking.cheapest(start, workload.offers(), workload.pods());
    }

    private static long pods(List<Pods> pods) {
        return pods.stream().mapToLong(Pods::count).sum();
    }

    private static long shapes(PackingWorkload workload) {
        return workload.pods().stream().map(Pods::shape).distinct().count();
    }

    /// The proven bound for new nodes, including pods that cannot share a node.
    static double bound(PackingWorkload workload) {
        var offers = new ArrayList<Market.Offer>();
        for (var offer : workload.offers()) {
            offers.add(
                    new Market.Offer(
                            offer.name(),
                            offer.priceHour(),
                            offer.node().allocatable().less(offer.node().asked()),
                            Market.UNLIMITED));
        }
        var all = new BitSet();
        all.set(0, offers.size());
        var needs = new ArrayList<Market.Need>();
        var counts = new TreeMap<Shape, Integer>();
        workload.pods().forEach(some -> counts.merge(some.shape(), some.count(), Integer::sum));
        counts.forEach((shape, count) -> needs.add(new Market.Need(shape.requests(), count, all)));
        var exclusion = new Exclusion(List.of(), Cluster.EMPTY);
        var apart = exclusion.aparts(List.copyOf(counts.keySet()));
        return Bound.of(new Market(offers, needs, apart)) instanceof Bound.Proven proven
                ? proven.hour().nanos() / 1e9
                : Double.NaN;
    }
}
