package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.flag;
import static dev.plimsoll.checker.Tree.has;
import static dev.plimsoll.checker.Tree.labels;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.namespace;
import static dev.plimsoll.checker.Tree.text;
import static dev.plimsoll.checker.Tree.texts;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rule of volume binding: a node must reach the volumes of bound claims; for claims that wait
/// for a node it must have volumes to bind, or capacity to provision one.
final class BindingRule {

    private static final String SELECTED = "volume.kubernetes.io/selected-node";

    private final World world;
    private final Map<String, Object> pod;
    private final Map<String, Object> node;

    private BindingRule(World world, Map<String, Object> pod, Map<String, Object> node) {
        this.world = world;
        this.pod = pod;
        this.node = node;
    }

    static Optional<String> refusal(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        var rule = new BindingRule(world, pod, node);
        return rule.unreachable().or(rule::selectedElsewhere).or(rule::cannotProvision);
    }

    /// Binds claims as the scheduler does when it places the pod on the node.
    static void bind(World world, Map<String, Object> pod, Map<String, Object> node) {
        for (var claim : new BindingRule(world, pod, node).matched()) {
            world.put(claim.volume().isEmpty() ? made(claim, node) : bound(claim));
            claim.volume().ifPresent(volume -> world.put(taken(volume, claim.claim())));
        }
    }

    private static Map<String, Object> made(Matched matched, Map<String, Object> node) {
        return Tree.with(matched.claim(), name(node), "metadata", "annotations", SELECTED);
    }

    private static Map<String, Object> bound(Matched matched) {
        var volume = name(matched.volume().orElseThrow());
        return Tree.with(
                Tree.with(matched.claim(), volume, "spec", "volumeName"),
                "yes",
                "metadata",
                "annotations",
                "pv.kubernetes.io/bind-completed");
    }

    private static Map<String, Object> taken(
            Map<String, Object> volume, Map<String, Object> claim) {
        var reference = Map.of("name", name(claim), "namespace", namespace(claim));
        return Tree.with(volume, reference, "spec", "claimRef");
    }

    private List<Map<String, Object>> claims() {
        return World.claimed(pod).stream()
                .flatMap(claimed -> world.claim(pod, claimed).stream())
                .toList();
    }

    private List<Map<String, Object>> waiting() {
        return claims().stream().filter(claim -> !ClaimRules.bound(claim)).toList();
    }

    private Optional<String> unreachable() {
        return claims().stream()
                .filter(ClaimRules::bound)
                .flatMap(claim ->
                        world.find("PersistentVolume", text(claim, "spec", "volumeName")).stream())
                .filter(volume -> !Selectors.reaches(volume, node))
                .findFirst()
                .map(volume -> "binding: " + name(volume) + " cannot be reached");
    }

    private static boolean selected(Map<String, Object> claim) {
        return has(claim, "metadata", "annotations", SELECTED);
    }

    private Optional<String> selectedElsewhere() {
        return waiting().stream()
                .filter(claim ->
                        selected(claim)
                                && !text(claim, "metadata", "annotations", SELECTED)
                                        .equals(name(node)))
                .findFirst()
                .map(claim -> "binding: " + name(claim) + " is made for another node");
    }

    private Optional<String> cannotProvision() {
        return matched().stream()
                .filter(matched -> matched.volume().isEmpty() && !provisions(matched.claim()))
                .findFirst()
                .map(matched -> "binding: no volume for " + name(matched.claim()));
    }

    /// @param volume an available one for the claim; if there is none, a volume has to be
    ///   provisioned
    private record Matched(Map<String, Object> claim, Optional<Map<String, Object>> volume) {}

    /// An available volume for each claim that can have one: small claims first, small volumes
    /// first. A claim that is listed twice in the pod's volumes needs two.
    private List<Matched> matched() {
        var claims = new ArrayList<>(waiting());
        claims.sort(
                Comparator.comparing(
                        claim -> size(text(claim, "spec", "resources", "requests", "storage"))));
        var chosen = new ArrayList<Map<String, Object>>();
        var matched = new ArrayList<Matched>();
        for (var claim : claims) {
            var volume =
                    selected(claim) ? Optional.<Map<String, Object>>empty() : match(claim, chosen);
            volume.ifPresent(chosen::add);
            matched.add(new Matched(claim, volume));
        }
        return matched;
    }

