package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;

/// What one turn may drain: disruption budgets, windows, and the most nodes with pods that drain at
/// a time. All rules of a turn spend from the same limits.
///
/// **Invariant:** an unneeded node and a node that is replaced never spend the same disruption:
/// `ReplacementTest`.
final class DrainLimits {

    private final DrainRules rules;
    private final Disruptions windows;
    private final OverduePods overdue;
    private final int maxDrains;
    private long busy;

    /// @param draft its draining nodes, and those that it drains, have spent their share
    DrainLimits(ScalingFacts facts, RemovalDraft draft) {
        rules = new DrainRules(facts);
        windows = new Disruptions(facts);
        overdue = new OverduePods(facts);
        maxDrains = facts.policy().scaleDown().maxDrains();
        draft.draining().forEach(this::spend);
        draft.drainedNow().forEach(this::spend);
    }

    private void spend(Node node) {
        rules.spend(node);
        spendTime(node);
    }

    /// Budgets, and rules about the pods of a node.
    DrainRules rules() {
        return rules;
    }

    Disruptions windows() {
        return windows;
    }

    /// Whether one more node may drain at the same time: empty nodes always may.
    boolean hasTime(Node node) {
        return !hasPods(node) || busy < maxDrains;
    }

    /// The node drains from this turn on.
    void spendTime(Node node) {
        busy += hasPods(node) ? 1 : 0;
    }

    private boolean hasPods(Node node) {
        return !overdue.without(node).isEmpty();
    }

    /// Whether a node of the group may drain by all limits.
    boolean allow(Node node, String group) {
        return node.mayGo()
                && rules.against(node).isEmpty()
                && hasTime(node)
                && !windows.isFull(group);
    }

    /// A node of the group drains from this turn on.
    void spend(Node node, String group) {
        spend(node);
        windows.count(group);
    }
}
