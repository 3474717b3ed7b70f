package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroups.Unlisted;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.scaling.Ceiling;
import dev.plimsoll.scaling.Consolidation;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.ScaleDownPolicy;
import dev.plimsoll.scaling.ScaleUpStrategy;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads how pending pods get nodes, section by section.
final class ScalingPolicyReader {

    private static final Limits ANY = new Limits(0, Integer.MAX_VALUE);
    private static final Map<String, Manage> MANAGE = Choices.of(Manage.values());
    private static final Map<String, Consolidation.Mode> CONSOLIDATION =
            Choices.of(Consolidation.Mode.values());
    private static final Map<String, Unlisted> UNLISTED = Choices.of(Unlisted.values());

    private ScaleUpStrategy strategy = Policy.DEFAULT.strategy();
    private final List<Ceiling> ceilings = new ArrayList<>();
    private final TreeMap<String, GroupPolicy> groups = new TreeMap<>();
    private final List<Subnet> subnets = new ArrayList<>();
    private Unlisted unlisted = Unlisted.HOLD;
    private Duration provisionTimeout = Policy.DEFAULT.provisionTimeout();
    private ScaleDownPolicy scaleDown = ScaleDownPolicy.DEFAULT;
    private Duration newPodDelay = Policy.DEFAULT.newPodDelay();
    private List<String> startupTaints = Policy.DEFAULT.startupTaints();
    private KeptFree keptFree = Policy.DEFAULT.keptFree();
    private Duration horizon = Policy.DEFAULT.horizon();

    Policy policy() {
        return new Policy(
                strategy,
                ceilings,
                groups,
                unlisted,
                provisionTimeout,
                scaleDown,
                keptFree,
                newPodDelay,
                startupTaints,
                horizon);
    }

    /// The policy of a question, which has all sections in one.
    Policy read(Fields fields) {
        ranking(fields.fields("ranking"));
        scaling(fields.fields("scaling"));
        slack(fields);
        for (var group : fields.list("groups")) {
            var name = group.requiredText("name");
            var limits = SizingPolicyReader.limits(Layers.of(group), ANY);
            if (groups.put(name, group(group, limits)) != null) {
                group.mistake("name", "two groups are named '" + name + "'; rename one");
            }
        }
        unlisted = fields.choice("unlisted", Unlisted.GROW, UNLISTED);
        provisionTimeout = fields.duration("provisionTimeout", provisionTimeout);
        horizon = fields.duration("horizon", horizon);
        return policy();
    }

    /// No room is kept free without this section.
    void slack(Fields fields) {
        if (fields.has("slack")) {
            keptFree = new KeptFree.Room(room(fields.fields("slack")));
        }
    }

    /// The source's version 1 keeps the whole cluster free again, so it would buy without end.
    private static SlackPolicy room(Fields slack) {
        var policy = new SlackPolicyReader(slack).read();
        if (policy.reading() != Reading.PLIMSOLL) {
            slack.mistake(
                    "reading",
                    "the formulas of the source are for a SlackQuestion; with them nodes would be"
                            + " bought without end; leave reading out");
        }
        return policy;
    }

    static GroupPolicy group(Fields group, Limits limits) {
        return new GroupPolicy(
                group.choice("manage", Manage.PODS, MANAGE),
                limits,
                group.flag("exists", true) ? Standing.EXISTS : Standing.NOT_YET);
    }

    /// A policy that declares no nodes of its own leaves inferred groups as they are.
    void growUnlisted() {
        unlisted = Unlisted.GROW;
    }

    void group(String name, GroupPolicy policy) {
        groups.put(name, policy);
    }

    /// The subnets that the policy declares.
    List<Subnet> subnets() {
        return subnets;
    }

    /// The maximum number of nodes of the whole cluster.
    int maxNodes() {
        int most = Integer.MAX_VALUE;
        for (var ceiling : ceilings) {
            most = ceiling instanceof Ceiling.Nodes(int nodes) ? Math.min(most, nodes) : most;
        }
        return most;
    }

    static Map<String, Object> tree(Policy policy) {
        var tree = new LinkedHashMap<String, Object>();
        var trees = new ArrayList<>();
        policy.groups().forEach((name, group) -> trees.add(tree(name, group)));
        ClusterParts.put(tree, "groups", trees);
        tree.put("unlisted", Choices.name(policy.unlisted()));
        tree.put("provisionTimeout", Durations.text(policy.provisionTimeout()));
        if (!policy.horizon().isZero()) {
            tree.put("horizon", Durations.text(policy.horizon()));
        }
        tree.put("ranking", RankingPolicyReader.tree(policy.strategy()));
        var scaling = tree(policy.scaleDown());
        scaling.put("newPodDelay", Durations.text(policy.newPodDelay()));
        ClusterParts.put(scaling, "startupTaints", List.<Object>copyOf(policy.startupTaints()));
        var others = new LinkedHashMap<String, Object>();
        for (var ceiling : policy.ceilings()) {
            switch (ceiling) {
                case Ceiling.Nodes(int most) -> scaling.put("maxNodesTotal", most);
                case Ceiling.Amount(var resource, long most) -> {
                    var text = Quantity.text(resource, most);
                    switch (resource) {
                        case Resources.CPU -> scaling.put("maxCpu", text);
                        case Resources.MEMORY -> scaling.put("maxMemory", text);
                        default -> others.put(resource, text);
                    }
                }
            }
        }
        if (!others.isEmpty()) {
            scaling.put("maxResources", others);
        }
        ClusterParts.put(tree, "scaling", scaling);
        if (policy.keptFree() instanceof KeptFree.Room(var slack)) {
            tree.put("slack", SlackPolicyReader.tree(slack));
        }
        return tree;
    }