    private Optional<Map<String, Object>> match(
            Map<String, Object> claim, List<Map<String, Object>> chosen) {
        var candidates =
                world.all("PersistentVolume").stream()
                        .filter(volume -> !chosen.contains(volume))
                        .filter(volume ->
                                World.storageClass(volume).equals(World.storageClass(claim)))
                        .filter(volume ->
                                !has(volume, "spec", "claimRef") || reserved(volume, claim))
                        .filter(volume -> holds(volume, claim))
                        .toList();
        var kept = candidates.stream().filter(volume -> reserved(volume, claim)).findFirst();
        if (kept.isPresent()) {
            return kept.filter(volume -> Selectors.reaches(volume, node));
        }
        return candidates.stream()
                .filter(volume -> text(volume, "status", "phase").equals("Available"))
                .filter(volume -> Selectors.matches(map(claim, "spec", "selector"), labels(volume)))
                .filter(volume -> Selectors.reaches(volume, node))
                .filter(volume ->
                        texts(volume, "spec", "accessModes")
                                .containsAll(texts(claim, "spec", "accessModes")))
                .min(
                        Comparator.comparing(
                                volume -> size(text(volume, "spec", "capacity", "storage"))));
    }

    private static boolean reserved(Map<String, Object> volume, Map<String, Object> claim) {
        var reference = map(volume, "spec", "claimRef");
        var uid = text(reference, "uid");
        return text(reference, "name").equals(name(claim))
                && text(reference, "namespace").equals(namespace(claim))
                && (uid.isEmpty() || uid.equals(text(claim, "metadata", "uid")));
    }

    private static boolean holds(Map<String, Object> volume, Map<String, Object> claim) {
        var wanted = size(text(claim, "spec", "resources", "requests", "storage"));
        return size(text(volume, "spec", "capacity", "storage")).compareTo(wanted) >= 0
                && mode(volume).equals(mode(claim))
                && text(volume, "spec", "volumeAttributesClassName")
                        .equals(text(claim, "spec", "volumeAttributesClassName"))
                && !World.terminating(volume);
    }

    private static String mode(Map<String, Object> claimOrVolume) {
        var mode = text(claimOrVolume, "spec", "volumeMode");
        return mode.isEmpty() ? "Filesystem" : mode;
    }

    private static BigDecimal size(String quantity) {
        return quantity.isEmpty() ? BigDecimal.ZERO : Amounts.parse(quantity);
    }

    private boolean provisions(Map<String, Object> claim) {
        var storage = world.find("StorageClass", World.storageClass(claim)).orElse(Map.of());
        var provisioner = text(storage, "provisioner");
        var topologies = maps(storage, "allowedTopologies");
        return !provisioner.isEmpty()
                && !provisioner.equals("kubernetes.io/no-provisioner")
                && (topologies.isEmpty() || topologies.stream().anyMatch(this::inTopology))
                && hasRoom(storage, claim);
    }

    private boolean inTopology(Map<String, Object> term) {
        var expressions = maps(term, "matchLabelExpressions");
        return !expressions.isEmpty()
                && expressions.stream()
                        .allMatch(expression ->
                                texts(expression, "values")
                                        .contains(
                                                String.valueOf(
                                                        labels(node)
                                                                .get(text(expression, "key")))));
    }

    /// Only drivers that publish their capacity are checked; each claim is checked on its own.
    private boolean hasRoom(Map<String, Object> storage, Map<String, Object> claim) {
        boolean publishes =
                world.find("CSIDriver", text(storage, "provisioner"))
                        .filter(driver -> flag(driver, "spec", "storageCapacity"))
                        .isPresent();
        var wanted = text(claim, "spec", "resources", "requests", "storage");
        return !publishes
                || wanted.isEmpty()
                || world.all("CSIStorageCapacity").stream()
                        .filter(room -> text(room, "storageClassName").equals(name(storage)))
                        .filter(room -> has(room, "nodeTopology"))
                        .filter(room -> Selectors.matches(map(room, "nodeTopology"), labels(node)))
                        .anyMatch(room -> limit(room).compareTo(size(wanted)) >= 0);
    }

    private static BigDecimal limit(Map<String, Object> room) {
        var key = has(room, "maximumVolumeSize") ? "maximumVolumeSize" : "capacity";
        return has(room, key) ? size(text(room, key)) : BigDecimal.ONE.negate();
    }
}
