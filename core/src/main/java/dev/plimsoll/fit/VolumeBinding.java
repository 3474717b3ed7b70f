package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.Storage;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The rules for the volumes of a pod's claims: bound volumes are usable on the node, and volumes
/// for unbound claims can be bound or provisioned there.
final class VolumeBinding {

    private static final Rule OUT_OF_REACH =
            refused("volume-affinity", "volume {volume} is {where}");
    private static final Rule OTHER_ZONE =
            refused("volume-zone", "volume {volume} is in {key} {zones}; {subject} is not");
    private static final Rule OTHER_NODE =
            refused("volume-node", "claim {claim} is being provisioned for node {node}");
    private static final Rule NONE_TO_BIND =
            refused(
                    "volume-binding",
                    "no volume can be bound or provisioned for claim {claim} on {subject}");
    private static final Rule NO_SPACE =
            refused(
                    "storage-capacity",
                    "insufficient storage capacity for claim {claim} on {subject}");

    private static final List<String> ZONE_KEYS =
            List.of(WellKnown.OLD_ZONE, WellKnown.OLD_REGION, WellKnown.ZONE, WellKnown.REGION);

    private final Storage storage;

    /// The zones or nodes of each volume, in words.
    private final Map<String, String> places = new LinkedHashMap<>();

    VolumeBinding(Storage storage) {
        this.storage = storage;
    }

    /// @param claims of the pod; each exists
    /// @param zoned the claims whose volumes have zone labels that count
    Verdict on(Node node, List<Claim> claims, List<Claim> zoned) {
        for (var claim : claims) {
            var volume = storage.volumes().get(claim.volume());
            if (volume != null && !volume.reach().matches("", node.labels())) {
                return new Verdict.Refused(
                        because(
                                OUT_OF_REACH,
                                node.name(),
                                fact("volume", volume.name()),
                                fact("where", place(volume))));
            }
        }
        var verdict = unbound(node, claims);
        return verdict.fits() ? zones(node, zoned) : verdict;
    }

    private String place(Volume volume) {
        return places.computeIfAbsent(volume.name(), _ -> place(volume.reach()));
    }

    /// The zones if every term names some, else all conditions.
    private static String place(Affinity reach) {
        var terms = reach instanceof Affinity.AnyOf(var some) ? some : List.<Affinity.Term>of();
        if (terms.isEmpty()) {
            return "usable on no node";
        }
        var zones = terms.stream().map(VolumeBinding::zones).toList();
        if (zones.stream().noneMatch(List::isEmpty)) {
            return "in zone " + joined(" or ", zones.stream().flatMap(List::stream).distinct());
        }
        var conditions = terms.stream().map(term -> joined(" and ", conditions(term)));
        return "usable only on nodes with " + joined(" or ", conditions);
    }

    private static List<String> zones(Affinity.Term term) {
        return term.labels().stream()
                .filter(label -> label.operator() == Operator.IN && label.key().endsWith("/zone"))
                .flatMap(label -> label.values().stream())
                .toList();
    }

    private static Stream<String> conditions(Affinity.Term term) {
        return Stream.concat(term.labels().stream(), term.fields().stream())
                .map(Requirement::toString);
    }

    private static String joined(String by, Stream<String> words) {
        return words.collect(Collectors.joining(by));
    }

    private Verdict unbound(Node node, List<Claim> claims) {
        var chosen = new LinkedHashSet<String>();
        for (var claim : smallestFirst(claims)) {
            if (!claim.selectedNode().isEmpty() && !claim.selectedNode().equals(node.name())) {
                return new Verdict.Refused(
                        because(
                                OTHER_NODE,
                                node.name(),
                                fact("claim", claim.key().toString()),
                                fact("node", claim.selectedNode())));
            }
            var found =
                    claim.selectedNode().isEmpty()
                            ? match(claim, node.labels(), chosen)
                            : Optional.<Volume>empty();
            found.ifPresent(volume -> chosen.add(volume.name()));
            var verdict = found.isPresent() ? new Verdict.Fits() : make(claim, node);
            if (!verdict.fits()) {
                return verdict;
            }
        }
        return new Verdict.Fits();
    }

