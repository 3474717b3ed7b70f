package dev.plimsoll.simulator.subnet;

import dev.plimsoll.simulator.Curve;
import java.util.List;

/// A subnet and its load over time.
///
/// @param capacity usable addresses
/// @param nodes from the first moment
/// @param pods at the peak of the curve, spread over the nodes
/// @param churn pods per tick that end and start on other nodes
/// @param extraNodes further nodes for some hours
/// @param others addresses held by others for some hours
public record Load(
        String name,
        int capacity,
        int nodes,
        int pods,
        int churn,
        Curve curve,
        Hours extraNodes,
        Hours others) {

    /// A number of nodes or addresses, from one full hour of the day to another.
    public record Hours(int count, int from, int to) {

        public static final Hours NONE = new Hours(0, 0, 0);

        int at(int hour) {
            return hour >= from && hour < to ? count : 0;
        }
    }

    /// A /22 under a load that never changes: the source's own setting.
    public static Load steady() {
        return still("steady", 1024 - 5, 28, 9 * 28, 0);
    }

    /// A /22 with half of the day's pods and nodes, for one of two clusters.
    public static Load half() {
        var day = day();
        return new Load(
                "half",
                day.capacity(),
                day.nodes() / 2,
                day.pods() / 2,
                1,
                day.curve(),
                new Hours(2, 8, 20),
                Hours.NONE);
    }

    /// A /22 over a day: pods by the hour, four more nodes by day, others at noon.
    public static Load day() {
        var curve =
                new Curve(
                        List.of(
                                350, 300, 300, 300, 300, 350, 450, 600, 750, 850, 900, 950, 1000,
                                1000, 950, 950, 950, 900, 850, 750, 650, 550, 450, 400));
        return new Load(
                "day", 1024 - 5, 28, 640, 2, curve, new Hours(4, 8, 20), new Hours(60, 12, 14));
    }

    /// Pods that move at constant total, one in a hundred a tick: small and large subnets, from
    /// light to full, and at the edge where a batch just fits. In some of them others take
    /// addresses for an hour.
    public static List<Load> churning() {
        return List.of(
                churning("/24 light", 251, 8, 40),
                churning("/24 half", 251, 8, 110),
                churning("/24 edge", 251, 8, 142),
                churning("/24 full", 251, 8, 210),
                churning("/24 others", 251, 8, 80).with(new Hours(80, 1, 2)),
                churning("/22 light", 1019, 28, 252),
                churning("/22 half", 1019, 28, 500),
                churning("/22 edge", 1019, 28, 640),
                churning("/22 full", 1019, 28, 900),
                churning("/22 others", 1019, 28, 500).with(new Hours(300, 1, 2)),
                churning("/20 light", 4091, 100, 800),
                churning("/20 half", 4091, 100, 2_000),
                churning("/20 edge", 4091, 100, 2_750),
                churning("/20 full", 4091, 100, 3_700),
                churning("/20 others", 4091, 100, 2_000).with(new Hours(1_200, 1, 2)),
                churning("/16 light", 65_531, 1_000, 10_000),
                churning("/16 edge", 65_531, 1_000, 13_700),
                churning("/16 full", 65_531, 1_000, 60_000));
    }

    private Load with(Hours taken) {
        return new Load(name, capacity, nodes, pods, churn, curve, extraNodes, taken);
    }

    private static Load churning(String name, int capacity, int nodes, int pods) {
        return still(name, capacity, nodes, pods, Math.max(1, pods / 100));
    }

    private static Load still(String name, int capacity, int nodes, int pods, int churn) {
        return new Load(name, capacity, nodes, pods, churn, Curve.flat(), Hours.NONE, Hours.NONE);
    }
}
