package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Replaces the names in objects by [Pseudonyms].
///
/// Every text of a field that is not listed here is replaced, so a field that is read one day is
/// redacted from the first day. The same text becomes the same pseudonym in all fields of all
/// objects, so whatever matched still matches.
///
/// **Invariant:** a redacted dump has the same groups, prices and pending pods, and pods fit the
/// same nodes. Only ties of a plan can break otherwise. `RedactionLawsTest` in `cli`.
public final class Redaction {

    /// Fields that keep their texts: words of Kubernetes, times and amounts.
    private static final Set<String> KEPT =
            Set.of(
                    "accessModes",
                    "action",
                    "architecture",
                    "capacity",
                    "creationTimestamp",
                    "deletionTimestamp",
                    "effect",
                    "generation",
                    "lastHeartbeatTime",
                    "lastTransitionTime",
                    "maximumVolumeSize",
                    "medium",
                    "nodeAffinityPolicy",
                    "nodeTaintsPolicy",
                    "observedGeneration",
                    "operator",
                    "parallelism",
                    "percentage",
                    "phase",
                    "podTemplateGeneration",
                    "priority",
                    "protocol",
                    "provisioningStrategy",
                    "reason",
                    "replicas",
                    "restartPolicy",
                    "schedulerName",
                    "scopeName",
                    "scopes",
                    "sizeLimit",
                    "status",
                    "terminationGracePeriodSeconds",
                    "timeAdded",
                    "tolerationSeconds",
                    "type",
                    "unhealthyPodEvictionPolicy",
                    "volumeBindingMode",
                    "volumeMode",
                    "whenUnsatisfiable");

    /// Amounts by the names of resources.
    private static final Set<String> AMOUNTS =
            Set.of(
                    "allocatable",
                    "allocatedResources",
                    "capacity",
                    "limits",
                    "overhead",
                    "requests");

    /// Amounts by what a quota limits. Some are named after a StorageClass.
    private static final Set<String> OF_QUOTAS = Set.of("hard", "used");

    /// Values by the names of labels.
    private static final Set<String> LABELS = Set.of("labels", "matchLabels", "nodeSelector");

    /// Names of labels.
    private static final Set<String> LABEL_KEYS =
            Set.of("matchLabelKeys", "mismatchLabelKeys", "topologyKey");

    /// Fields of which only their presence is read.
    private static final Set<String> EMPTIED =
            Set.of(
                    "azureDisk",
                    "azureFile",
                    "cinder",
                    "ephemeral",
                    "hostPath",
                    "portworxVolume",
                    "schedulingGroup",
                    "vsphereVolume",
                    "workloadRef");

    /// Sentences with names in them, and what only a watch or a driver reads.
    private static final Set<String> LEFT_OUT =
            Set.of("inlineVolumeSpec", "message", "resourceVersion");

    private final Pseudonyms pseudonyms;

    /// @param salt random bytes; without them nobody can try whether a name has a pseudonym
    /// @param regions the names of public regions, which stay as they are
    public Redaction(byte[] salt, List<String> regions) {
        this.pseudonyms = new Pseudonyms(salt, regions);
    }

    Value.Mapping of(ObjectKind kind, Value.Mapping object) {
        var entries = new ArrayList<Value.Entry>();
        for (var entry : object.entries()) {
            boolean isMetadata = entry.key().equals("metadata");
            var value =
                    isMetadata && entry.value() instanceof Value.Mapping metadata
                            ? mapping(metadata, names(kind, object))
                            : value(entry.key(), entry.value());
            entries.add(new Value.Entry(entry.key(), entry.place(), value));
        }
        return new Value.Mapping(entries, object.place());
    }

    /// The renaming of the object itself. Nodes name their pools in a label that is kept.
    private UnaryOperator<String> names(ObjectKind kind, Value.Mapping object) {
        return switch (kind) {
            case NODE_POOL -> UnaryOperator.identity();
            case CLAIM -> pseudonyms::words;
            case POD -> hasOwnClaims(object) ? pseudonyms::words : pseudonyms::text;
            default -> pseudonyms::text;
        };
    }

