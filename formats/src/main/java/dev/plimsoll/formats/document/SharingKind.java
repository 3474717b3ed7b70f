package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.sharing.Division;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Sharing;
import java.util.LinkedHashMap;
import java.util.Map;

/// The kind of sharing questions, `SharingQuestion`.
public final class SharingKind implements Kind<Seen, Policy, NoPast, Division> {

    private static final Map<String, Policy.Mode> MODES = Choices.of(Policy.Mode.values());
    private static final Map<String, Policy.Draw> DRAWS = Choices.of(Policy.Draw.values());

    @Override
    public String name() {
        return "Sharing";
    }

    @Override
    public Decider<Seen, Policy, NoPast> decider() {
        return new Sharing();
    }

    @Override
    public Answer<NoPast, Division> answer(Question<Seen, Policy, NoPast> question) {
        return new Sharing().answer(question);
    }

    @Override
    public NoPast none() {
        return NoPast.NONE;
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
    public NoPast past(Fields fields) {
        return NoPast.NONE;
    }

    @Override
    public Map<String, Object> details(Division division) {
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
    public Map<String, Object> past(NoPast past) {
        return new LinkedHashMap<>();
    }
}
