package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.MainReason;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The status of a turn, as the YAML that users of Cluster Autoscaler know. The key `plimsoll` of a
/// group has the last decision and the draining nodes.
final class StatusText {

    /// A ConfigMap holds 1 MiB.
    private static final int MOST_BYTES = 1_000_000;

    /// Draining nodes that a group lists.
    private static final int MOST_NODES = 20;

    private static final int MOST_MESSAGE = 500;
    private static final String IN_PROGRESS = "InProgress";
    private static final String NO_ACTIVITY = "NoActivity";
    private static final Pattern TIMES =
            Pattern.compile(
                    "(?m)^[ -]*(time|lastProbeTime|lastTransitionTime|decided):.*(\\R|\\z)");

    private record Status(String name, Instant since) {}

    /// A loop decides only when something has changed.
    private record Decided(LoopTurn turn, Instant at) {}

    private final Map<String, Status> before = new LinkedHashMap<>();
    private final Map<String, Decided> decided = new LinkedHashMap<>();

    /// The parts of a status that change only if something happened.
    static String withoutTimes(String status) {
        return TIMES.matcher(status).replaceAll("");
    }

    String of(TurnReport turn) {
        turn.loops().forEach(loop -> decided.put(loop.loop().name(), new Decided(loop, turn.at())));
        forgetOthers(turn.cluster());
        var groups = new ArrayList<Object>();
        int coming = 0;
        int late = 0;
        boolean grows = false;
        for (var group : turn.cluster().groups().values()) {
            var one = new OneGroup(turn, group);
            coming += one.counts.unregistered();
            late += one.counts.longUnregistered();
            grows |= one.scaleUp().equals(IN_PROGRESS);
            groups.add(one.tree());
        }
        var nodes = turn.cluster().nodes();
        var all = NodeCounts.of(nodes, coming + late, late, turn.at());
        var tree =
                Trees.ordered(
                        "time",
                        time(turn.at()),
                        "autoscalerStatus",
                        "Running",
                        "clusterWide",
                        Trees.ordered(
                                "health",
                                health("", all, turn.at()),
                                "scaleUp",
                                part("/scaleUp", grows ? IN_PROGRESS : NO_ACTIVITY, turn.at()),
                                "scaleDown",
                                scaleDown("", draining(nodes).size(), turn.at())));
        var text = Yaml.text(with(tree, "nodeGroups", groups));
        if (text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES) {
            return text;
        }
        return Yaml.text(
                with(tree, "message", groups.size() + " groups are more than a ConfigMap holds"));
    }

    /// Forgets groups that are gone.
    private void forgetOthers(Cluster cluster) {
        decided.keySet().removeIf(group -> !cluster.groups().has(group));
        before.keySet().removeIf(path -> isGone(path.substring(0, path.indexOf('/')), cluster));
    }

    /// @param group empty for the whole cluster
    private static boolean isGone(String group, Cluster cluster) {
        return !group.isEmpty() && !cluster.groups().has(group);
    }

    private static Map<String, Object> with(Map<String, Object> tree, String key, Object value) {
        var more = new LinkedHashMap<>(tree);
        more.put(key, value);
        return more;
    }

    /// One group in a turn.
    private final class OneGroup {

        private final Instant now;
        private final Group group;
        private final List<Node> nodes;
        private final Optional<Decided> last;
        private final NodeCounts counts;

        OneGroup(TurnReport turn, Group group) {
            this.now = turn.at();
            this.group = group;
            this.nodes = turn.cluster().nodesOf(group.name());
            this.last = Optional.ofNullable(decided.get(group.name()));
            int missing = Math.max(0, group.target() - nodes.size());
            this.counts = NodeCounts.of(nodes, missing, Math.min(missing, late()), now);
        }

        private int late() {
            return last.map(decided -> decided.turn().decision().remember()).stream()
                    .filter(Past.class::isInstance)
                    .flatMap(past -> ((Past) past).group().missing().stream())
                    .filter(order -> order.since().plus(NodeCounts.LONGEST_START).isBefore(now))
                    .mapToInt(Missing::nodes)
                    .sum();
        }

        Map<String, Object> tree() {
            var name = group.name();
            var health = health(name, counts, now);
            health.put("cloudProviderTarget", group.target());
            health.put("minSize", limits().least());
            health.put("maxSize", limits().most());
            var scaleUp = part(name + "/scaleUp", scaleUp(), now);
            group.failed().stream()
                    .findFirst()
                    .ifPresent(failed -> scaleUp.put("backoffInfo", info(failed)));
            return Trees.ordered(
                    "name",
                    name,
                    "health",
                    health,
                    "scaleUp",
                    scaleUp,
                    "scaleDown",
                    scaleDown(name, draining(nodes).size(), now),
                    "plimsoll",
                    own());
        }

        /// Those of the policy, within those of the provider.
        private Limits limits() {
            var provider = group.provider();
            if (last.isPresent() && last.get().turn().policy() instanceof Policy policy) {
                int most = Math.min(provider.most(), policy.limits().most());
                return new Limits(Math.min(most, policy.limits().least()), most);
            }
            return provider;
        }

        String scaleUp() {
            if (!group.failed().isEmpty()) {
                return "Backoff";
            }
            return counts.coming() > 0 ? IN_PROGRESS : NO_ACTIVITY;
        }

        private Map<String, Object> own() {
            var own = new LinkedHashMap<String, Object>();
            last.ifPresent(one -> own.put("decision", decision(one)));
            var draining = draining(nodes);
            own.put("draining", draining.stream().limit(MOST_NODES).toList());
            if (draining.size() > MOST_NODES) {
                own.put("drainingNotListed", draining.size() - MOST_NODES);
            }
            return own;
        }
    }

    private static Map<String, Object> decision(Decided decided) {
        var reason = MainReason.of(decided.turn().decision());
        return Trees.ordered(
                "loop",
                decided.turn().loop().toString(),
                "decided",
                time(decided.at()),
                "rule",
                reason.rule().code(),
                "sentence",
                reason.sentence());
    }

    private static Map<String, Object> info(FailedMachines failed) {
        var why = failed.why();
        return Trees.ordered(
                "errorCode",
                failed.cause().name(),
                "errorMessage",
                why.substring(0, Math.min(MOST_MESSAGE, why.length())));
    }

    private Map<String, Object> health(String group, NodeCounts counts, Instant now) {
        var health = part(group + "/health", counts.isHealthy() ? "Healthy" : "Unhealthy", now);
        health.put("nodeCounts", counts.tree());
        return health;
    }

    private Map<String, Object> scaleDown(String group, int candidates, Instant now) {
        var part =
                part(
                        group + "/scaleDown",
                        candidates > 0 ? "CandidatesPresent" : "NoCandidates",
                        now);
        part.put("candidates", candidates);
        return part;
    }

    private Map<String, Object> part(String path, String status, Instant now) {
        var known = before.get(path);
        if (known == null || !known.name().equals(status)) {
            known = new Status(status, now);
            before.put(path, known);
        }
        return Trees.ordered(
                "status",
                status,
                "lastProbeTime",
                time(now),
                "lastTransitionTime",
                time(known.since()));
    }

    private static List<Object> draining(List<Node> nodes) {
        var draining = new ArrayList<>();
        for (var node : nodes) {
            if (node.state() instanceof NodeState.Draining(var since, var why)) {
                draining.add(
                        Trees.ordered(
                                "node",
                                node.name(),
                                "since",
                                time(since),
                                "cause",
                                why.name().toLowerCase(Locale.ROOT).replace('_', '-')));
            }
        }
        return draining;
    }

    private static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
