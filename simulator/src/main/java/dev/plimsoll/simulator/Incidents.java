package dev.plimsoll.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Plays the incidents of a scenario, and keeps a sentence about each until it is read.
///
/// An incident of one node draws a Ready node of its group; without one it does not happen.
final class Incidents {

    /// The time from the notice to the end of a spot node, as on AWS:
    /// <https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html>.
    private static final Duration NOTICE = Duration.ofMinutes(2);

    /// The time until pods are deleted from an unreachable node: `tolerationSeconds` of pods that
    /// do not set it. See
    /// <https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/>.
    private static final Duration TOLERATED = Duration.ofMinutes(5);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Scenario scenario;
    private final Timeline timeline;
    private final Machines machines;
    private final Roster roster;
    private final List<ClusterEvent> unread = new ArrayList<>();

    Incidents(Scenario scenario, Timeline timeline, Machines machines, Roster roster) {
        this.scenario = scenario;
        this.timeline = timeline;
        this.machines = machines;
        this.roster = roster;
    }

    void plan(Incident incident, SplittableRandom random) {
        timeline.after(incident.after(), () -> play(incident, random));
    }

    /// The events since the last call.
    List<ClusterEvent> read() {
        var events = List.copyOf(unread);
        unread.clear();
        return events;
    }

    private void play(Incident incident, SplittableRandom random) {
        switch (incident) {
            case Incident.Scaling scaling -> scale(scaling);
            case Incident.NoDelivery outage -> stopDelivering(outage);
            case Incident.SpotNotice(_, var group) ->
                    onANode(group, random, node -> announceStop(group, node));
            case Incident.NodeFailure(_, var group) ->
                    onANode(group, random, node -> fail(group, node));
        }
    }

    private void onANode(String group, SplittableRandom random, Consumer<String> happens) {
        var nodes = machines.inService(group);
        if (!nodes.isEmpty()) {
            happens.accept(nodes.get(random.nextInt(nodes.size())));
        }
    }

    private void scale(Incident.Scaling scaling) {
        var workload = scenario.workload(scaling.workload());
        int before = roster.wanted(workload);
        roster.scale(workload, scaling.replicas());
        happened(
                groupOf(workload),
                "Deployment %s is scaled %s from %d to %d"
                        .formatted(
                                workload.name(),
                                before < scaling.replicas() ? "up" : "down",
                                before,
                                scaling.replicas()));
    }

    private String groupOf(Workload workload) {
        return scenario.groups().stream()
                .filter(group -> workload.shape().nodeSelector().hasAll(group.labels()))
                .findFirst()
                .map(group -> group.name())
                .orElse("");
    }

    private void stopDelivering(Incident.NoDelivery outage) {
        var group = outage.group();
        machines.stopDelivering(group);
        happened(group, "the provider delivers no more machines");
        timeline.after(
                outage.lasts(),
                () -> {
                    machines.deliverAgain(group);
                    happened(group, "the provider delivers machines again");
                });
    }

    private void announceStop(String group, String node) {
        machines.announceStop(node);
        var at = timeline.now().plus(NOTICE);
        happened(group, "the provider announces that %s stops at %s".formatted(node, text(at)));
        timeline.at(
                at,
                () -> {
                    if (machines.stop(node)) {
                        happened(group, node + " stops; the provider starts another machine");
                    }
                });
    }

    private void fail(String group, String node) {
        machines.loseContact(node);
        happened(group, "the kubelet of %s stops reporting".formatted(node));
        timeline.after(
                TOLERATED,
                () -> {
                    if (machines.exists(node)) {
                        roster.kill(node);
                        happened(group, "the pods on %s are deleted".formatted(node));
                    }
                });
    }

    private void happened(String group, String sentence) {
        unread.add(new ClusterEvent(timeline.now(), group, sentence));
    }

    private static String text(Instant moment) {
        return TIME.format(moment);
    }
}
