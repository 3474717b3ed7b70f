package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.formats.Fields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;

/// What is remembered of a group, as documents write it.
final class GroupPastText {

    private GroupPastText() {}

    static GroupPast read(Fields fields) {
        var cool = fields.fields("coolDown");
        var missing = new ArrayList<Missing>();
        for (var ask : fields.list("missing")) {
            missing.add(
                    new Missing(
                            ask.whole("nodes", 1, 1, Integer.MAX_VALUE),
                            ask.time("since", Instant.EPOCH)));
        }
        return new GroupPast(
                new CoolDown(cool.time("until", Instant.EPOCH), cool.totals("demand")),
                missing,
                Templates.template(fields.fields("template")),
                fields.totals("daemons"),
                fields.time("templateCreated", Instant.EPOCH));
    }

    static void write(GroupPast past, Map<String, Object> tree) {
        if (!past.coolDown().equals(CoolDown.OVER)) {
            tree.put(
                    "coolDown",
                    Trees.ordered(
                            "until", past.coolDown().until().toString(),
                            "demand", Trees.resources(past.coolDown().demand())));
        }
        if (!past.missing().isEmpty()) {
            tree.put(
                    "missing",
                    past.missing().stream()
                            .<Object>map(ask ->
                                    Trees.ordered(
                                            "nodes", ask.nodes(), "since", ask.since().toString()))
                            .toList());
        }
        if (!past.template().equals(Template.UNKNOWN)) {
            tree.put("template", Trees.template(past.template()));
        }
        if (!past.created().equals(Instant.EPOCH)) {
            tree.put("templateCreated", past.created().toString());
        }
        if (!past.daemons().isEmpty()) {
            tree.put("daemons", Trees.resources(past.daemons()));
        }
    }
}
