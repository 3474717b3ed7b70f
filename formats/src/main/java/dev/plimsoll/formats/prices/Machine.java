package dev.plimsoll.formats.prices;

import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.util.List;
import java.util.TreeMap;

/// The facts about a node that its price depends on.
///
/// @param group the group it belongs to; empty if it has none
/// @param providerId in the form of a node's `spec.providerID`; empty if not known
/// @param capacity the resources of the whole machine; empty if not known
public record Machine(String group, String providerId, Labels labels, Resources capacity) {

    /// A machine of which only its type and region are known.
    public static Machine of(String type, Region region) {
        var labels = new TreeMap<String, String>();
        labels.put(WellKnown.INSTANCE_TYPE, type);
        labels.put(WellKnown.REGION, region.name());
        return new Machine("", region.cloud() + "://", Labels.of(labels), Resources.NONE);
    }

    /// A machine of another type in the same place, on demand.
    Machine onDemand(String type) {
        var other = labels.toMap();
        other.keySet().removeAll(WellKnown.INSTANCE_TYPES);
        other.keySet().removeAll(WellKnown.CAPACITY_TYPES);
        other.put(WellKnown.INSTANCE_TYPE, type);
        return new Machine(group, providerId, Labels.of(other), Resources.NONE);
    }

    /// A spot machine of another type in the same place.
    Machine spot(String type) {
        var other = onDemand(type);
        return new Machine(
                group, providerId, other.labels.with(WellKnown.SPOT, "spot"), Resources.NONE);
    }

    /// The instance type; empty if no label has it.
    String type() {
        return WellKnown.first(labels, WellKnown.INSTANCE_TYPES);
    }

    /// The name of the region; empty if no label has it.
    String region() {
        return WellKnown.first(labels, WellKnown.REGIONS);
    }

    /// The model of the attached GPUs; empty if no label has it.
    String accelerator() {
        return WellKnown.first(labels, List.of(WellKnown.GKE_ACCELERATOR));
    }

    /// It runs Windows, which costs extra.
    boolean isWindows() {
        return WellKnown.first(labels, WellKnown.OSES).equals("windows");
    }

    long gpus() {
        return UnitPrices.gpus(capacity);
    }

    /// This machine with a known capacity.
    Machine with(Resources known) {
        return new Machine(group, providerId, labels, known);
    }

    /// It is a spot or preemptible machine.
    boolean isSpot() {
        return WellKnown.isSpot(labels);
    }

    /// The cloud that its provider's id names, as in `aws:///us-east-1a/i-0123`; empty if it names
    /// none. Nodes of kwok stand for nodes of any cloud.
    String cloud() {
        int end = providerId.indexOf("://");
        return end < 0 || providerId.startsWith("kwok:") ? "" : providerId.substring(0, end);
    }
}
