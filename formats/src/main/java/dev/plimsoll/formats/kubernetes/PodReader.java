package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pod;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Makes a [Pod] of a Pod.
final class PodReader {

    private static final long USUAL_GRACE_SECONDS = 30;
    private static final long LONGEST_GRACE_SECONDS = 1_000_000_000;

    private PodReader() {}

    static boolean isFinished(Cursor pod) {
        return switch (pod.get("status").get("phase").text()) {
            case "Succeeded", "Failed" -> true;
            default -> false;
        };
    }

    static Pod pod(Cursor pod, ObjectName name) {
        var spec = pod.get("spec");
        var node = spec.get("nodeName").text();
        var owner = owner(pod.get("metadata"));
        var labels = pod.get("metadata").get("labels").labels();
        var placement =
                new Shape.Placement(
                        spec.get("nodeSelector").labels(),
                        affinity(spec, node, owner),
                        Specs.tolerations(spec.get("tolerations")),
                        new PodConstraintsReader(name.namespace(), labels).constraints(spec),
                        HostPortsAndVolumesReader.ports(spec),
                        HostPortsAndVolumesReader.mounts(pod, name.name()),
                        unknown(spec));
        var shape =
                new Shape(
                        name.namespace(),
                        Labels.NONE,
                        PodRequests.of(pod),
                        placement,
                        owner,
                        spec.get("priority").whole());
        return new Pod(
                name.name(),
                node,
                labels,
                shape.in(stage(pod)).with(disruption(pod)).with(reserve(pod)),
                Specs.time(pod.get("metadata").get("creationTimestamp")),
                ends(pod));
    }

    /// When a terminating pod should have ended, as Cluster Autoscaler counts: its grace period
    /// after the time of its deletion, in which the API server has counted it once already.
    private static Instant ends(Cursor pod) {
        var deleted = Specs.time(pod.get("metadata").get("deletionTimestamp"));
        var grace = pod.get("spec").get("terminationGracePeriodSeconds").text();
        boolean isLong = grace.matches("[0-9]{10,}");
        long seconds = isLong ? LONGEST_GRACE_SECONDS : USUAL_GRACE_SECONDS;
        seconds = grace.matches("[0-9]{1,9}") ? Long.parseLong(grace) : seconds;
        return deleted.equals(Instant.EPOCH) ? deleted : deleted.plusSeconds(seconds);
    }

    private static Disruption disruption(Cursor pod) {
        var annotations = pod.get("metadata").get("annotations");
        var safe = annotations.get(Keys.SAFE_TO_EVICT).text();
        boolean isForbidden =
                safe.equals("false") || annotations.get(Keys.DO_NOT_DISRUPT).text().equals("true");
        var harmless = annotations.get(Keys.SAFE_LOCAL_VOLUMES).text();
        return new Disruption(
                isForbidden ? Consent.FORBIDDEN : consent(safe),
                hasLocalStorage(pod.get("spec"), names(harmless)));
    }

    private static Consent consent(String safe) {
        return switch (safe) {
            case "true" -> Consent.SAFE;
            case Keys.ON_COMPLETION -> Consent.ON_COMPLETION;
            default -> Consent.UNSAID;
        };
    }

    /// The names in a list with commas.
    static List<String> names(String list) {
        return Stream.of(list.split(",", -1)).map(String::strip).toList();
    }

    /// The room that an annotation of a pod or a workload asks for.
    static Reserve reserve(Cursor object) {
        var value = object.get("metadata").get("annotations").get(Keys.RESERVE);
        if (!value.isThere()) {
            return Reserve.unmarked();
        }
        var text = value.text();
        boolean isNumber = text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= Reserve.MOST;
        if (!isNumber) {
            value.mistake(
                    "'"
                            + text
                            + "' is not a number of placeholders; write a whole number from 0 to "
                            + Reserve.MOST
                            + " in quotes");
            return Reserve.unmarked();
        }
        return new Reserve.Placeholders(Integer.parseInt(text));
    }

    /// A volume in memory has nothing to lose that its pod would not lose anyway.
    ///
    /// @param harmless volumes of which an annotation says that they may be lost
    private static boolean hasLocalStorage(Cursor spec, List<String> harmless) {
        for (var volume : spec.get("volumes").items()) {
            var empty = volume.get("emptyDir");
            boolean isOnDisk = empty.isThere() && !empty.get("medium").text().equals("Memory");
            boolean isLocal = isOnDisk || volume.get("hostPath").isThere();
            if (isLocal && !harmless.contains(volume.get("name").text())) {
                return true;
            }
        }
        return false;
    }

