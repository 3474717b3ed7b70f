package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.Scaling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
        return new Past(groups);
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
        return tree;
    }

    @Override
    public Map<String, Object> details(Proposal proposal) {
        return new ScalingAnswer(proposal).tree();
    }
}
