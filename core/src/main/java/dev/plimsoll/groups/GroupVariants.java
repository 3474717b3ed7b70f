package dev.plimsoll.groups;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/// The variants of a group: every instance type in every zone. Zones and types that the group does
/// not name are those of its nodes.
public final class GroupVariants {

    private GroupVariants() {}

    /// The group with all its variants, by key.
    public static Group complete(Group group, List<Node> nodes) {
        var declared = group.variants();
        boolean isWhole =
                declared.stream()
                        .noneMatch(one -> one.zone().isEmpty() || one.instanceType().isEmpty());
        if (isWhole || nodes.isEmpty()) {
            return group;
        }
        var seen = nodes.stream().map(node -> node.variant()).distinct().toList();
        var variants = new ArrayList<Variant>();
        for (var type : types(declared, seen)) {
            for (var zone : zones(declared, seen)) {
                var key = type.in(zone);
                variants.add(closest(declared, key).with(key));
            }
        }
        variants.sort(Comparator.comparing(Variant::key));
        return group.with(variants);
    }

    private static List<String> zones(List<Variant> declared, List<VariantKey> seen) {
        var named = declared.stream().map(Variant::zone).filter(zone -> !zone.isEmpty()).distinct();
        var zones = named.toList();
        return zones.isEmpty()
                ? known(seen.stream().map(VariantKey::zone).distinct().toList(), String::isEmpty)
                : zones;
    }

    /// Without the empty ones, unless there are no others.
    private static <T> List<T> known(List<T> all, Predicate<T> isEmpty) {
        var known = all.stream().filter(isEmpty.negate()).toList();
        return known.isEmpty() ? all : known;
    }

    /// Keys without a zone, one for each instance type.
    private static List<VariantKey> types(List<Variant> declared, List<VariantKey> seen) {
        var types =
                declared.stream()
                        .map(Variant::key)
                        .filter(key -> !key.instanceType().isEmpty())
                        .flatMap(key -> asSeen(key, seen).stream())
                        .distinct()
                        .toList();
        return types.isEmpty()
                ? known(
                        seen.stream().map(key -> key.in("")).distinct().toList(),
                        key -> key.instanceType().isEmpty())
                : types;
    }

    /// The type with the capacity types that its nodes have.
    private static List<VariantKey> asSeen(VariantKey declared, List<VariantKey> seen) {
        if (!declared.capacityType().isEmpty()) {
            return List.of(declared.in(""));
        }
        var same =
                seen.stream()
                        .filter(key -> key.instanceType().equals(declared.instanceType()))
                        .map(key -> key.in(""))
                        .toList();
        return same.isEmpty() ? List.of(declared.in("")) : same;
    }

    /// The declared variant that says most about a key.
    private static Variant closest(List<Variant> declared, VariantKey key) {
        return declared.stream()
                .max(Comparator.comparingInt(variant -> agreement(variant.key(), key)))
                .orElseThrow();
    }

    private static int agreement(VariantKey declared, VariantKey key) {
        return (declared.instanceType().equals(key.instanceType()) ? 4 : 0)
                + (declared.zone().equals(key.zone()) ? 2 : 0)
                + (declared.capacityType().equals(key.capacityType()) ? 1 : 0);
    }
}
