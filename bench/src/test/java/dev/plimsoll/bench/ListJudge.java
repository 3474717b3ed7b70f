package dev.plimsoll.bench;

import dev.plimsoll.packing.Packing;
import dev.plimsoll.quantity.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A judge of packings of the lists that shares no code with packing: resources, spread, affinity
/// and anti-affinity as in kube-scheduler, pod by pod, on new nodes that all exist from the
/// beginning.
///
/// All pods with anti-affinity carry the label that they avoid, so one direction is enough.
final class ListJudge {

    /// The number of pods with a label in each domain, and in the one with the fewest.
    private static final class Tally {
        private final int[] pods;
        private final Map<Integer, Integer> domainsByPods = new TreeMap<>();

        private Tally(int domains) {
            pods = new int[domains];
            domainsByPods.put(0, domains);
        }

        private void add(int domain) {
            domainsByPods.computeIfPresent(
                    pods[domain], (_, domains) -> domains == 1 ? null : domains - 1);
            pods[domain]++;
            domainsByPods.merge(pods[domain], 1, Integer::sum);
        }

        private int fewest() {
            return domainsByPods.keySet().iterator().next();
        }

        private boolean isEmpty() {
            return Arrays.stream(pods).sum() == 0;
        }
    }

    private final Map<String, Integer> hosts = new TreeMap<>();
    private final Map<String, Integer> zones = new TreeMap<>();
    private final int[] zoneOf;
    private final long[][] free;
    private final Map<String, Tally> byZone = new TreeMap<>();
    private final Map<String, Tally> byHost = new TreeMap<>();

    private ListJudge(List<Packing.Opened> opened) {
        zoneOf = new int[opened.size()];
        free = new long[opened.size()][];
        for (var one : opened) {
            int host = hosts.size();
            hosts.put(one.node(), host);
            var node = one.offer().node();
            var zone = node.labels().get("topology.kubernetes.io/zone");
            zoneOf[host] = zones.computeIfAbsent(zone, _ -> zones.size());
            free[host] =
                    new long[] {
                        node.allocatable().offered(Resources.CPU),
                        node.allocatable().offered(Resources.MEMORY) >> 20,
                        node.allocatable().offered(Resources.PODS)
                    };
        }
    }

    /// The violations of the packing; empty if there are none.
    static List<String> problems(Packing packing) {
        var judge = new ListJudge(packing.opened());
        var problems = new ArrayList<String>();
        for (var placed : packing.placed()) {
            var row = Row.of(placed.shape());
            int host = judge.hosts.getOrDefault(placed.node(), -1);
            for (int i = 0; i < placed.count(); i++) {
                if (!judge.hasRoom(row, host) || !judge.allows(row, host)) {
                    problems.add(row + " on " + placed.node());
                }
                judge.put(row, host);
            }
        }
        return problems;
    }

    private boolean hasRoom(Row row, int host) {
        return row.cpuMillis() <= free[host][0]
                && row.mebibytes() <= free[host][1]
                && free[host][2] > 0;
    }

    private boolean allows(Row row, int host) {
        return switch (row.kind()) {
            case Row.GENERIC -> true;
            case Row.SPREAD_ZONE -> isEven(row, byZone(row.selector()), zoneOf[host]);
            case Row.SPREAD_HOST -> isEven(row, byHost(row.selector()), host);
            case Row.AFFINITY_ZONE -> {
                var constraints = byZone(row.selector());
                boolean isFirst = constraints.isEmpty() && row.label().equals(row.selector());
                yield isFirst || constraints.pods[zoneOf[host]] > 0;
            }
            case Row.APART_HOST -> byHost(row.selector()).pods[host] == 0;
            default -> throw new IllegalArgumentException("no kind of pod: " + row.kind());
        };
    }

    /// At most one above the domain with the fewest.
    private static boolean isEven(Row row, Tally tally, int domain) {
        int self = row.label().equals(row.selector()) ? 1 : 0;
        return tally.pods[domain] + self - tally.fewest() <= 1;
    }

    private void put(Row row, int host) {
        free[host][0] -= row.cpuMillis();
        free[host][1] -= row.mebibytes();
        free[host][2]--;
        byZone(row.label()).add(zoneOf[host]);
        byHost(row.label()).add(host);
    }

    private Tally byZone(String label) {
        return byZone.computeIfAbsent(label, _ -> new Tally(zones.size()));
    }

    private Tally byHost(String label) {
        return byHost.computeIfAbsent(label, _ -> new Tally(hosts.size()));
    }
}