    private static boolean hasOwnClaims(Value.Mapping pod) {
        return pod.get("spec") instanceof Value.Mapping spec
                && spec.get("volumes") instanceof Value.Sequence volumes
                && volumes.items().stream().anyMatch(Redaction::isOwnClaim);
    }

    private static boolean isOwnClaim(Value volume) {
        return volume instanceof Value.Mapping mapping
                && mapping.get("ephemeral") instanceof Value.Mapping;
    }

    private Value value(String field, Value value) {
        return switch (value) {
            case Value.Mapping mapping -> mapping(field, mapping);
            case Value.Sequence(var items, var place) ->
                    new Value.Sequence(
                            items.stream().map(item -> value(field, item)).toList(), place);
            case Value.Scalar scalar ->
                    KEPT.contains(field) ? scalar : renamed(scalar, text -> text(field, text));
            case Value.Nothing nothing -> nothing;
        };
    }

    private Value.Mapping mapping(String field, Value.Mapping mapping) {
        if (AMOUNTS.contains(field)) {
            return mapping;
        }
        if (OF_QUOTAS.contains(field)) {
            return ofPods(mapping);
        }
        if (EMPTIED.contains(field)) {
            return new Value.Mapping(List.of(), mapping.place());
        }
        if (LABELS.contains(field)) {
            return labels(mapping);
        }
        boolean isOfClaim = field.equals("claimRef") || isOwnClaim(mapping);
        return mapping(mapping, isOfClaim ? pseudonyms::words : pseudonyms::text);
    }

    private static Value.Mapping ofPods(Value.Mapping amounts) {
        return new Value.Mapping(
                amounts.entries().stream()
                        .filter(entry -> QuotaReader.isOfPods(entry.key()))
                        .toList(),
                amounts.place());
    }

    /// @param names of the value of `name`
    private Value.Mapping mapping(Value.Mapping mapping, UnaryOperator<String> names) {
        var label = Type.text(mapping, "key");
        var entries = new ArrayList<Value.Entry>();
        for (var entry : mapping.entries()) {
            if (LEFT_OUT.contains(entry.key())) {
                continue;
            }
            var value =
                    switch (entry.key()) {
                        case "name" -> renamed(entry.value(), names);
                        case "key" -> renamed(entry.value(), pseudonyms::labelKey);
                        case "value", "values" -> ofLabel(label, entry.value());
                        default -> value(entry.key(), entry.value());
                    };
            entries.add(new Value.Entry(entry.key(), entry.place(), value));
        }
        return new Value.Mapping(entries, mapping.place());
    }

    private Value.Mapping labels(Value.Mapping labels) {
        var entries = new ArrayList<Value.Entry>();
        for (var entry : labels.entries()) {
            entries.add(
                    new Value.Entry(
                            pseudonyms.labelKey(entry.key()),
                            entry.place(),
                            ofLabel(entry.key(), entry.value())));
        }
        return new Value.Mapping(entries, labels.place());
    }

    /// The value of a label, a taint or a toleration, or the values of a condition.
    private Value ofLabel(String key, Value value) {
        return value instanceof Value.Sequence(var items, var place)
                ? new Value.Sequence(items.stream().map(item -> ofLabel(key, item)).toList(), place)
                : renamed(value, text -> pseudonyms.labelValue(key, text));
    }

    private String text(String field, String text) {
        if (LABEL_KEYS.contains(field)) {
            return pseudonyms.labelKey(text);
        }
        return switch (field) {
            case "providerID" -> pseudonyms.providerId(text);
            case "claimName" -> pseudonyms.words(text);
            case Keys.MIGRATED_PLUGINS -> text;
            case Keys.SAFE_TO_EVICT ->
                    text.equals(Keys.ON_COMPLETION) ? text : pseudonyms.text(text);
            case Keys.SAFE_LOCAL_VOLUMES ->
                    PodReader.names(text).stream()
                            .map(pseudonyms::text)
                            .collect(Collectors.joining(","));
            default -> pseudonyms.text(text);
        };
    }

    private static Value renamed(Value value, UnaryOperator<String> names) {
        if (!(value instanceof Value.Scalar(var text, var quoted, var place))) {
            return value;
        }
        var name = names.apply(text);
        return new Value.Scalar(name, quoted || !name.equals(text), place);
    }
}
