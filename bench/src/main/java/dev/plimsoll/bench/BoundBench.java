package dev.plimsoll.bench;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.prices.PriceList;
import dev.plimsoll.formats.prices.Region;
import dev.plimsoll.packing.bound.Bound;
import dev.plimsoll.packing.bound.Market;
import dev.plimsoll.packing.bound.Market.Apart;
import dev.plimsoll.packing.bound.Market.Need;
import dev.plimsoll.packing.bound.Market.Offer;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Measures the CPU time of a warm bound, and prints its value:
///
///     bench/run BoundBench [SHARED]
///
/// With the folder of shared data, the lists of pods in it are measured too. AWS' types are those
/// of the families c, m and r since the fifth generation in us-east-1, amd64, not bare metal.
public final class BoundBench {

    private static final int ROUNDS = 20;

    private BoundBench() {}

    public static void main(String[] arguments) {
        System.out.printf(
                "%-44s %8s %7s %14s %10s%n", "market", "pods", "shapes", "dollars", "CPU ms");
        var one = List.of(offer("template", 0.192, 32_000, 128 << 10, 110));
        print("one template", new Market(one, random(150_000, 1_000, one.size()), List.of()));
        var aws = list();
        print("AWS' types", new Market(aws, random(150_000, 1_000, aws.size()), List.of()));
        print("AWS' types, 8 overlapping choices", choosy(aws));
        print("AWS' types, 30 of each, 8 choices", choosy(limited(aws)));
        print("AWS' types, few of most, 60 random choices", choosyAtRandom(scarce(aws), 60));
        var beside = beside(aws);
        print(
                "AWS' types and 5,000 existing nodes",
                new Market(beside, random(150_000, 1_000, beside.size()), List.of()));
        if (arguments.length == 1) {
            shared(Path.of(arguments[0]));
        }
    }

    private static void shared(Path folder) {
        var aws = catalogue(folder.resolve("data/prices/aws_catalog.csv"));
        var openb = folder.resolve("data/openb/openb_pod_list_default.csv");
        print("openb, cpu and memory, on AWS' types", pods(openb, aws, "cpu_milli", "memory_mib"));
        for (var name : List.of("generic-5000", "pods-5000", "pods-20000")) {
            var file = folder.resolve("vectors/karpbench-" + name + ".csv");
            print("karpbench " + name, pods(file, karpenter(), "cpu_m", "mem_mi"));
        }
    }

    private static void print(String what, Market market) {
        var threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        Bound bound = Bound.of(market);
        for (int round = 0; round < ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            bound = Bound.of(market);
            best = Math.min(best, threads.getCurrentThreadCpuTime() - start);
        }
        long pods = market.needs().stream().mapToLong(Need::count).sum();
        var said =
                switch (bound) {
                    case Bound.Proven proven -> proven.hour().dollars().toPlainString();
                    case Bound.Impossible impossible -> "no " + impossible.measure();
                };
        System.out.printf(
                "%-44s %8d %7d %14s %10.2f%n", what, pods, market.needs().size(), said, best / 1e6);
        if (bound instanceof Bound.Proven proven) {
            proven.duals()
                    .forEach(dual ->
                            System.out.printf(
                                    "    %-16s on %3d types %s%n",
                                    dual.measure(),
                                    dual.offers().size(),
                                    dual.hour().dollars().toPlainString()));
        }
    }

    private static List<Need> random(int pods, int shapes, int offers) {
        var random = new SplittableRandom(42);
        var all = new BitSet();
        all.set(0, offers);
        var needs = new ArrayList<Need>();
        for (int i = 0; i < shapes; i++) {
            needs.add(
                    new Need(
                            amounts(random.nextLong(50, 8_000), random.nextLong(64, 32_768)),
                            pods / shapes,
                            all));
        }
        return needs;
    }

    /// Every shape can use four neighbouring eighths of the offers.
    private static Market choosy(List<Offer> offers) {
        var needs = new ArrayList<Need>();
        for (var need : random(150_000, 1_000, offers.size())) {
            var some = new BitSet();
            for (int i = 0; i < offers.size(); i++) {
                some.set(i, Math.floorMod(i - needs.size(), 8) < 4);
            }
            needs.add(new Need(need.each(), need.count(), some));
        }
        return new Market(offers, needs, List.of());
    }