    private static Map<String, Object> tree(ScaleDownPolicy policy) {
        var tree =
                Trees.ordered(
                        "scaleDown",
                        policy.isOn(),
                        "unneededFor",
                        Durations.text(policy.unneededFor()),
                        "utilisationThreshold",
                        policy.most().toString(),
                        "maxDrains",
                        policy.maxDrains(),
                        "settle",
                        Durations.text(policy.settle()),
                        "settleForSlack",
                        Durations.text(policy.settleForSlack()),
                        "unreadyFor",
                        Durations.text(policy.unreadyFor()));
        ClusterParts.put(tree, "disruption", DisruptionWindows.trees(policy.windows()));
        var consolidation = policy.consolidation();
        tree.put("consolidation", Choices.name(consolidation.mode()));
        tree.put("minSavingPercent", consolidation.least().hundredths() / 100);
        tree.put("replaceTimeout", Durations.text(consolidation.timeout()));
        return tree;
    }

    private static Map<String, Object> tree(String name, GroupPolicy group) {
        var tree = Trees.ordered("name", name, "manage", Choices.name(group.manage()));
        tree.put("minNodes", group.limits().least());
        if (group.limits().most() != Integer.MAX_VALUE) {
            tree.put("maxNodes", group.limits().most());
        }
        if (group.standing() == Standing.NOT_YET) {
            tree.put("exists", false);
        }
        return tree;
    }

    void ranking(Fields ranking) {
        strategy = new RankingPolicyReader(ranking).strategy();
    }

    void scaling(Fields scaling) {
        scaleDown =
                new ScaleDownPolicy(
                        scaling.flag("scaleDown", scaleDown.isOn()),
                        scaling.duration("unneededFor", scaleDown.unneededFor()),
                        scaling.share("utilisationThreshold", scaleDown.most()),
                        scaling.whole("maxDrains", scaleDown.maxDrains(), 1, Integer.MAX_VALUE),
                        scaling.duration("settle", scaleDown.settle()),
                        scaling.duration("settleForSlack", scaleDown.settleForSlack()),
                        DisruptionWindows.read(scaling.list("disruption")),
                        consolidation(scaling),
                        scaling.duration("unreadyFor", scaleDown.unreadyFor()));
        provisionTimeout = scaling.duration("provisionTimeout", provisionTimeout);
        newPodDelay = scaling.duration("newPodDelay", newPodDelay);
        startupTaints = scaling.texts("startupTaints");
        int nodes = scaling.whole("maxNodesTotal", Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
        if (scaling.has("maxNodesTotal")) {
            ceilings.add(new Ceiling.Nodes(nodes));
        }
        amount(scaling, "maxCpu", Resources.CPU);
        amount(scaling, "maxMemory", Resources.MEMORY);
        others(scaling.fields("maxResources"));
    }

    /// Limits of other resources than cpu and memory.
    private void others(Fields most) {
        for (var resource : most.keys()) {
            if (resource.equals(Resources.CPU) || resource.equals(Resources.MEMORY)) {
                most.mistake(resource, "write it as maxCpu or maxMemory");
            } else {
                ceilings.add(
                        new Ceiling.Amount(
                                resource, most.quantity(resource, resource, Long.MAX_VALUE)));
            }
        }
    }

    private Consolidation consolidation(Fields scaling) {
        var usual = scaleDown.consolidation();
        int least = usual.least().hundredths() / 100;
        return new Consolidation(
                scaling.choice("consolidation", usual.mode(), CONSOLIDATION),
                Percent.of(scaling.whole("minSavingPercent", least, 0, 100)),
                scaling.duration("replaceTimeout", usual.timeout()));
    }

    private void amount(Fields scaling, String key, String resource) {
        long most = scaling.quantity(key, resource, Long.MAX_VALUE);
        if (scaling.has(key)) {
            ceilings.add(new Ceiling.Amount(resource, most));
        }
    }

    /// @param groups the names of all
    void subnet(Fields subnet, List<String> groups) {
        var name = subnet.requiredText("name");
        int capacity = subnet.whole("capacity", 0, 0, Integer.MAX_VALUE);
        var own = subnet.texts("groups");
        if (!subnet.has("capacity") || own.isEmpty()) {
            subnet.mistake(
                    "a subnet needs its number of addresses and the groups whose nodes use them;"
                            + " add capacity: 1024 and groups: [name]");
        }
        subnets.add(new Subnet(name, Count.of(capacity), Count.unknown(), Count.unknown(), own));
        for (var group : own) {
            if (!groups.contains(group)) {
                subnet.mistake("groups", "no group is named '" + group + "'");
            }
        }
    }
}
