package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.sharing.Division;
import dev.plimsoll.sharing.Past;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Sharing;
import java.util.LinkedHashMap;
import java.util.Map;

/// The kind of sharing questions, `SharingQuestion`.
public final class SharingKind implements Kind<Seen, Policy, Past> {

    private static final Map<String, Policy.Mode> MODES = Choices.of(Policy.Mode.values());
    private static final Map<String, Policy.Draw> DRAWS = Choices.of(Policy.Draw.values());

    @Override
    public String name() {
        return "Sharing";
    }

    @Override
    public Decider<Seen, Policy, Past> decider() {
        return new Sharing();
    }

    /// A workload runs on several clusters, so one cluster does not show it.
    @Override
    public Seen view(Cluster cluster, String loop) {
        throw new IllegalArgumentException(
                "workload "
                        + loop
                        + " runs on several clusters; ask with a SharingQuestion document");
    }

    @Override
    public Seen seen(Fields fields) {
        return new SharingSeenReader(fields).read();
    }

    @Override
    public Policy policy(Fields fields) {
        var defaults = Policy.DEFAULT;
        return new Policy(
                fields.choice("mode", defaults.mode(), MODES),
                fields.choice("draw", defaults.draw(), DRAWS),
                fields.share("capacityFactor", defaults.capacityFactor()));
    }

    @Override
    public Past past(Fields fields) {
        return Past.NONE;
    }

    @Override
    public Map<String, Object> beside(
            Question<Seen, Policy, Past> question, Decision<Past> decision) {
        var division = Sharing.divide(question.seen(), question.policy());
        var quotas = new LinkedHashMap<String, Object>();
        division.shares().forEach(share -> quotas.put(share.cluster(), share.quota()));
        return Trees.ordered(
                "short",
                division.missing(),
                "moved",
                division.moved(),
                "quotas",
                quotas,
                "hash",
                Division.HASH);
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        return Trees.ordered(
                "mode", Choices.name(policy.mode()),
                "draw", Choices.name(policy.draw()),
                "capacityFactor", Trees.percent(policy.capacityFactor()) + "%");
    }

    @Override
    public Map<String, Object> past(Past past) {
        return new LinkedHashMap<>();
    }
}
