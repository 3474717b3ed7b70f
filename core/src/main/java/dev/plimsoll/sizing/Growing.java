package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.decision.Step.UndrainNode;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past.CoolDown;
import dev.plimsoll.sizing.Past.Starving;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// The growing half of a turn: how many nodes are missing, and where they come from. Draining nodes
/// are taken back first, newest first; the provider is asked for the rest.
final class Growing {

    private final SizingFacts scene;
    private final Draft draft;
    private final Starved starved;
    private final List<Node> undrained = new ArrayList<>();
    private Use use;
    private int more;
    private CoolDown coolDown;

    Growing(SizingFacts scene, Draft draft) {
        this.scene = scene;
        this.draft = draft;
        this.use = scene.growing();
        this.coolDown = scene.past.coolDown();
        this.starved = new Starved(scene, draft);
    }

    /// Nodes that are to take pods again.
    List<Node> undrained() {
        return undrained;
    }

    CoolDown coolDown() {
        return coolDown;
    }

    List<Starving> starving() {
        return starved.remembered();
    }

    boolean isCoolingDown() {
        return scene.now.isBefore(coolDown.until());
    }

    /// Pods fit no node as it is, and get another only later; until then the group keeps what it
    /// has.
    boolean backsOff() {
        return starved.backsOff();
    }

    /// @return something is missing, whether or not it can be had
    boolean grow() {
        int byMin = Math.max(0, scene.policy.limits().least() - scene.nodes());
        boolean tooFull = use.isAbove(scene.policy.growth().above());
        if (tooFull || byMin > 0) {
            explain(byMin);
            int wanted = Math.max(needed(use), byMin);
            takeBack(byMin, wanted);
            more =
                    scene.isSource()
                            ? wanted - undrained.size()
                            : Math.max(needed(use), byMin - undrained.size());
        }
        boolean feeds = scene.policy.growth().onStarve() && feed();
        if (!tooFull && byMin == 0 && !feeds) {
            return false;
        }
        resize();
        return true;
    }

    private void explain(int byMin) {
        int byUse = needed(use);
        int nodes = scene.nodes();
        var resource = neediest();
        if (byMin > byUse) {
            draft.because(
                    Rules.BELOW_MIN,
                    scene.name(),
                    fact("nodes", nodes),
                    fact("wanted", nodes + byMin));
        } else if (byUse > 0 && isUnknown()) {
            draft.because(
                    Rules.NO_TEMPLATE,
                    scene.name(),
                    fact("nodes", nodes),
                    fact("wanted", nodes + byUse));
        } else if (byUse == 0) {
            draft.because(Rules.NO_HELP, scene.name(), fact("resource", use.fullest()));
        } else {
            var facts = new ArrayList<Fact>();
            facts.add(fact("resource", resource));
            facts.add(fact("nodes", nodes));
            facts.add(fact("wanted", nodes + byUse));
            facts.addAll(use.percents(resource, ""));
            facts.addAll(grown(byUse).percents(resource, "After"));
            var rule = use.offersNone(resource) ? Rules.FROM_ZERO : Rules.TOO_FULL;
            draft.because(rule, scene.name(), facts);
        }
    }

    /// The use once so many nodes have come. The source takes a new node for an average one.
    private Use grown(int nodes) {
        return takesAverage() ? use.plusAverage(scene.nodes(), nodes) : use.plus(scene.each, nodes);
    }

    private boolean takesAverage() {
        return scene.isSource() && scene.nodes() > 0;
    }

    /// How many more nodes bring every resource to its line that new nodes can bring there.
    private int needed(Use beside) {
        return beside.names().stream().mapToInt(name -> needed(beside, name)).max().orElse(0);
    }

    private int needed(Use beside, String name) {
        var line = scene.policy.growth().above();
        if (!beside.isAbove(name, line)) {
            return 0;
        }
        if (takesAverage()) {
            var nodes = BigInteger.valueOf(scene.nodes());
            var offered = beside.offered(name);
            return offered.signum() == 0
                    ? 0
                    : atMost(
                            line.missing(
                                    beside.asked(name).multiply(nodes),
                                    offered.multiply(nodes),
                                    offered));
        }
        if (isUnknown()) {
            return 1;
        }
        long each = scene.each.offered(name);
        if (each == Resources.UNLIMITED) {
            return 1;
        }
        if (each == 0) {
            return 0;
        }
        return atMost(
                line.missing(beside.asked(name), beside.offered(name), BigInteger.valueOf(each)));
    }

    /// What a new node offers is not known. The source trusts what it knows only if that is both
    /// cpu and memory, and needs it only if it has no node to look at.
    private boolean isUnknown() {
        if (!scene.isSource()) {
            return scene.each.isEmpty();
        }
        return !takesAverage()
                && (scene.each.isEmpty()
                        || scene.each.offered(Resources.CPU) == 0
                        || scene.each.offered(Resources.MEMORY) == 0);
    }

