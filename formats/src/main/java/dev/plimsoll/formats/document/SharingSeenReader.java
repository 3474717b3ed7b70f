package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.sharing.Member;
import dev.plimsoll.sharing.Room;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Strategy;
import dev.plimsoll.sharing.Seen.Workload;
import dev.plimsoll.sharing.Weight;
import dev.plimsoll.sharing.Weighting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The reader of the observed workload and clusters of a sharing question.
final class SharingSeenReader {

    private static final String UNKNOWN = "unknown";
    private static final List<String> PLACES =
            List.of(Weighting.PROVIDER, Weighting.REGION, Weighting.ZONE);

    private final Fields fields;

    SharingSeenReader(Fields fields) {
        this.fields = fields;
    }

    Seen read() {
        var strategy =
                fields.choice("previousStrategy", Strategy.STATIC, Choices.of(Strategy.values()));
        var weightings = new ArrayList<Weighting>();
        fields.list("weights").forEach(rule -> weightings.add(weighting(rule)));
        return new Seen(
                workload(),
                members(),
                weightings,
                new Previous(counts("previous"), strategy),
                counts("initial"));
    }

    private Workload workload() {
        return new Workload(
                fields.text("workload", ""),
                fields.whole("epoch", 0L, Long.MIN_VALUE, Long.MAX_VALUE),
                count(fields, "replicas"));
    }

    private static int count(Fields fields, String key) {
        return fields.whole(key, 0, 0, Integer.MAX_VALUE);
    }

    private List<Member> members() {
        var members = new ArrayList<Member>();
        Set<String> taken = new LinkedHashSet<>();
        for (var entry : fields.list("clusters")) {
            var name = entry.requiredText("name");
            var member = member(entry, name);
            if (taken.add(name)) {
                members.add(member);
            } else {
                entry.mistake("name", "two clusters are named '" + name + "'; rename one of them");
            }
        }
        return members;
    }

    private static Member member(Fields entry, String name) {
        return new Member(
                name,
                entry.has("weight") ? Weight.of(weight(entry, "weight")) : new Weight.None(),
                room(entry),
                count(entry, "min"),
                entry.labels("labels"),
                new Member.Location(
                        entry.text(Weighting.PROVIDER, ""),
                        entry.text(Weighting.REGION, ""),
                        entry.texts("zones")));
    }

    private static long weight(Fields entry, String key) {
        return entry.whole(key, 0L, 0, Weight.MOST);
    }

    private static Room room(Fields entry) {
        if (!entry.has("available")) {
            return new Room.Unlimited();
        }
        if (entry.value("available") instanceof Value.Scalar scalar
                && scalar.text().equals(UNKNOWN)) {
            return new Room.Unknown();
        }
        return new Room.Of(count(entry, "available"));
    }

    private static Weighting weighting(Fields rule) {
        if (!rule.has("weight")) {
            rule.mistake("'weight' is missing; add 'weight: …'");
        }
        return new Weighting(
                rule.texts("names"),
                rule.labels("labels"),
                conditions(rule),
                rule.texts("exclude"),
                weight(rule, "weight"));
    }

    private static List<Requirement> conditions(Fields rule) {
        var conditions = new ArrayList<Requirement>();
        for (var condition : Specs.requirements(rule, "fields")) {
            if (isKnown(condition)) {
                conditions.add(condition);
            } else {
                rule.mistake(
                        "fields",
                        "'"
                                + condition
                                + "' is not supported; use operator In or NotIn on "
                                + String.join(", ", PLACES));
            }
        }
        return conditions;
    }

    private static boolean isKnown(Requirement condition) {
        boolean operator =
                switch (condition.operator()) {
                    case IN, NOT_IN -> true;
                    case EXISTS, DOES_NOT_EXIST, GT, LT -> false;
                };
        return operator && PLACES.contains(condition.key());
    }

    private SortedMap<String, Integer> counts(String key) {
        var counts = new TreeMap<String, Integer>();
        var entries = fields.fields(key);
        for (var name : entries.keys()) {
            counts.put(name, count(entries, name));
        }
        return counts;
    }
}