    /// Every shape can use a quarter of the offers, chosen in one of several random ways.
    private static Market choosyAtRandom(List<Offer> offers, int ways) {
        var needs = new ArrayList<Need>();
        for (var need : random(150_000, 1_000, offers.size())) {
            var random = new SplittableRandom(needs.size() % ways);
            var some = new BitSet();
            for (int i = 0; i < offers.size(); i++) {
                some.set(i, random.nextInt(4) == 0);
            }
            needs.add(new Need(need.each(), need.count(), some));
        }
        return new Market(offers, needs, List.of());
    }

    /// At most eleven nodes are available of three offers in four.
    private static List<Offer> scarce(List<Offer> offers) {
        var random = new SplittableRandom(3);
        return offers.stream()
                .map(offer ->
                        random.nextInt(4) == 0
                                ? offer
                                : new Offer(
                                        offer.name(),
                                        offer.hour(),
                                        offer.each(),
                                        random.nextLong(12)))
                .toList();
    }

    private static List<Offer> limited(List<Offer> offers) {
        return offers.stream()
                .map(offer -> new Offer(offer.name(), offer.hour(), offer.each(), 30))
                .toList();
    }

    /// The same offers, and existing nodes with some free resources.
    private static List<Offer> beside(List<Offer> offers) {
        var random = new SplittableRandom(7);
        var all = new ArrayList<>(offers);
        for (int i = 0; i < 5_000; i++) {
            var room = amounts(random.nextLong(4_000), random.nextLong(16_384));
            var name = "node-%04d".formatted(i);
            all.add(new Offer(name, Money.NONE, room.with(Resources.PODS, 50), 1));
        }
        return all;
    }

    private static List<Offer> list() {
        return PriceList.builtIn().types(Region.of("aws/us-east-1")).stream()
                .filter(type -> isCommon(type.type()))
                .map(type ->
                        new Offer(
                                type.type(),
                                type.hour(),
                                type.capacity().with(Resources.PODS, 110),
                                Market.UNLIMITED))
                .toList();
    }

    /// Types with a g before the point are arm64.
    private static boolean isCommon(String type) {
        return type.matches("[cmr][5-9][a-fh-z0-9-]*\\..*") && !type.contains("metal");
    }

    private static List<Offer> catalogue(Path file) {
        var offers = new ArrayList<Offer>();
        for (var row : PriceImport.rows(file)) {
            var type = row.text("instance_type", "");
            if (row.text("region", "").equals("us-east-1") && isCommon(type)) {
                var each =
                        amounts(
                                        number(row, "allocatable_cpu_milli"),
                                        number(row, "allocatable_memory_mib"))
                                .with(Resources.PODS, number(row, "allocatable_pods"));
                var hour = Money.dollars(PriceImport.number(row, "usd_per_hour"));
                offers.add(new Offer(type, hour, each, Market.UNLIMITED));
            }
        }
        return offers;
    }

    /// The catalogue of Karpenter's own benchmark: type i has i cores.
    private static List<Offer> karpenter() {
        var offers = new ArrayList<Offer>();
        for (int i = 1; i <= 400; i++) {
            offers.add(
                    offer(
                            "fake-it-%03d".formatted(i),
                            0.3147483648 * i,
                            1_000L * i - 100,
                            2_048L * i - 10,
                            10L * i));
        }
        return offers;
    }

    /// Pods with anti-affinity by host are the last kind in Karpenter's list.
    private static Market pods(Path file, List<Offer> offers, String cpu, String memory) {
        var counts = new LinkedHashMap<Map.Entry<Resources, Boolean>, Long>();
        for (var row : PriceImport.rows(file)) {
            boolean apart = row.text("kind", "").contains("anti");
            counts.merge(
                    Map.entry(amounts(number(row, cpu), number(row, memory)), apart),
                    1L,
                    Long::sum);
        }
        var all = new BitSet();
        all.set(0, offers.size());
        var needs = new ArrayList<Need>();
        var apart = new BitSet();
        counts.forEach((shape, count) -> {
            apart.set(needs.size(), shape.getValue());
            needs.add(new Need(shape.getKey(), count, all));
        });
        return new Market(offers, needs, List.of(new Apart(apart, 1)));
    }

    private static Offer offer(String name, double dollars, long cpuMillis, long mib, long pods) {
        return new Offer(
                name,
                new Money(Math.round(dollars * 1e9)),
                amounts(cpuMillis, mib).with(Resources.PODS, pods),
                Market.UNLIMITED);
    }

    private static Resources amounts(long cpuMillis, long mebibytes) {
        return Resources.of(new Cpu(cpuMillis), Bytes.mebibytes(mebibytes));
    }

    private static long number(Fields row, String column) {
        return PriceImport.number(row, column).longValueExact();
    }
}