    private static List<Claim> smallestFirst(List<Claim> claims) {
        var unbound = new ArrayList<Claim>();
        for (var claim : claims) {
            if (claim.state() == Claim.State.UNBOUND) {
                unbound.add(claim);
            }
        }
        unbound.sort(Comparator.comparingLong(claim -> claim.asks().bytes()));
        return unbound;
    }

    /// The volume that is reserved for the claim, or else the smallest available one that matches.
    private Optional<Volume> match(Claim claim, Labels node, Set<String> chosen) {
        var asks = claim.asks();
        Optional<Volume> smallest = Optional.empty();
        for (var volume : storage.volumesOf(asks.volumeClass())) {
            if (chosen.contains(volume.name()) || !volume.suits(claim)) {
                continue;
            }
            boolean isInReach = volume.reach().matches("", node);
            if (volume.belongsTo(claim)) {
                return isInReach ? Optional.of(volume) : Optional.empty();
            }
            boolean suits =
                    volume.isFree()
                            && volume.state() == Volume.State.AVAILABLE
                            && asks.selector().matches(volume.labels())
                            && isInReach
                            && volume.offers().modes().containsAll(asks.modes());
            if (suits && smallest.stream().allMatch(other -> isSmaller(volume, other))) {
                smallest = Optional.of(volume);
            }
        }
        return smallest;
    }

    private static boolean isSmaller(Volume volume, Volume other) {
        return volume.offers().bytes() < other.offers().bytes();
    }

    private Verdict make(Claim claim, Node node) {
        var volumeClass = storage.classes().get(claim.asks().volumeClass());
        if (volumeClass == null
                || !volumeClass.makesVolumes()
                || !volumeClass.reaches(node.labels())) {
            return refusal(NONE_TO_BIND, node, "claim", claim.key().toString());
        }
        return hasSpace(claim, volumeClass, node.labels())
                ? new Verdict.Fits()
                : refusal(NO_SPACE, node, "claim", claim.key().toString());
    }

    private boolean hasSpace(Claim claim, VolumeClass volumeClass, Labels node) {
        var driver = storage.drivers().get(volumeClass.provisioner());
        long bytes = claim.asks().bytes();
        if (bytes == Claim.Ask.NO_SIZE
                || driver == null
                || !driver.has(Driver.Trait.REPORTS_CAPACITY)) {
            return true;
        }
        return storage.capacities().values().stream()
                .anyMatch(capacity -> isEnough(capacity, volumeClass, bytes, node));
    }

    private static boolean isEnough(
            Capacity capacity, VolumeClass volumeClass, long bytes, Labels node) {
        return capacity.volumeClass().equals(volumeClass.name())
                && capacity.largest() >= bytes
                && capacity.nodes().matches(node);
    }

    /// A node without any zone or region label can use volumes of all zones.
    private Verdict zones(Node node, List<Claim> claims) {
        if (ZONE_KEYS.stream().noneMatch(node.labels()::has)) {
            return new Verdict.Fits();
        }
        for (var claim : claims) {
            var volume = storage.volumes().get(claim.volume());
            for (var key : ZONE_KEYS) {
                if (volume != null && !isInZone(volume, key, node.labels())) {
                    return new Verdict.Refused(
                            because(
                                    OTHER_ZONE,
                                    node.name(),
                                    fact("volume", volume.name()),
                                    fact("key", key),
                                    fact("zones", volume.labels().get(key))));
                }
            }
        }
        return new Verdict.Fits();
    }

    /// The label of a volume can list several zones. A list with an empty entry is ignored.
    private static boolean isInZone(Volume volume, String key, Labels node) {
        if (!volume.labels().has(key)) {
            return true;
        }
        var zones = List.of(volume.labels().get(key).split("__", -1));
        if (zones.stream().anyMatch(String::isBlank)) {
            return true;
        }
        var at = node.has(key) ? key : current(key);
        return node.has(at) && zones.stream().map(String::strip).anyMatch(node.get(at)::equals);
    }

    private static String current(String key) {
        return switch (key) {
            case WellKnown.OLD_ZONE -> WellKnown.ZONE;
            case WellKnown.OLD_REGION -> WellKnown.REGION;
            default -> key;
        };
    }

    private static Verdict refusal(Rule rule, Node node, String fact, String value) {
        return new Verdict.Refused(because(rule, node.name(), fact(fact, value)));
    }
}
