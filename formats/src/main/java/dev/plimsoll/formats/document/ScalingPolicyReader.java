package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Ceiling;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.ScaleUpStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Reads how pending pods get nodes, section by section.
final class ScalingPolicyReader {

    /// Keys that are checked but have no effect.
    static final List<String> UNBUILT = List.of("unneededFor", "utilisationThreshold", "scaleDown");

    private ScaleUpStrategy strategy = Policy.DEFAULT.strategy();
    private final List<Ceiling> ceilings = new ArrayList<>();

    Policy policy() {
        return new Policy(strategy, ceilings);
    }

    void ranking(Fields ranking) {
        strategy = new RankingPolicyReader(ranking).strategy();
    }

    void scaling(Fields scaling) {
        scaling.duration("unneededFor", Duration.ofMinutes(10));
        scaling.share("utilisationThreshold", Percent.of(50));
        scaling.flag("scaleDown", true);
        int nodes = scaling.whole("maxNodesTotal", Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
        if (scaling.has("maxNodesTotal")) {
            ceilings.add(new Ceiling.Nodes(nodes));
        }
        amount(scaling, "maxCpu", Resources.CPU);
        amount(scaling, "maxMemory", Resources.MEMORY);
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
        ceilings.add(new Ceiling.Subnet(name, capacity, own));
        for (var group : own) {
            if (!groups.contains(group)) {
                subnet.mistake("groups", "no group is named '" + group + "'");
            }
        }
    }
}
