package dev.plimsoll.slack;

import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The placeholders of CapacityBuffers within the ResourceQuotas of their namespaces: room for pods
/// that a quota would refuse is of no use.
///
///     allowed = min(wanted, ⌊ (hard − used − reserved) ÷ request ⌋ of each resource and quota)
///
/// The oldest buffer comes first; what it is allowed is reserved in all quotas that count its pods.
///
/// Source: Cluster Autoscaler's controller of CapacityBuffers. In addition, `pods` and `count/pods`
/// count.
///
/// **Invariant:** the buffers of a namespace never reserve more than `hard − used`, and the first of
/// them never gets less from larger quotas: `QuotaLimitsTest`.
public final class QuotaLimits {

    /// What a buffer may hold.
    ///
    /// @param wanted the number of placeholders that it asks for
    /// @param by the names of the quotas that allow fewer than it wants
    public record Allowed(int wanted, int allowed, List<String> by) {

        public Allowed {
            by = List.copyOf(by);
        }

        public boolean isLimited() {
            return allowed < wanted;
        }
    }

    private final SortedMap<ObjectName, ResourceQuota> quotas = new TreeMap<>();

    /// How much of each quota is not used, and not reserved by earlier buffers.
    private final SortedMap<ObjectName, Resources> left = new TreeMap<>();

    private final SortedMap<KindName, Allowed> allowed = new TreeMap<>();

    private QuotaLimits(Cluster cluster) {
        for (var quota : cluster.resourceQuotas().values()) {
            quotas.put(quota.name(), quota);
            left.put(quota.name(), quota.left());
        }
        cluster.buffers().values().stream()
                .filter(Buffer::isCapacityBuffer)
                .sorted(Comparator.comparing(Buffer::created).thenComparing(Buffer::name))
                .forEach(this::allow);
    }

    /// What each CapacityBuffer may hold, without those that are not ready.
    public static SortedMap<KindName, Allowed> of(Cluster cluster) {
        return new QuotaLimits(cluster).allowed;
    }

    private void allow(Buffer buffer) {
        if (buffer.pattern() instanceof Pattern.Pods pods
                && buffer.placeholders() instanceof Count.Known(int wanted)) {
            var namespace = buffer.name().object().namespace();
            var counting =
                    quotas.values().stream()
                            .filter(quota -> quota.name().namespace().equals(namespace))
                            .filter(quota -> quota.counts(pods))
                            .map(ResourceQuota::name)
                            .toList();
            allowed.put(buffer.name(), allow(counting, pods.shape(), wanted));
        }
    }

    /// @param counting the quotas that count these pods
    private Allowed allow(List<ObjectName> counting, Shape shape, int wanted) {
        long most = wanted;
        var by = new ArrayList<String>();
        for (var quota : counting) {
            long fitting = fitting(left.getOrDefault(quota, Resources.NONE), shape);
            if (fitting < wanted) {
                by.add(quota.name());
            }
            most = Math.min(most, fitting);
        }
        int number = (int) most;
        counting.forEach(
                quota -> left.computeIfPresent(quota, (_, rest) -> less(rest, shape, number)));
        return new Allowed(wanted, number, by);
    }

    private static long fitting(Resources left, Shape shape) {
        long most = Long.MAX_VALUE;
        for (var resource : left.names()) {
            long each = ResourceQuota.each(shape, resource);
            if (each > 0) {
                most = Math.min(most, left.asked(resource) / each);
            }
        }
        return most;
    }

    /// @param number that fits
    private static Resources less(Resources left, Shape shape, int number) {
        var rest = left.toMap();
        rest.replaceAll((resource, amount) ->
                Math.subtractExact(amount, ResourceQuota.each(shape, resource) * number));
        return Resources.of(rest);
    }
}
