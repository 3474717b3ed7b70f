package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.Mount;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Storage;
import dev.plimsoll.storage.VolumeClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The rules for the volumes of a pod: claims, disks, attach limits and binding. Nothing is cached,
/// because only pods with volumes are evaluated here.
final class VolumeRules {

    private static final Rule NO_CLAIM = refused("claim-missing", "claim {claim} does not exist");
    private static final Rule NOT_OWN =
            refused("claim-of-other-pod", "claim {claim} was not created for this pod");
    private static final Rule LOST = refused("claim-lost", "claim {claim} has lost its volume");
    private static final Rule LEAVING =
            refused("claim-terminating", "claim {claim} is being deleted");
    private static final Rule UNBOUND =
            refused("claim-unbound", "claim {claim} is not bound to a volume");
    private static final Rule NO_VOLUME =
            refused("volume-missing", "volume {volume} of claim {claim} does not exist");
    private static final Rule IN_USE =
            refused("claim-in-use", "claim {claim} is ReadWriteOncePod, and another pod uses it");
    private static final Rule DISK =
            refused("disk-in-use", "disk {disk} is in use by another pod on {subject}");

    private final Storage storage;
    private final PodsOnNodes pods;
    private final AttachLimits attaching;
    private final VolumeBinding binding;
    private final Map<ObjectName, Integer> users = new LinkedHashMap<>();

    VolumeRules(Storage storage, PodsOnNodes pods) {
        this.storage = storage;
        this.pods = pods;
        this.attaching = new AttachLimits(storage, pods);
        this.binding = new VolumeBinding(storage);
    }

    void change(Shape shape, int by) {
        for (var mount : shape.mounts()) {
            if (mount instanceof Mount.Claim(var name)) {
                users.merge(new ObjectName(shape.namespace(), name), by, Integer::sum);
            }
        }
    }

    /// The rules that are the same for all nodes.
    Verdict anywhere(Shape shape) {
        for (var mount : shape.mounts()) {
            var verdict =
                    switch (mount) {
                        case Mount.Claim(var name) ->
                                ofSharedClaim(new ObjectName(shape.namespace(), name));
                        case Mount.OwnClaim own -> ofOwnClaim(shape.namespace(), own);
                        case Mount.Disk _, Mount.Inline _ -> new Verdict.Fits();
                    };
            if (!verdict.fits()) {
                return verdict;
            }
        }
        return new Verdict.Fits();
    }

    /// A claim that exists must belong to the pod, as far as the pod's identity is known.
    private Verdict ofOwnClaim(String namespace, Mount.OwnClaim mount) {
        var key = new ObjectName(namespace, mount.name());
        var claim = storage.claims().get(key);
        boolean isOfOther =
                claim != null
                        && (claim.owner().isEmpty()
                                || !(mount.podUid().isEmpty()
                                        || mount.podUid().equals(claim.owner())));
        return isOfOther ? refusal(NOT_OWN, key) : ofClaim(key);
    }

    private Verdict ofSharedClaim(ObjectName key) {
        var claim = storage.claims().get(key);
        boolean isTaken = claim != null && claim.isForOnePod() && users.getOrDefault(key, 0) > 0;
        return isTaken ? refusal(IN_USE, key) : ofClaim(key);
    }

    private Verdict ofClaim(ObjectName key) {
        var claim = storage.claims().get(key);
        if (claim == null) {
            return refusal(NO_CLAIM, key);
        }
        return switch (claim.state()) {
            case LOST -> refusal(LOST, key);
            case TERMINATING -> refusal(LEAVING, key);
            case PREBOUND -> refusal(UNBOUND, key);
            case UNBOUND -> bindsWithPod(claim) ? new Verdict.Fits() : refusal(UNBOUND, key);
            case BOUND ->
                    storage.volumes().has(claim.volume())
                            ? new Verdict.Fits()
                            : new Verdict.Refused(
                                    because(
                                            NO_VOLUME,
                                            key.toString(),
                                            fact("volume", claim.volume()),
                                            fact("claim", key.toString())));
        };
    }

    private boolean bindsWithPod(Claim claim) {
        var volumeClass = storage.classes().get(claim.asks().volumeClass());
        return volumeClass != null && volumeClass.binding() == VolumeClass.Binding.WITH_POD;
    }

    private static Verdict refusal(Rule rule, ObjectName claim) {
        return new Verdict.Refused(
                because(rule, claim.toString(), fact("claim", claim.toString())));
    }

    /// The rules for one node, if the pod passes those for all nodes.
    Verdict on(int index, Shape shape) {
        var node = pods.node(index);
        var verdict = disks(node, index, shape);
        if (verdict.fits()) {
            verdict = attaching.on(index, shape);
        }
        return verdict.fits() ? binding.on(node, claims(shape), zoned(shape)) : verdict;
    }

    private Verdict disks(Node node, int index, Shape shape) {
        var there = new ArrayList<Mount.Disk>();
        pods.forEach(index, (other, _) -> there.addAll(disks(other)));
        for (var disk : disks(shape)) {
            if (there.stream().anyMatch(disk::conflictsWith)) {
                return new Verdict.Refused(because(DISK, node.name(), fact("disk", disk.id())));
            }
        }
        return new Verdict.Fits();
    }

    private static List<Mount.Disk> disks(Shape shape) {
        var disks = new ArrayList<Mount.Disk>();
        for (var mount : shape.mounts()) {
            if (mount instanceof Mount.Disk disk) {
                disks.add(disk);
            }
        }
        return disks;
    }

    private List<Claim> claims(Shape shape) {
        var claims = new ArrayList<Claim>();
        for (var mount : shape.mounts()) {
            AttachLimits.claim(storage, shape, mount).ifPresent(claims::add);
        }
        return claims;
    }

    /// The claims whose volumes have zone labels that count: all but generic ephemeral volumes.
    private List<Claim> zoned(Shape shape) {
        var claims = new ArrayList<Claim>();
        for (var mount : shape.mounts()) {
            if (mount instanceof Mount.Claim) {
                AttachLimits.claim(storage, shape, mount).ifPresent(claims::add);
            }
        }
        return claims;
    }
}
