package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Storage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The limits on how many volumes the drivers attach to each node.
final class AttachLimits {

    private static final Rule NO_DRIVER =
            refused("driver-missing", "volume driver {driver} is not installed on {subject}");
    private static final Rule TOO_MANY =
            refused(
                    "volume-limit",
                    "{driver} can attach {limit} volumes to {subject}: attached {attached}, needed"
                            + " {more} more");
    private static final Rule MIGRATED =
            refused(
                    "volume-plugin-unknown",
                    "{subject} has migrated {plugin} to a CSI driver: whether the volumes fit is"
                            + " unknown");

    /// In-tree volume plugins that can be migrated to CSI drivers.
    private static final List<String> MIGRATABLE =
            List.of(
                    "kubernetes.io/aws-ebs",
                    "kubernetes.io/azure-disk",
                    "kubernetes.io/azure-file",
                    "kubernetes.io/cinder",
                    "kubernetes.io/gce-pd",
                    "kubernetes.io/portworx-volume",
                    "kubernetes.io/vsphere-volume");

    /// A volume by its driver and its handle.
    private record Attached(String driver, String handle) {}

    private final Storage storage;
    private final PodsOnNodes pods;

    AttachLimits(Storage storage, PodsOnNodes pods) {
        this.storage = storage;
        this.pods = pods;
    }

    /// The volumes that the attachments of a node name.
    private Set<Attached> reported(String node) {
        var reported = new LinkedHashSet<Attached>();
        for (var attachment : storage.attachedTo(node)) {
            var volume = storage.volumes().get(attachment.volume());
            if (volume != null
                    && !volume.source().driver().isEmpty()
                    && !attachment.driver().isEmpty()) {
                reported.add(new Attached(attachment.driver(), volume.source().handle()));
            }
        }
        return reported;
    }

    Verdict on(int index, Shape shape) {
        var node = pods.node(index).name();
        var drivers =
                Objects.requireNonNullElseGet(
                        storage.nodes().get(node), () -> NodeDrivers.none(node));
        for (var plugin : plugins(shape)) {
            if (drivers.migrated().contains(plugin)) {
                return new Verdict.Unknown(because(MIGRATED, node, fact("plugin", plugin)));
            }
        }
        var wanted = attached(shape);
        for (var volume : wanted) {
            if (isRequired(volume.driver()) && !drivers.limits().containsKey(volume.driver())) {
                return new Verdict.Refused(
                        because(NO_DRIVER, node, fact("driver", volume.driver())));
            }
        }
        return wanted.isEmpty() ? new Verdict.Fits() : within(drivers, index, wanted);
    }

    private Verdict within(NodeDrivers drivers, int index, Set<Attached> wanted) {
        var there = new LinkedHashSet<Attached>();
        pods.forEach(index, (shape, _) -> there.addAll(attached(shape)));
        var more = new LinkedHashSet<>(wanted);
        more.removeAll(there);
        there.addAll(reported(drivers.node()));
        for (var limit : drivers.limits().entrySet()) {
            var driver = limit.getKey();
            long needed = count(more, driver);
            long attached = count(there, driver);
            boolean isLimited = limit.getValue() != NodeDrivers.NO_LIMIT;
            if (isLimited && needed > 0 && attached + needed > limit.getValue()) {
                return new Verdict.Refused(
                        because(
                                TOO_MANY,
                                drivers.node(),
                                fact("limit", limit.getValue()),
                                fact("driver", driver),
                                fact("attached", attached),
                                fact("more", needed)));
            }
        }
        return new Verdict.Fits();
    }

    private static long count(Set<Attached> volumes, String driver) {
        return volumes.stream().filter(volume -> volume.driver().equals(driver)).count();
    }

    private boolean isRequired(String name) {
        var driver = storage.drivers().get(name);
        return driver != null && driver.has(Driver.Trait.MUST_BE_THERE);
    }

    private Set<Attached> attached(Shape shape) {
        var all = new LinkedHashSet<Attached>();
        for (var mount : shape.mounts()) {
            claim(storage, shape, mount).map(this::attached).ifPresent(all::add);
        }
        all.removeIf(volume -> volume.driver().isEmpty() || volume.handle().isEmpty());
        return all;
    }

    /// The volume of a claim, or the volume that its storage class will provision.
    private Attached attached(Claim claim) {
        var volume = storage.volumes().get(claim.volume());
        if (volume != null) {
            return new Attached(volume.source().driver(), volume.source().handle());
        }
        var provisioner = provisioner(claim);
        return MIGRATABLE.contains(provisioner)
                ? new Attached("", "")
                : new Attached(provisioner, "claim " + claim.key());
    }

    private String provisioner(Claim claim) {
        var volumeClass = storage.classes().get(claim.asks().volumeClass());
        return volumeClass == null ? "" : volumeClass.provisioner();
    }

    /// The in-tree plugins of the shape's volumes that can be migrated.
    private Set<String> plugins(Shape shape) {
        var plugins = new LinkedHashSet<String>();
        for (var mount : shape.mounts()) {
            switch (mount) {
                case Mount.Disk disk -> plugins.add(disk.plugin());
                case Mount.Inline(var plugin) -> plugins.add(plugin);
                case Mount.Claim _, Mount.OwnClaim _ -> {}
            }
            claim(storage, shape, mount).map(this::plugin).ifPresent(plugins::add);
        }
        plugins.retainAll(MIGRATABLE);
        return plugins;
    }

    private String plugin(Claim claim) {
        var volume = storage.volumes().get(claim.volume());
        return volume == null ? provisioner(claim) : volume.source().plugin();
    }

    /// The claim of a mount, if it exists.
    static Optional<Claim> claim(Storage storage, Shape shape, Mount mount) {
        var name =
                switch (mount) {
                    case Mount.Claim(var own) -> own;
                    case Mount.OwnClaim(var own, _) -> own;
                    case Mount.Disk _, Mount.Inline _ -> "";
                };
        return Optional.ofNullable(storage.claims().get(new ObjectName(shape.namespace(), name)));
    }
}
