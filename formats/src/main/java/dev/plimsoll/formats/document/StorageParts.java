package dev.plimsoll.formats.document;

import static dev.plimsoll.formats.document.ClusterParts.put;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Attachment;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The storage objects of a cluster as questions and journals write them, and back.
///
/// **Invariant:** a written value reads back as an equal value: `ClusterDocumentTest`.
final class StorageParts {

    private static final Map<String, Claim.State> CLAIM_STATES = Choices.of(Claim.State.values());
    private static final Map<String, Volume.State> VOLUME_STATES =
            Choices.of(Volume.State.values());
    private static final Map<String, VolumeClass.Binding> BINDINGS =
            Choices.of(VolumeClass.Binding.values());
    private static final Map<String, Driver.Trait> TRAITS = Choices.of(Driver.Trait.values());

    private StorageParts() {}

    static Map<String, Object> tree(Claim claim) {
        var tree = new LinkedHashMap<String, Object>();
        put(tree, "namespace", claim.namespace());
        tree.put("name", claim.name());
        put(tree, "uid", claim.uid());
        put(tree, "owner", claim.owner());
        tree.put("state", Choices.name(claim.state()));
        put(tree, "volume", claim.volume());
        put(tree, "selectedNode", claim.selectedNode());
        var asks = claim.asks();
        put(tree, "class", asks.volumeClass());
        tree.put("bytes", asks.bytes());
        put(tree, "modes", asks.modes());
        put(tree, "volumeMode", asks.volumeMode());
        put(tree, "attributes", asks.attributes());
        PlacementParts.putSelector(tree, "selector", asks.selector());
        return tree;
    }

    static Claim claim(Fields fields) {
        return new Claim(
                fields.text("namespace", ""),
                fields.requiredText("name"),
                fields.text("uid", ""),
                fields.text("owner", ""),
                fields.choice("state", Claim.State.UNBOUND, CLAIM_STATES),
                fields.text("volume", ""),
                new Claim.Ask(
                        fields.text("class", ""),
                        bytes(fields, "bytes"),
                        fields.texts("modes"),
                        fields.text("volumeMode", ""),
                        fields.text("attributes", ""),
                        PlacementParts.selector(fields, "selector")),
                fields.text("selectedNode", ""));
    }

    static Map<String, Object> tree(Volume volume) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", volume.name());
        put(tree, "labels", Trees.labels(volume.labels()));
        if (volume.reach() instanceof Affinity.AnyOf(var terms)) {
            tree.put("reach", Trees.affinity(terms));
        }
        if (!volume.isFree()) {
            tree.put("claim", volume.claimed().claim().toString());
            put(tree, "claimUid", volume.claimed().uid());
        }
        var offers = volume.offers();
        put(tree, "class", offers.volumeClass());
        tree.put("bytes", offers.bytes());
        put(tree, "modes", offers.modes());
        put(tree, "volumeMode", offers.volumeMode());
        put(tree, "attributes", offers.attributes());
        put(tree, "driver", volume.source().driver());
        put(tree, "handle", volume.source().handle());
        put(tree, "plugin", volume.source().plugin());
        tree.put("state", Choices.name(volume.state()));
        return tree;
    }

    static Volume volume(Fields fields) {
        var claimed =
                new Volume.Claimed(
                        ObjectName.of(fields.text("claim", "")), fields.text("claimUid", ""));
        return new Volume(
                fields.requiredText("name"),
                fields.labels("labels"),
                Specs.affinity(fields, "reach"),
                fields.has("claim") ? claimed : Volume.Claimed.NOBODY,
                new Volume.Offer(
                        fields.text("class", ""),
                        bytes(fields, "bytes"),
                        fields.texts("modes"),
                        fields.text("volumeMode", ""),
                        fields.text("attributes", "")),
                new Volume.Source(
                        fields.text("driver", ""),
                        fields.text("handle", ""),
                        fields.text("plugin", "")),
                fields.choice("state", Volume.State.AVAILABLE, VOLUME_STATES));
    }

    static Map<String, Object> tree(VolumeClass volumeClass) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", volumeClass.name());
        put(tree, "provisioner", volumeClass.provisioner());
        tree.put("binding", Choices.name(volumeClass.binding()));
        var topologies = new ArrayList<>();
        volumeClass
                .topologies()
                .forEach(conditions ->
                        topologies.add(
                                Trees.ordered("conditions", Trees.requirements(conditions))));
        put(tree, "topologies", topologies);
        return tree;
    }

    static VolumeClass volumeClass(Fields fields) {
        return new VolumeClass(
                fields.requiredText("name"),
                fields.text("provisioner", ""),
                fields.choice("binding", VolumeClass.Binding.AT_ONCE, BINDINGS),
                fields.list("topologies").stream()
                        .map(topology -> Specs.requirements(topology, "conditions"))
                        .toList());
    }

    static Map<String, Object> tree(Driver driver) {
        return Trees.ordered(
                "name",
                driver.name(),
                "traits",
                driver.traits().stream().<Object>map(Choices::name).toList());
    }

    static Driver driver(Fields fields) {
        var traits = new ArrayList<Driver.Trait>();
        for (var name : fields.texts("traits")) {
            var trait = TRAITS.get(name);
            if (trait == null) {
                fields.mistake(
                        "traits",
                        "'" + name + "' is not one of " + String.join(", ", TRAITS.keySet()));
            } else {
                traits.add(trait);
            }
        }
        return new Driver(fields.requiredText("name"), List.copyOf(traits));
    }

    static Map<String, Object> tree(NodeDrivers drivers) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", drivers.node());
        put(tree, "limits", new LinkedHashMap<>(drivers.limits()));
        put(tree, "migrated", drivers.migrated());
        return tree;
    }

    static NodeDrivers nodeDrivers(Fields fields) {
        var limits = new TreeMap<String, Integer>();
        var given = fields.fields("limits");
        for (var driver : given.keys()) {
            limits.put(
                    driver,
                    given.whole(
                            driver, NodeDrivers.NO_LIMIT, NodeDrivers.NO_LIMIT, Integer.MAX_VALUE));
        }
        return new NodeDrivers(fields.requiredText("name"), limits, fields.texts("migrated"));
    }

    static Map<String, Object> tree(Attachment attachment) {
        return Trees.ordered(
                "name",
                attachment.name(),
                "node",
                attachment.node(),
                "driver",
                attachment.driver(),
                "volume",
                attachment.volume());
    }

    static Attachment attachment(Fields fields) {
        return new Attachment(
                fields.requiredText("name"),
                fields.text("node", ""),
                fields.text("driver", ""),
                fields.text("volume", ""));
    }

    static Map<String, Object> tree(Capacity capacity) {
        var tree = new LinkedHashMap<String, Object>();
        put(tree, "namespace", capacity.namespace());
        tree.put("name", capacity.name());
        tree.put("class", capacity.volumeClass());
        tree.put("largest", capacity.largest());
        PlacementParts.putSelector(tree, "nodes", capacity.nodes());
        return tree;
    }

    static Capacity capacity(Fields fields) {
        return new Capacity(
                fields.text("namespace", ""),
                fields.requiredText("name"),
                fields.text("class", ""),
                bytes(fields, "largest"),
                PlacementParts.selector(fields, "nodes"));
    }

    /// A number of bytes; -1 stands for none.
    private static long bytes(Fields fields, String key) {
        return fields.whole(key, -1L, -1L, Long.MAX_VALUE);
    }
}
