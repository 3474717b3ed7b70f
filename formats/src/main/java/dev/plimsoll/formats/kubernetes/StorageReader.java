package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.storage.Attachment;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Reads claims, volumes, storage classes, CSI drivers, attachments and capacities.
final class StorageReader {

    private static final String STORAGE = "storage";
    private static final String FILE_SYSTEM = "Filesystem";

    /// The stores of volumes that a driver can take over, by their key in a PersistentVolume.
    private static final List<String> STORES =
            List.of(
                    "awsElasticBlockStore",
                    "azureDisk",
                    "azureFile",
                    "cinder",
                    "gcePersistentDisk",
                    "portworxVolume",
                    "vsphereVolume");

    private StorageReader() {}

    static Claim claim(Cursor claim, ObjectName name) {
        var metadata = claim.get("metadata");
        var spec = claim.get("spec");
        var requests = spec.get("resources").get("requests").resources();
        var selector = spec.get("selector");
        return new Claim(
                name.namespace(),
                name.name(),
                metadata.get("uid").text(),
                owner(metadata),
                state(claim),
                spec.get("volumeName").text(),
                new Claim.Ask(
                        volumeClass(claim),
                        requests.has(STORAGE) ? requests.asked(STORAGE) : Claim.Ask.NO_SIZE,
                        spec.get("accessModes").texts(),
                        volumeMode(spec),
                        spec.get("volumeAttributesClassName").text(),
                        selector.isThere()
                                ? PodConstraintsReader.selector(selector)
                                : Selector.everything()),
                metadata.get("annotations").get(Keys.SELECTED_NODE).text());
    }

    private static Claim.State state(Cursor claim) {
        if (claim.get("status").get("phase").text().equals("Lost")) {
            return Claim.State.LOST;
        }
        if (claim.get("metadata").get("deletionTimestamp").isThere()) {
            return Claim.State.TERMINATING;
        }
        if (claim.get("spec").get("volumeName").text().isEmpty()) {
            return Claim.State.UNBOUND;
        }
        return claim.get("metadata").get("annotations").get(Keys.BIND_COMPLETED).isThere()
                ? Claim.State.BOUND
                : Claim.State.PREBOUND;
    }

    private static String owner(Cursor metadata) {
        for (var reference : metadata.get("ownerReferences").items()) {
            if (reference.get("controller").isTrue()) {
                return reference.get("uid").text();
            }
        }
        return "";
    }

    /// An old annotation comes before the field.
    private static String volumeClass(Cursor object) {
        var old = object.get("metadata").get("annotations").get(Keys.OLD_CLASS);
        return old.isThere() ? old.text() : object.get("spec").get("storageClassName").text();
    }

    private static String volumeMode(Cursor spec) {
        var mode = spec.get("volumeMode").text();
        return mode.isEmpty() ? FILE_SYSTEM : mode;
    }

    static Volume volume(Cursor volume, ObjectName name) {
        var spec = volume.get("spec");
        var claimRef = spec.get("claimRef");
        return new Volume(
                name.name(),
                volume.get("metadata").get("labels").labels(),
                reach(spec.get("nodeAffinity").get("required")),
                claimRef.isThere()
                        ? new Volume.Claimed(
                                new ObjectName(
                                        claimRef.get("namespace").text(),
                                        claimRef.get("name").text()),
                                claimRef.get("uid").text())
                        : Volume.Claimed.NOBODY,
                new Volume.Offer(
                        volumeClass(volume),
                        spec.get("capacity").resources().asked(STORAGE),
                        spec.get("accessModes").texts(),
                        volumeMode(spec),
                        spec.get("volumeAttributesClassName").text()),
                new Volume.Source(
                        spec.get("csi").get("driver").text(),
                        spec.get("csi").get("volumeHandle").text(),
                        plugin(spec)),
                volumeState(volume));
    }