    private static int atMost(BigInteger nodes) {
        return nodes.min(BigInteger.valueOf(Integer.MAX_VALUE / 4)).intValueExact();
    }

    private String neediest() {
        return use.names().stream()
                .reduce((most, name) -> needed(use, name) > needed(use, most) ? name : most)
                .orElse(Resources.CPU);
    }

    /// The source takes back as many as it wants nodes; what each of them brings is not looked at.
    private void takeBack(int byMin, int wanted) {
        for (var node : healthyDraining()) {
            boolean enough =
                    scene.isSource()
                            ? undrained.size() >= wanted
                            : needed(use) == 0 && undrained.size() >= byMin;
            if (enough || undrained.size() >= room()) {
                return;
            }
            undrain(node);
        }
    }

    private void undrain(Node node) {
        undrained.add(node);
        use = use.plus(scene.size(node), 1);
    }

    private List<Node> healthyDraining() {
        return scene.byState.draining().stream()
                .filter(node -> node.ready() && !node.isStarting())
                .sorted(Comparator.comparing(Node::created).reversed().thenComparing(Node::name))
                .toList();
    }

    /// How many active nodes the group may still get.
    private int room() {
        return Math.max(0, scene.policy.limits().most() - scene.nodes());
    }

    /// Looks after pods that fit no node as it is, nodes on their way included.
    ///
    /// @return a node was found or asked for
    private boolean feed() {
        if (more > 0 || scene.byState.arriving() > 0 || isHeldBack()) {
            return false;
        }
        var nodes = new ArrayList<>(scene.byState.ready());
        scene.byState.starting().forEach(node -> nodes.add(node.inService()));
        undrained.forEach(node -> nodes.add(node.inService()));
        var hungry = starved.hungry(nodes);
        if (hungry.isEmpty()) {
            return false;
        }
        if (room() == undrained.size()) {
            draft.because(Rules.AT_MOST, scene.name(), fact("most", scene.policy.limits().most()));
            return false;
        }
        feed(hungry);
        return true;
    }

    private void feed(List<Pods> hungry) {
        draft.because(Rules.STARVED, scene.name(), Draft.about(hungry));
        hungry.forEach(starved::remember);
        boolean allFed = hungry.stream().allMatch(this::isFedByDraining);
        more = allFed ? 0 : 1;
    }

    /// A draining node is taken back that takes the pod; one may do for several.
    private boolean isFedByDraining(Pods pods) {
        if (undrained.stream().anyMatch(node -> takes(node, pods))) {
            return true;
        }
        for (var node : healthyDraining()) {
            if (undrained.size() < room() && takes(node, pods)) {
                undrain(node);
                return true;
            }
        }
        return false;
    }

    private static boolean takes(Node node, Pods pods) {
        return Fit.on(node.inService(), pods.shape()).fits();
    }

    private void resize() {
        if (!undrained.isEmpty()) {
            undrained.forEach(node -> draft.take(new UndrainNode(node.name())));
            draft.because(
                    Rules.UNDRAINED,
                    scene.name(),
                    fact("count", undrained.size()),
                    fact("names", Draft.examples(undrained.stream().map(Node::name).toList())));
        }
        int wanted = Math.min(more, Math.max(0, room() - undrained.size()));
        if (wanted < more) {
            draft.because(Rules.AT_MOST, scene.name(), fact("most", scene.policy.limits().most()));
        }
        if (wanted > 0) {
            ask(wanted);
        }
    }

    private void ask(int nodes) {
        var group = scene.seen.group();
        if (!scene.isSource() && isHeldBack()) {
            draft.because(
                    Rules.COOLING_DOWN,
                    scene.name(),
                    fact("seconds", Duration.between(scene.now, coolDown.until()).toSeconds()));
            return;
        }
        long machines =
                scene.isSource()
                        ? (long) group.target() + nodes
                        : (long) scene.byState.coming() + scene.byState.leaving() + nodes;
        int target = (int) Math.min(machines, group.provider().most());
        if (target < machines) {
            draft.because(
                    Rules.PROVIDER_AT_MOST, scene.name(), fact("most", group.provider().most()));
        }
        if (target > group.target()) {
            draft.take(new ResizeGroup(group.name(), group.target(), target));
            coolDown = new CoolDown(scene.now.plus(scene.policy.growth().coolDown()), demandNow());
        } else if (target == machines) {
            draft.because(Rules.NOT_DELIVERED, scene.name(), fact("missing", scene.byState.owed()));
        }
    }

    /// It grew lately, and nothing more is asked for since.
    private boolean isHeldBack() {
        return isCoolingDown() && !demandRose();
    }

    private boolean demandRose() {
        return use.askedNames().stream()
                .anyMatch(name ->
                        use.asked(name).compareTo(BigInteger.valueOf(coolDown.demand().asked(name)))
                                > 0);
    }

    private Resources demandNow() {
        var demand = new TreeMap<String, Long>();
        for (var name : use.askedNames()) {
            demand.put(
                    name, use.asked(name).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact());
        }
        return Resources.of(demand);
    }
}
