package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.formats.document.Steps;
import dev.plimsoll.kube.TurnReport.LoopTurn;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The metrics of a controller, for Prometheus. May be used by many threads.
///
/// Labels are from closed sets: codes of rules, kinds of steps and names of groups. A replica that
/// does not lead shows no groups.
final class Metrics {

    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final double NANOS = 1e9;
    private static final String GROUP = "group";
    private static final String OUTCOME = "outcome";

    /// The states of the nodes of a group.
    private static final List<String> STATES =
            List.of("ready", "not-ready", "draining", "cordoned", "leaving");

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter reasons =
            counter(
                    "plimsoll_reasons_total",
                    "Reasons of decisions, by rule and effect.",
                    "decider",
                    "rule",
                    "effect");
    private final Histogram turnSeconds =
            Histogram.builder()
                    .name("plimsoll_turn_seconds")
                    .help("Time of a turn of all loops: observe, decide, act and remember.")
                    .classicOnly()
                    .classicUpperBounds(.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120)
                    .register(registry);
    private final Counter turns =
            counter("plimsoll_turns_total", "Turns taken, and turns left out and why.", "result");
    private final Counter steps =
            counter("plimsoll_steps_total", "Steps by kind and outcome.", "step", OUTCOME);
    private final Gauge groupNodes =
            gauge("plimsoll_group_nodes", "Nodes of a group by state.", GROUP, "state");
    private final Gauge groupTarget =
            gauge(
                    "plimsoll_group_target_nodes",
                    "Machines of a group that its provider is asked to keep.",
                    GROUP);
    private final Gauge pending = gauge("plimsoll_pending_pods", "Pods without a node.");
    private final Gauge leader = gauge("plimsoll_leader", "1 if this replica holds the lease.");
    private final Counter requests =
            counter("plimsoll_requests_total", "Requests to the API server.");
    private final Gauge silence =
            gauge(
                    "plimsoll_watch_silence_seconds",
                    "The longest time since a watch of the API server last reported.");
    private final Counter events =
            counter("plimsoll_events_total", "Kubernetes Events by what became of them.", OUTCOME);
    private final Counter cpu =
            counter("process_cpu_seconds_total", "CPU time of the process, user and system.");
    private final Gauge heap =
            gauge("jvm_memory_used_bytes", "Memory that objects use, garbage included.", "area");
    private final Gauge maxHeap =
            gauge("jvm_memory_max_bytes", "Memory that objects may use.", "area");

    Metrics() {
        turns.initLabelValues("turned");
        for (var why : Skipped.values()) {
            turns.initLabelValues(code(why));
        }
        for (var fate : EventFate.values()) {
            events.initLabelValues(code(fate));
        }
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    private Gauge gauge(String name, String help, String... labels) {
        return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
    }

    synchronized void turned(TurnReport turn) {
        turns.labelValues("turned").inc();
        turnSeconds.observe(seconds(turn.took()));
        turn.loops().forEach(this::count);
        clearGroups();
        turn.cluster().groups().forEach((group, _) -> show(turn.cluster(), group));
        pending.set(turn.cluster().pending().stream().mapToInt(pods -> pods.count()).sum());
    }

    private void count(LoopTurn loop) {
        var decider = loop.loop().kind().toLowerCase(Locale.ROOT);
        for (Reason reason : loop.decision().reasons()) {
            var rule = reason.rule();
            reasons.labelValues(decider, rule.code(), code(rule.effect())).inc();
        }
        for (Outcome outcome : loop.outcomes()) {
            var tree = Steps.outcome(outcome);
            steps.labelValues(text(tree, "step"), text(tree, OUTCOME)).inc();
        }
    }

    private static String text(Map<String, Object> tree, String key) {
        return String.valueOf(tree.get(key));
    }

    private void show(Cluster cluster, String group) {
        groupTarget.labelValues(group).set(cluster.group(group).target());
        STATES.forEach(state -> groupNodes.labelValues(group, state).set(0));
        cluster.nodesOf(group).forEach(node -> groupNodes.labelValues(group, state(node)).inc());
    }

    private static String state(Node node) {
        return switch (node.state()) {
            case NodeState.Active _, NodeState.Paused _ -> node.isReady() ? "ready" : "not-ready";
            case NodeState.Draining _ -> "draining";
            case NodeState.Cordoned _ -> "cordoned";
            case NodeState.Forced _, NodeState.Leaving _, NodeState.Closed _ -> "leaving";
        };
    }

    synchronized void skipped(Skipped why) {
        turns.labelValues(code(why)).inc();
        if (why == Skipped.NOT_LEADER) {
            clearGroups();
            pending.set(0);
        }
    }

    private void clearGroups() {
        groupNodes.clear();
        groupTarget.clear();
    }

    void event(EventFate fate) {
        events.labelValues(code(fate)).inc();
    }

    /// All metrics in the text format of Prometheus.
    synchronized String text(Signs signs) {
        leader.set(signs.leads() ? 1 : 0);
        silence.set(seconds(signs.silence()));
        raise(requests, (double) signs.requests());
        ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .ifPresent(time -> raise(cpu, seconds(time)));
        var runtime = Runtime.getRuntime();
        heap.labelValues("heap").set((double) runtime.totalMemory() - runtime.freeMemory());
        maxHeap.labelValues("heap").set((double) runtime.maxMemory());
        var out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create()
                    .write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void raise(Counter counter, double to) {
        counter.inc(Math.max(0, to - counter.get()));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }

    /// `NOT_LEADER` is `not-leader`.
    private static String code(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