    private static Affinity reach(Cursor required) {
        return required.isThere()
                        && Specs.anyOf(required.get("nodeSelectorTerms"))
                                instanceof Affinity.AnyOf(var terms)
                ? ofLabels(terms)
                : new Affinity.Anywhere();
    }

    /// Of volumes only conditions on labels count; a term that has others alone holds everywhere.
    private static Affinity ofLabels(List<Affinity.Term> terms) {
        var ofLabels = new ArrayList<Affinity.Term>();
        for (var term : terms) {
            if (term.labels().isEmpty() && !term.fields().isEmpty()) {
                return new Affinity.Anywhere();
            }
            ofLabels.add(new Affinity.Term(term.labels(), List.of()));
        }
        return new Affinity.AnyOf(ofLabels);
    }

    private static String plugin(Cursor spec) {
        for (var store : STORES) {
            if (spec.get(store).isThere()) {
                return HostPortsAndVolumesReader.plugin(store);
            }
        }
        return "";
    }

    private static Volume.State volumeState(Cursor volume) {
        if (volume.get("metadata").get("deletionTimestamp").isThere()) {
            return Volume.State.TERMINATING;
        }
        return volume.get("status").get("phase").text().equals("Available")
                ? Volume.State.AVAILABLE
                : Volume.State.TAKEN;
    }

    static VolumeClass volumeClass(Cursor volumeClass, ObjectName name) {
        var topologies = new ArrayList<List<Requirement>>();
        for (var term : volumeClass.get("allowedTopologies").items()) {
            var conditions = new ArrayList<Requirement>();
            for (var condition : term.get("matchLabelExpressions").items()) {
                conditions.add(
                        new Requirement(
                                condition.get("key").text(),
                                Requirement.Operator.IN,
                                condition.get("values").texts()));
            }
            topologies.add(conditions);
        }
        boolean waits = volumeClass.get("volumeBindingMode").text().equals("WaitForFirstConsumer");
        return new VolumeClass(
                name.name(),
                volumeClass.get("provisioner").text(),
                waits ? VolumeClass.Binding.WITH_POD : VolumeClass.Binding.AT_ONCE,
                topologies);
    }

    static Driver driver(Cursor driver, ObjectName name) {
        var traits = new ArrayList<Driver.Trait>();
        if (driver.get("spec").get("storageCapacity").isTrue()) {
            traits.add(Driver.Trait.REPORTS_CAPACITY);
        }
        if (driver.get("spec").get("preventPodSchedulingIfMissing").isTrue()) {
            traits.add(Driver.Trait.MUST_BE_THERE);
        }
        return new Driver(name.name(), traits);
    }

    static NodeDrivers nodeDrivers(Cursor drivers, ObjectName name) {
        var limits = new TreeMap<String, Integer>();
        for (var driver : drivers.get("spec").get("drivers").items()) {
            var count = driver.get("allocatable").get("count");
            limits.put(
                    driver.get("name").text(),
                    count.isThere() ? count.whole() : NodeDrivers.NO_LIMIT);
        }
        var migrated = drivers.get("metadata").get("annotations").get(Keys.MIGRATED_PLUGINS).text();
        return new NodeDrivers(name.name(), limits, List.of(migrated.split(",")));
    }

    static Attachment attachment(Cursor attachment, ObjectName name) {
        var spec = attachment.get("spec");
        return new Attachment(
                name.name(),
                spec.get("nodeName").text(),
                spec.get("attacher").text(),
                spec.get("source").get("persistentVolumeName").text());
    }

    static Capacity capacity(Cursor capacity, ObjectName name) {
        var largest = capacity.get("maximumVolumeSize");
        var size = largest.isThere() ? largest : capacity.get("capacity");
        return new Capacity(
                name.namespace(),
                name.name(),
                capacity.get("storageClassName").text(),
                size.isThere() ? size.amount(Resources.STORAGE) : Capacity.NONE,
                PodConstraintsReader.selector(capacity.get("nodeTopology")));
    }
}
