package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.groups.Leaving;
import dev.plimsoll.groups.Leaving.Policy;
import dev.plimsoll.groups.Leaving.Seen;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Questions about groups that no loop manages any more.
public final class LeavingKind implements LoopKind<Seen, Policy, GroupPast, NoDetails> {

    @Override
    public String name() {
        return "Leaving";
    }

    @Override
    public Decider<Seen, Policy, GroupPast> decider() {
        return new Leaving();
    }

    @Override
    public Answer<GroupPast, NoDetails> answer(Question<Seen, Policy, GroupPast> question) {
        return new Answer<>(decider().decide(question), NoDetails.NONE);
    }

    @Override
    public GroupPast none() {
        return GroupPast.NONE;
    }

    @Override
    public Seen view(Cluster cluster, String loop) {
        return Seen.of(cluster, loop);
    }

    @Override
    public Seen seen(Fields fields) {
        return new Seen(fields.requiredText("group"), fields.texts("draining"));
    }

    @Override
    public Optional<Map<String, Object>> written(Seen seen) {
        return Optional.of(Trees.ordered("group", seen.group(), "draining", seen.draining()));
    }

    @Override
    public Policy policy(Fields fields) {
        return Policy.ONLY;
    }

    @Override
    public GroupPast past(Fields fields) {
        return GroupPastText.read(fields);
    }

    @Override
    public Map<String, Object> policy(Policy policy) {
        return new LinkedHashMap<>();
    }

    @Override
    public Map<String, Object> past(GroupPast past) {
        var tree = new LinkedHashMap<String, Object>();
        GroupPastText.write(past, tree);
        return tree;
    }
}
