package dev.plimsoll.bench;

import dev.plimsoll.packing.Packing;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Measures packing of pods on nodes of one offer, and on the types of AWS, including the bound.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class PackingBenchmark {

    /// A workload of [PackingBench] by its name.
    @State(Scope.Benchmark)
    public static class OneOffer {

        @Param({"10k-100-0", "150k-1-5000", "150k-1000-0-choosy", "51k"})
        String name = "51k";

        private PackingWorkload workload = PackingWorkload.clusterAutoscaler();

        @Setup
        public void setUp() {
            workload = Objects.requireNonNull(PackingBench.made().get(name)).get();
        }
    }

    /// 10,000 pods of 100 shapes.
    @State(Scope.Benchmark)
    public static class AwsTypes {

        private final PackingWorkload workload = PackingWorkload.recipe(10_000, 100, 0).onAws();
    }

    @Benchmark
    public Packing estimate(OneOffer given) {
        return PackingBench.pack(given.workload);
    }

    @Benchmark
    public Packing mix(AwsTypes given) {
        return PackingBench.pack(given.workload);
    }

    @Benchmark
    public double bound(AwsTypes given) {
        return PackingBench.bound(given.workload);
    }
}