    private static Shape.Stage stage(Cursor pod) {
        if (pod.get("metadata").get("deletionTimestamp").isThere()) {
            return Shape.Stage.TERMINATING;
        }
        var spec = pod.get("spec");
        if (!spec.get("nodeName").text().isEmpty()) {
            return Shape.Stage.STAYING;
        }
        if (!spec.get("schedulingGates").items().isEmpty()) {
            return Shape.Stage.GATED;
        }
        var scheduler = spec.get("schedulerName").text();
        if (!scheduler.isEmpty() && !WellKnown.SCHEDULERS.contains(scheduler)) {
            return Shape.Stage.ELSEWHERE;
        }
        return pod.get("status").get("nominatedNodeName").text().isEmpty()
                ? Shape.Stage.STAYING
                : Shape.Stage.NOMINATED;
    }

    private static List<String> unknown(Cursor spec) {
        var unknown = new ArrayList<String>();
        if (!spec.get("resourceClaims").items().isEmpty()) {
            unknown.add("resource claims");
        }
        if (spec.get("hostNetwork").isTrue() && spec.get("hostUsers").text().equals("false")) {
            unknown.add("users of its own on the node's network");
        }
        for (var container : spec.get("containers").items()) {
            boolean restartsAll =
                    container.get("restartPolicyRules").items().stream()
                            .anyMatch(rule ->
                                    rule.get("action").text().equals("RestartAllContainers"));
            boolean bindsOddly =
                    container.get("volumeMounts").items().stream()
                            .anyMatch(mount -> mount.get("bindMountOptions").isThere());
            if (restartsAll || bindsOddly) {
                unknown.add("a container that asks for a feature of the node");
            }
        }
        if (spec.get("schedulingGroup").isThere() || spec.get("workloadRef").isThere()) {
            unknown.add("a pod group");
        }
        return unknown;
    }

    private static Owner owner(Cursor metadata) {
        var annotations = metadata.get("annotations");
        var source = annotations.get(Keys.CONFIG_SOURCE).text();
        if (annotations.get(Keys.MIRROR).isThere()
                || source.equals("file")
                || source.equals("http")) {
            return Owner.NODE;
        }
        return controlled(metadata).map(PodReader::owner).orElse(Owner.NOBODY);
    }

    /// Whether another object manages this one.
    static boolean isControlled(Cursor metadata) {
        return controlled(metadata).isPresent();
    }

    /// The kind of the object that manages it.
    private static Optional<String> controlled(Cursor metadata) {
        for (var reference : metadata.get("ownerReferences").items()) {
            if (reference.get("controller").isTrue()) {
                return Optional.of(reference.get("kind").text());
            }
        }
        return Optional.empty();
    }

    private static Owner owner(String kind) {
        return switch (kind) {
            case "ReplicaSet", "ReplicationController" -> Owner.REPLICA_SET;
            case "StatefulSet" -> Owner.STATEFUL_SET;
            case "Job" -> Owner.JOB;
            case "DaemonSet" -> Owner.DAEMON_SET;
            case "Node" -> Owner.NODE;
            default -> Owner.OTHER;
        };
    }

    private static Affinity affinity(Cursor spec, String node, Owner owner) {
        var affinity = Specs.affinity(spec.get("affinity"));
        boolean isPinned = owner == Owner.DAEMON_SET && !node.isEmpty();
        return isPinned && affinity instanceof Affinity.AnyOf(var terms)
                ? unpinned(terms, node)
                : affinity;
    }

    /// The affinity of a DaemonSet's pod without the node name that its controller adds. With the
    /// name, every pod of a DaemonSet would have a shape of its own.
    private static Affinity unpinned(List<Affinity.Term> terms, String node) {
        var pin = Requirement.in("metadata.name", node);
        var others = new ArrayList<Affinity.Term>();
        for (var term : terms) {
            var fields = term.fields().stream().filter(field -> !field.equals(pin)).toList();
            boolean wasPinned = fields.size() < term.fields().size();
            if (wasPinned && fields.isEmpty() && term.labels().isEmpty()) {
                return new Affinity.Anywhere();
            }
            others.add(new Affinity.Term(term.labels(), fields));
        }
        return new Affinity.AnyOf(others);
    }
}
