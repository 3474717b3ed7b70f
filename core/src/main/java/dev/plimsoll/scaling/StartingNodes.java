package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Taint.Effect;
import dev.plimsoll.selection.WellKnown;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Nodes that are Ready and have not started, shown with a start-up taint: nodes with a start-up
/// taint of the policy, and new nodes whose devices are not registered yet. The latter are shown
/// with the devices that they will have, for at most the provision timeout.
///
/// A node lacks a device if its group has a template with an extended resource that its allocatable
/// has not. A group that declares no template has that of its remembered node, or of an older Ready
/// node of the same type.
final class StartingNodes {

    /// The start-up taint of a node that waits for a device.
    private static final Taint WAITS_FOR_DEVICE =
            new Taint(WellKnown.STARTUP_TAINT + "device", "", Effect.NO_SCHEDULE);

    private final Question<Cluster, Policy, Past> question;
    private @Nullable Cluster grouped;

    private StartingNodes(Question<Cluster, Policy, Past> question) {
        this.question = question;
    }

    /// The question about the cluster in which they have a start-up taint.
    static Question<Cluster, Policy, Past> shownIn(Question<Cluster, Policy, Past> question) {
        return new StartingNodes(question).shown();
    }

    private Question<Cluster, Policy, Past> shown() {
        var seen = question.seen();
        var nodes = seen.nodes().stream().map(this::withTaints).map(this::withDevices).toList();
        return nodes.equals(seen.nodes()) ? question : question.about(seen.withNodes(nodes));
    }

    private Node withTaints(Node node) {
        var keys = question.policy().startupTaints();
        return keys.isEmpty() || node.taints().stream().noneMatch(t -> keys.contains(t.key()))
                ? node
                : node.withTaints(node.taints().stream().map(this::known).toList());
    }

    /// A start-up taint of the policy as one that is known.
    private Taint known(Taint taint) {
        return question.policy().startupTaints().contains(taint.key())
                ? new Taint(WellKnown.STARTUP_TAINT + taint.key(), taint.value(), taint.effect())
                : taint;
    }

    private Node withDevices(Node node) {
        if (!node.isReady() || !isYoung(node.created())) {
            return node;
        }
        var groups = grouped().groupsOf(node);
        if (groups.isEmpty()) {
            return node;
        }
        var group = grouped().group(groups.getFirst());
        var past = question.past().groups().getOrDefault(group.name(), GroupPast.NONE);
        if (!isYoung(past.timers().clock().counted(node.created()))) {
            return node;
        }
        var devices = devices(node, group, past);
        var whole = node.allocatable();
        for (var name : devices.names()) {
            boolean isMissing = node.allocatable().asked(name) == 0;
            whole = isMissing ? whole.with(name, devices.asked(name)) : whole;
        }
        return whole.equals(node.allocatable())
                ? node
                : node.withAllocatable(whole)
                        .withTaints(
                                Stream.concat(node.taints().stream(), Stream.of(WAITS_FOR_DEVICE))
                                        .toList());
    }

    private boolean isYoung(Instant created) {
        return question.now().isBefore(created.plus(question.policy().provisionTimeout()));
    }

    /// The extended resources that the node will have, as far as anything tells.
    private Resources devices(Node node, Group group, GroupPast past) {
        var declared = declared(node, group);
        if (declared.isKnown()) {
            return extended(declared.allocatable());
        }
        var type = node.variant().in("");
        var remembered = past.template();
        if (remembered.isKnown() && VariantKey.of(remembered.labels()).in("").equals(type)) {
            return extended(remembered.allocatable());
        }
        return grouped().nodesOf(group.name()).stream()
                .filter(other -> other.isReady() && other.created().isBefore(node.created()))
                .filter(other -> other.variant().in("").equals(type))
                .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                .map(other -> extended(other.allocatable()))
                .orElse(Resources.NONE);
    }

    private static Template declared(Node node, Group group) {
        var variants = group.variants();
        if (variants.size() == 1) {
            return variants.getFirst().template();
        }
        var type = node.variant().in("");
        return variants.stream()
                .filter(variant -> variant.key().in("").equals(type))
                .map(Variant::template)
                .filter(Template::isKnown)
                .findFirst()
                .orElse(Template.UNKNOWN);
    }

    /// The names of extended resources have a domain.
    private static Resources extended(Resources all) {
        var extended = Resources.NONE;
        for (var name : all.names()) {
            boolean isOne = name.contains("/") && all.asked(name) > 0;
            extended = isOne ? extended.with(name, all.asked(name)) : extended;
        }
        return extended;
    }

    private Cluster grouped() {
        if (grouped == null) {
            grouped = Grouping.withInferred(question.seen());
        }
        return grouped;
    }
}
