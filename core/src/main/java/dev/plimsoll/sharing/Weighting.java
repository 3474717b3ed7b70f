package dev.plimsoll.sharing;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import java.util.List;

/// A rule that gives a weight to clusters by name, label and location, except excluded ones. Empty
/// conditions match every cluster.
///
/// @param fields conditions `In` and `NotIn` on `provider`, `region` and `zone`
public record Weighting(
        List<String> names,
        Labels labels,
        List<Requirement> fields,
        List<String> exclude,
        long weight) {

    public static final String PROVIDER = "provider";
    public static final String REGION = "region";
    public static final String ZONE = "zone";

    public Weighting {
        names = List.copyOf(names);
        fields = List.copyOf(fields);
        exclude = List.copyOf(exclude);
        if (weight < 0 || weight > Weight.MOST) {
            throw new IllegalArgumentException("a weight is from 0 to 2^62, got " + weight);
        }
    }

    /// Whether the rule applies to a cluster, apart from its names.
    boolean matches(Member member) {
        return !exclude.contains(member.name())
                && member.labels().hasAll(labels)
                && fields.stream().allMatch(field -> matches(field, member.location()));
    }

    private static boolean matches(Requirement field, Member.Location location) {
        return switch (field.key()) {
            case PROVIDER -> matches(field, location.provider());
            case REGION -> matches(field, location.region());
            case ZONE -> inZone(field, location.zones());
            default ->
                    throw new IllegalArgumentException(
                            "a field is provider, region or zone, got " + field.key());
        };
    }

    /// `In` requires one of the cluster's zones, `NotIn` excludes all.
    private static boolean inZone(Requirement field, List<String> zones) {
        boolean any = zones.stream().anyMatch(field.values()::contains);
        return (field.operator() == Requirement.Operator.IN) == any;
    }

    private static boolean matches(Requirement field, String value) {
        return field.matches(value.isEmpty() ? Labels.NONE : Labels.of(field.key(), value));
    }
}
