package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Past.Moved;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Scaling;
import dev.plimsoll.slack.SlackPast;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Scaling questions: `ScalingQuestion`. What is seen is a whole cluster.
public final class ScalingKind implements LoopKind<Cluster, Policy, Past, Proposal> {

    @Override
    public String name() {
        return "Scaling";
    }

    @Override
    public Decider<Cluster, Policy, Past> decider() {
        return new Scaling();
    }

    @Override
    public Answer<Past, Proposal> answer(Question<Cluster, Policy, Past> question) {
        return new Scaling().answer(question);
    }

    @Override
    public Past none() {
        return Past.NONE;
    }

    @Override
    public Cluster view(Cluster cluster, String loop) {
        return cluster;
    }

    @Override
    public Cluster seen(Fields fields) {
        var cluster = ClusterDocument.read(fields);
        Grouping.conflict(cluster)
                .ifPresent(conflict ->
                        fields.mistake(
                                "nodes",
                                "node "
                                        + conflict.node()
                                        + " carries the labels of both groups '"
                                        + conflict.first()
                                        + "' and '"
                                        + conflict.second()
                                        + "'; name its group"));
        return cluster;
    }

    @Override
    public Optional<Map<String, Object>> written(Cluster seen) {
        return Optional.of(ClusterDocument.tree(seen));
    }

    @Override
    public Policy policy(Fields fields) {
        return new ScalingPolicyReader().read(fields);
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        return ScalingPolicyReader.tree(policy);
    }

    @Override
    public Past past(Fields fields) {
        var groups = new TreeMap<String, GroupPast>();
        for (var group : fields.list("groups")) {
            var name = group.requiredText("name");
            if (groups.put(name, GroupPastText.read(group)) != null) {
                group.mistake("name", "two groups are named '" + name + "'; rename one");
            }
        }
        return new Past(
                groups,
                removals(fields.fields("removals")),
                new SlackPast(fields.fields("slack").labels("seats").toMap()));
    }

    private static Removals removals(Fields fields) {
        var moved = new ArrayList<Moved>();
        for (var one : fields.list("moved")) {
            moved.add(
                    new Moved(
                            one.requiredText("shape"),
                            one.requiredText("group"),
                            one.time("until", Instant.EPOCH)));
        }
        return new Removals(times(fields, "unneeded"), times(fields, "takenBack"), moved);
    }

    private static SortedMap<String, Instant> times(Fields fields, String key) {
        var times = new TreeMap<String, Instant>();
        for (var one : fields.list(key)) {
            times.put(one.requiredText("node"), one.time("since", Instant.EPOCH));
        }
        return times;
    }

    private static Map<String, Object> tree(Removals removals) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "unneeded", trees(removals.unneeded()));
        ClusterParts.put(tree, "takenBack", trees(removals.takenBack()));
        var moved = new ArrayList<>();
        removals.moved()
                .forEach(one ->
                        moved.add(
                                Trees.ordered(
                                        "shape", one.shape(),
                                        "group", one.group(),
                                        "until", one.until().toString())));
        ClusterParts.put(tree, "moved", moved);
        return tree;
    }

    private static List<Object> trees(SortedMap<String, Instant> times) {
        var trees = new ArrayList<>();
        times.forEach(
                (node, since) -> trees.add(Trees.ordered("node", node, "since", since.toString())));
        return trees;
    }

    @Override
    public Map<String, Object> past(Past past) {
        var groups = new ArrayList<>();
        past.groups()
                .forEach((name, group) -> {
                    var tree = Trees.ordered("name", name);
                    GroupPastText.write(group, tree);
                    groups.add(tree);
                });
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "groups", groups);
        ClusterParts.put(tree, "removals", tree(past.removals()));
        if (!past.keptFree().seats().isEmpty()) {
            var seats = new LinkedHashMap<String, Object>(past.keptFree().seats());
            tree.put("slack", Trees.ordered("seats", seats));
        }
        return tree;
    }

    @Override
    public Map<String, Object> details(Proposal proposal) {
        return new ScalingAnswer(proposal).tree();
    }
}
