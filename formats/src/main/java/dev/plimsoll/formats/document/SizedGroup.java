package dev.plimsoll.formats.document;

import dev.plimsoll.sizing.Policy;

/// A group that is sized by its utilisation, and how.
///
/// @param escalator the policy under Escalator's rules, for comparison
public record SizedGroup(String name, Policy policy, Policy escalator) {

    public SizedGroup(String name, Policy policy) {
        this(name, policy, policy.asSource());
    }

    /// This group in a cluster with a maximum number of nodes.
    SizedGroup within(int most) {
        return new SizedGroup(name, within(policy, most), within(escalator, most));
    }

    private static Policy within(Policy policy, int most) {
        return policy.withMostInCluster(Math.min(most, policy.mostInCluster()));
    }

    /// This group, whose steps are decided and not taken.
    public SizedGroup withDryRun() {
        return new SizedGroup(name, policy.withDryRun(true), escalator.withDryRun(true));
    }

    /// This group under Escalator's rules.
    public SizedGroup asEscalator() {
        return new SizedGroup(name, escalator, escalator);
    }
}
