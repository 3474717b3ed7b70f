package dev.plimsoll.groups;

import static dev.plimsoll.decision.Reason.because;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.groups.Candidate.Growth;
import dev.plimsoll.prices.Price;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds the groups of nodes of which nobody said them: nodes that were bought alike.
public final class Inference {

    private static final Price ASK = new Price.Unknown("nobody asked for it");

    private Inference() {}

    /// The groups, by name. They have no upper limit, but a control plane beside other nodes does
    /// not grow. Their prices are not known.
    public static List<Candidate> candidates(List<Node> nodes) {
        var kin = new LinkedHashMap<Kinship, List<Node>>();
        nodes.forEach(
                node -> kin.computeIfAbsent(Kinship.of(node), _ -> new ArrayList<>()).add(node));
        var sorted =
                kin.entrySet().stream()
                        .sorted(Comparator.comparing(group -> group.getKey().toString()))
                        .toList();
        if (sorted.isEmpty()) {
            return List.of();
        }
        boolean allControl = kin.keySet().stream().allMatch(Kinship::isControlPlane);
        var names = Names.of(sorted.stream().map(group -> group.getKey().words()).toList());
        var candidates = new ArrayList<Candidate>();
        for (int i = 0; i < names.size(); i++) {
            var candidate = candidate(names.get(i), sorted.get(i));
            boolean grows = allControl || !sorted.get(i).getKey().isControlPlane();
            candidates.add(grows ? candidate : candidate.with(held(names.get(i))));
        }
        candidates.sort(Comparator.comparing(Candidate::name));
        return candidates;
    }

    private static Candidate candidate(String name, Map.Entry<Kinship, List<Node>> group) {
        var template = NewNode.like(group.getValue(), name);
        var told = group.getKey().labels();
        return new Candidate(
                name,
                told.isEmpty() ? template.labels().without(Node.HOSTNAME) : told,
                group.getValue().stream().map(Node::name).toList(),
                template,
                Growth.upTo(Candidate.UNLIMITED),
                ASK);
    }

    private static Growth held(String name) {
        return new Growth.Never(because(Rules.CONTROL_PLANE, name));
    }
}
