package dev.plimsoll.formats.prices;

import dev.plimsoll.prices.UnitPrices;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.util.List;
import java.util.TreeMap;

/// What a node says of itself that its price depends on.
///
/// @param group the group it belongs to; empty if it has none
/// @param providerId as in the node's `spec.providerID`; empty if it is not known
/// @param capacity what the whole machine has; empty if that is not known
public record Machine(String group, String providerId, Labels labels, Resources capacity) {

    private record Label(String key, String value) {}

    private static final List<String> TYPE =
            List.of("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type");
    private static final List<String> REGION =
            List.of("topology.kubernetes.io/region", "failure-domain.beta.kubernetes.io/region");
    private static final List<String> OS = List.of("kubernetes.io/os", "beta.kubernetes.io/os");
    private static final String ACCELERATOR = "cloud.google.com/gke-accelerator";
    private static final List<Label> SPOT =
            List.of(
                    new Label("karpenter.sh/capacity-type", "spot"),
                    new Label("eks.amazonaws.com/capacityType", "SPOT"),
                    new Label("cloud.google.com/gke-spot", "true"),
                    new Label("cloud.google.com/gke-preemptible", "true"),
                    new Label("kubernetes.azure.com/scalesetpriority", "spot"));

    /// A machine of which only its type and region are known.
    public static Machine of(String type, Region region) {
        var labels = new TreeMap<String, String>();
        labels.put(TYPE.getFirst(), type);
        labels.put(REGION.getFirst(), region.name());
        return new Machine("", region.cloud() + "://", Labels.of(labels), Resources.NONE);
    }

    /// The instance type; empty if no label tells it.
    String type() {
        return first(TYPE);
    }

    /// The name of the region; empty if no label tells it.
    String region() {
        return first(REGION);
    }

    /// The model of GPU that is attached to it; empty if no label tells it.
    String accelerator() {
        return first(List.of(ACCELERATOR));
    }

    /// It runs Windows, which costs extra.
    boolean isWindows() {
        return first(OS).equals("windows");
    }

    long gpus() {
        return UnitPrices.gpus(capacity);
    }

    /// This machine, where more is known of what it has.
    Machine with(Resources known) {
        return new Machine(group, providerId, labels, known);
    }

    /// It was bought cheaply, and may be taken back at any time.
    boolean isSpot() {
        return SPOT.stream().anyMatch(label -> labels.has(label.key(), label.value()));
    }

    /// The cloud that its provider's id names, as in `aws:///us-east-1a/i-0123`; empty if it names
    /// none.
    String cloud() {
        int end = providerId.indexOf("://");
        return end < 0 ? "" : providerId.substring(0, end);
    }

    private String first(List<String> keys) {
        return keys.stream().filter(labels::has).findFirst().map(labels::get).orElse("");
    }
}
