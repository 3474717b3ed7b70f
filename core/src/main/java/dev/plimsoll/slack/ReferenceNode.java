package dev.plimsoll.slack;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The node of whose size placeholders are a part: the smallest that can hold nearly all pods. It
/// does not depend on the number of nodes.
///
/// @param name a group, or a node if no group is known
/// @param room its allocatable resources without its DaemonSet pods, with pod slots
/// @param pods the pods that it can hold, one at a time
/// @param of all pods
/// @param choice how it was chosen
record ReferenceNode(String name, Resources room, long pods, long of, Choice choice) {

    /// How a reference node is chosen.
    enum Choice {
        SMALLEST,
        /// No node can hold nearly all pods; this one can hold the most.
        HOLDS_MOST,
        BY_POLICY
    }

    /// In percent of all pods.
    static final int NEARLY_ALL = 90;

    /// @param admits whether it takes pods without node selectors and tolerations
    private record Candidate(String name, Resources room, boolean admits) {

        private static final Shape PLAIN =
                Placeholders.shape(
                        Resources.NONE, Placement.ANYWHERE, Placeholders.STANDARD_PRIORITY);

        private static final Comparator<Candidate> SMALLEST_FIRST =
                Comparator.comparingLong((Candidate one) -> one.room.offered(Resources.CPU))
                        .thenComparingLong(one -> one.room.offered(Resources.MEMORY))
                        .thenComparing(Candidate::name);

        private static Candidate of(String name, Node node) {
            return new Candidate(name, ReferenceNode.room(node), Fit.admits(node, PLAIN).fits());
        }

        private boolean hasRoom() {
            return room.offered(Resources.CPU) > 0 && room.offered(Resources.MEMORY) > 0;
        }

        private boolean holds(Shape shape) {
            return shape.requests().fitsIn(room);
        }

        private long held(PodCounts pods, List<Shape> sized) {
            long held = 0;
            for (var shape : sized) {
                held += holds(shape) ? pods.count(shape) : 0;
            }
            return held;
        }
    }

    /// The reference node; empty if neither a group nor a node is known.
    static Optional<ReferenceNode> of(SlackSeen seen, String byPolicy, PodCounts pods) {
        var sized = pods.sized();
        long all = sized.stream().mapToLong(pods::count).sum();
        var chosen = byPolicy.isEmpty() ? List.<Candidate>of() : named(seen, byPolicy);
        if (!chosen.isEmpty()) {
            return Optional.of(make(chosen.getFirst(), pods, sized, all, Choice.BY_POLICY));
        }
        Candidate most = null;
        long mostHeld = -1;
        for (var candidate : candidates(seen)) {
            long held = candidate.held(pods, sized);
            if (isNearlyAll(held, all)) {
                return Optional.of(make(candidate, pods, sized, all, Choice.SMALLEST));
            }
            if (held > mostHeld) {
                most = candidate;
                mostHeld = held;
            }
        }
        return most == null
                ? Optional.empty()
                : Optional.of(make(most, pods, sized, all, Choice.HOLDS_MOST));
    }

    private static ReferenceNode make(
            Candidate candidate, PodCounts pods, List<Shape> sized, long all, Choice choice) {
        return new ReferenceNode(
                candidate.name, candidate.room, candidate.held(pods, sized), all, choice);
    }

    private static boolean isNearlyAll(long held, long all) {
        var least = BigInteger.valueOf(all).multiply(BigInteger.valueOf(NEARLY_ALL));
        return BigInteger.valueOf(held).multiply(BigInteger.valueOf(100)).compareTo(least) >= 0;
    }

    private static List<Candidate> named(SlackSeen seen, String group) {
        return seen.templates().stream()
                .filter(template -> template.isOf(group))
                .map(template -> Candidate.of(template.name(), template.node()))
                .sorted(Candidate.SMALLEST_FIRST)
                .toList();
    }

    /// The smallest first, each size once. Nodes that repel plain pods, or that their own DaemonSet
    /// pods fill, count only if there are no others.
    private static List<Candidate> candidates(SlackSeen seen) {
        Map<Resources, Candidate> bySize = new LinkedHashMap<>();
        for (var candidate : all(seen)) {
            bySize.merge(
                    candidate.room,
                    candidate,
                    (one, other) -> one.admits || !other.admits ? one : other);
        }
        var roomy = preferred(List.copyOf(bySize.values()), Candidate::hasRoom);
        var candidates = new ArrayList<>(preferred(roomy, Candidate::admits));
        candidates.sort(Candidate.SMALLEST_FIRST);
        return candidates;
    }

    /// Those that meet a condition; all if none does.
    private static List<Candidate> preferred(List<Candidate> all, Predicate<Candidate> condition) {
        var some = all.stream().filter(condition).toList();
        return some.isEmpty() ? all : some;
    }

    private static List<Candidate> all(SlackSeen seen) {
        var templates = seen.templates();
        var used = templates.stream().filter(template -> template.nodes() > 0).toList();
        if (!templates.isEmpty()) {
            return (used.isEmpty() ? templates : used)
                    .stream()
                            .map(template -> Candidate.of(template.name(), template.node()))
                            .toList();
        }
        return seen.counted().stream().map(node -> Candidate.of(node.name(), node)).toList();
    }

    /// What a node has for pods that do not belong to it.
    static Resources room(Node node) {
        long slots = 0;
        for (var pods : node.pods()) {
            slots += pods.shape().owner().staysWithNode() ? pods.count() : 0;
        }
        var daemons = node.daemons();
        if (slots == 0 && daemons.isEmpty()) {
            return node.allocatable();
        }
        return node.allocatable().less(daemons.with(Resources.PODS, slots));
    }

    /// The part of it that is a standard placeholder: its resources divided, rounded up.
    Resources piece(List<String> resources, int parts) {
        var piece = Resources.NONE;
        for (var resource : resources) {
            piece = piece.with(resource, Math.ceilDiv(room.offered(resource), parts));
        }
        return piece;
    }
}
