package dev.plimsoll.ranking;

import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.ranking.RankingPolicy.Reading;

/// The functions of the package comment.
final class Formula {

    private static final int[] CORES = {1, 2, 4, 8, 16, 32};
    private static final int[] SOURCE_BANDS = {2, 6, 20, 80, 300};
    private static final int[] CLUSTER_AUTOSCALER_BANDS = {2, 6, 20, 60, 200};

    private Formula() {}

    /// suppress(u, n): the full unfitness for one node; it counts less with more nodes.
    static double suppress(double unfitness, int nodes, double over) {
        return (unfitness - 1) * (1 - StrictMath.tanh((nodes - 1) / over)) + 1;
    }

    static double unfitness(Cpu preferred, Cpu node) {
        double wanted = preferred.millis();
        double has = node.millis();
        return Math.max(wanted / has, has / wanted);
    }

    /// The cpu of the preferred node in a cluster with this number of nodes.
    static Cpu preferred(int clusterNodes, Reading reading) {
        var bands =
                switch (reading) {
                    case PLIMSOLL, SOURCE -> SOURCE_BANDS;
                    case CLUSTER_AUTOSCALER -> CLUSTER_AUTOSCALER_BANDS;
                };
        int band = 0;
        while (band < bands.length && clusterNodes > bands[band]) {
            band++;
        }
        return Cpu.cores(CORES[band]);
    }
}
