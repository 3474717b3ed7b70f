package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.Growths;
import dev.plimsoll.scaling.Growths.Growth;
import dev.plimsoll.scaling.Outlook;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Past.Moved;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Replacement;
import dev.plimsoll.scaling.Replacement.Stage;
import dev.plimsoll.slack.SlackPast;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Scaling questions: `ScalingQuestion`. What is seen is a whole cluster.
public final class ScalingKind implements LoopKind<Cluster, Policy, Past, Proposal> {

    private static final Map<String, Stage> STAGES = Choices.of(Stage.values());

    @Override
    public String name() {
        return "Scaling";
    }

    @Override
    public Decider<Cluster, Policy, Past> decider() {
        return new Outlook();
    }

    @Override
    public Answer<Past, Proposal> answer(Question<Cluster, Policy, Past> question) {
        return new Outlook().answer(question);
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
                new SlackPast(fields.fields("slack").labels("seats").toMap()),
                growths(fields),
                GroupPastText.clock(fields.fields("clockJump")));
    }

    private static Growths growths(Fields fields) {
        var growths = new ArrayList<Growth>();
        for (var one : fields.list("growths")) {
            growths.add(
                    new Growth(
                            one.requiredText("group"),
                            one.requiredText("shape"),
                            one.time("since", Instant.EPOCH),
                            one.flag("starting", false)
                                    ? Instant.MAX
                                    : one.time("started", Instant.EPOCH),
                            GroupPastText.backOff(one, "backOff")));
        }
        return new Growths(
                growths,
                times(fields, "grownForRoom", "group"),
                times(fields, "grownBefore", "group"));
    }

    private static Object tree(Growth growth) {
        var tree = Trees.ordered("group", growth.group(), "shape", growth.shape());
        if (!growth.since().equals(Instant.EPOCH)) {
            tree.put("since", growth.since().toString());
        }
        if (growth.started().equals(Instant.MAX)) {
            tree.put("starting", true);
        } else if (!growth.started().equals(Instant.EPOCH)) {
            tree.put("started", growth.started().toString());
        }
        GroupPastText.write(growth.backOff(), "backOff", tree);
        return tree;
    }

    private static Removals removals(Fields fields) {
        var moved = new ArrayList<Moved>();
        for (var one : fields.list("moved")) {
            moved.add(
                    new Moved(
                            one.requiredText("shape"),
                            one.requiredText("group"),
                            one.time("until", Instant.EPOCH),
                            one.totals("demand")));
        }
        var pauses = new TreeMap<String, BackOff>();
        for (var one : fields.list("replacementPauses")) {
            pauses.put(one.requiredText("group"), GroupPastText.backOff(one, "backOff"));
        }
        return new Removals(
                times(fields, "unneeded", "node"),
                times(fields, "takenBack", "node"),
                moved,
                fields.list("replacements").stream().map(ScalingKind::replacement).toList(),
                pauses);
    }

    private static Replacement replacement(Fields fields) {
        var bought = new TreeMap<String, Integer>();
        for (var one : fields.list("bought")) {
            bought.put(one.requiredText("group"), one.whole("nodes", 1, 0, Integer.MAX_VALUE));
        }
        return new Replacement(
                fields.choice("stage", Stage.FOUND, STAGES),
                new TreeSet<>(fields.texts("nodes")),
                new TreeSet<>(fields.texts("groups")),
                bought,
                fields.time("since", Instant.EPOCH),
                fields.time("ordered", Instant.EPOCH));
    }

    private static Object tree(Moved one) {
        var tree = Trees.ordered("shape", one.shape(), "group", one.group());
        tree.put("until", one.until().toString());
        ClusterParts.put(tree, "demand", Trees.resources(one.demand()));
        return tree;
    }

    private static Object tree(Replacement one) {
        var bought = new ArrayList<>();
        one.bought()
                .forEach((group, nodes) ->
                        bought.add(Trees.ordered("group", group, "nodes", nodes)));
        var tree =
                Trees.ordered("stage", Choices.name(one.stage()), "nodes", List.copyOf(one.old()));
        ClusterParts.put(tree, "groups", List.copyOf(one.groups()));
        ClusterParts.put(tree, "bought", bought);
        tree.put("since", one.since().toString());
        if (!one.ordered().equals(Instant.EPOCH)) {
            tree.put("ordered", one.ordered().toString());
        }
        return tree;
    }

    /// @param of `node` or `group`
    private static SortedMap<String, Instant> times(Fields fields, String key, String of) {
        var times = new TreeMap<String, Instant>();
        for (var one : fields.list(key)) {
            times.put(one.requiredText(of), one.time("since", Instant.EPOCH));
        }
        return times;
    }

    private static Map<String, Object> tree(Removals removals) {
        var tree = new LinkedHashMap<String, Object>();
        ClusterParts.put(tree, "unneeded", trees(removals.unneeded(), "node"));
        ClusterParts.put(tree, "takenBack", trees(removals.takenBack(), "node"));
        var moved = removals.moved().stream().map(ScalingKind::tree).toList();
        ClusterParts.put(tree, "moved", moved);
        var replacements = removals.replacements().stream().map(ScalingKind::tree).toList();
        ClusterParts.put(tree, "replacements", replacements);
        var pauses = new ArrayList<>();
        removals.pauses()
                .forEach((group, pause) -> {
                    var one = Trees.ordered("group", group);
                    GroupPastText.write(pause, "backOff", one);
                    pauses.add(one);
                });
        ClusterParts.put(tree, "replacementPauses", pauses);
        return tree;
    }

    private static List<Object> trees(SortedMap<String, Instant> times, String of) {
        var trees = new ArrayList<>();
        times.forEach((name, since) -> {
            var tree = Trees.ordered(of, name);
            if (!since.equals(Instant.EPOCH)) {
                tree.put("since", since.toString());
            }
            trees.add(tree);
        });
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
        var growths = past.growths().forPods().stream().map(ScalingKind::tree).toList();
        ClusterParts.put(tree, "growths", growths);
        ClusterParts.put(tree, "grownForRoom", trees(past.growths().forRoom(), "group"));
        ClusterParts.put(tree, "grownBefore", trees(past.growths().before(), "group"));
        GroupPastText.write(past.clock(), tree);
        return tree;
    }

    @Override
    public Map<String, Object> details(Proposal proposal) {
        return new ScalingAnswer(proposal).tree();
    }
}
