package dev.plimsoll.formats.document;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.slack.HeldSlack;
import dev.plimsoll.slack.Placeholder;
import dev.plimsoll.slack.Slack;
import dev.plimsoll.slack.SlackPast;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackSeen;
import java.util.LinkedHashMap;
import java.util.Map;

/// Slack questions: `SlackQuestion`.
public final class SlackKind implements Kind<SlackSeen, SlackPolicy, SlackPast, HeldSlack> {

    @Override
    public String name() {
        return "Slack";
    }

    @Override
    public Decider<SlackSeen, SlackPolicy, SlackPast> decider() {
        return new Slack();
    }

    @Override
    public Answer<SlackPast, HeldSlack> answer(
            Question<SlackSeen, SlackPolicy, SlackPast> question) {
        return new Slack().answer(question);
    }

    @Override
    public SlackPast none() {
        return SlackPast.NONE;
    }

    @Override
    public SlackSeen seen(Fields fields) {
        return new SlackSeenReader(fields).read();
    }

    @Override
    public SlackPolicy policy(Fields fields) {
        return new SlackPolicyReader(fields).read();
    }

    @Override
    public SlackPast past(Fields fields) {
        return new SlackPast(fields.labels("seats").toMap());
    }

    @Override
    public Map<String, Object> details(HeldSlack held) {
        var tree =
                Trees.ordered(
                        "extra", Trees.resources(held.wanted().extra()),
                        "held", Trees.resources(held.held()),
                        "placeholders",
                                held.placeholders().stream().<Object>map(SlackKind::tree).toList(),
                        "missing",
                                held.placeholders().stream().filter(one -> !one.isHeld()).count());
        if (held.cost().priced() > 0) {
            tree.put("costHour", Trees.dollars(held.cost().hour()));
        }
        return tree;
    }

    static Map<String, Object> tree(Placeholder placeholder) {
        var tree =
                Trees.ordered(
                        "name", placeholder.name(),
                        "kind", Choices.name(placeholder.of().kind()),
                        "requests", Trees.resources(placeholder.shape().requests()));
        ClusterParts.put(tree, "like", placeholder.of().like());
        ClusterParts.put(tree, "node", placeholder.node());
        return tree;
    }

    @Override
    public Map<String, Object> policy(SlackPolicy policy) {
        return SlackPolicyReader.tree(policy);
    }

    @Override
    public Map<String, Object> past(SlackPast past) {
        return past.seats().isEmpty()
                ? new LinkedHashMap<>()
                : Trees.ordered("seats", new LinkedHashMap<String, Object>(past.seats()));
    }
}
