package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.storage.Stock;
import dev.plimsoll.storage.Surroundings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The nodes of a cluster with what runs on them, and whether one more pod fits: by all rules that
/// kube-scheduler requires.
///
/// Putting a pod and taking it back cost what they touch. Work is done per shape and per kind of
/// node.
///
/// **Invariant:** after any puts and takes it answers as one made of the nodes as they then are:
/// `NodeFitTest`.
public final class NodeFit {

    public static final int NO_ROOM = -1;

    private static final Rule NOT_UNDERSTOOD =
            refused("not-understood", "the pod has {what}, which is not understood");

    private static final Rule PROMISED =
            refused("not-understood", "room on {subject} is promised to a pod that waits");

    /// A shape that was asked about, with what it needs: the same answers without looking it up.
    public final class ShapeFit {

        private final Shape shape;
        private final ResourceFit need;
        private final InterPodRules interPod;
        private final boolean isBulk;

        private ShapeFit(Shape shape) {
            this.shape = shape;
            this.need = new ResourceFit(shape, pods, columns, kinds);
            this.interPod = new InterPodRules(shape, tallies);
            this.isBulk =
                    shape.constraints().isAny()
                            && shape.ports().isEmpty()
                            && shape.mounts().isEmpty();
        }

        public Shape shape() {
            return shape;
        }

        public boolean fits(int node) {
            return need.fits(node)
                    && interPod.allow(node)
                    && ports.conflict(shape, node).isEmpty()
                    && understood(shape, node).fits()
                    && volumes(shape, node).fits();
        }

        /// How many more pods have room on the node, by what they ask for.
        public int most(int node) {
            return need.most(node);
        }

        /// The first node from `begin` on with room for one more pod, by what it asks for; the
        /// number of nodes if none has.
        public int firstWithRoom(int begin) {
            return need.firstWithRoom(begin, pods.nodeCount());
        }

        /// On a node that takes one of them their room alone says how many more it takes.
        public boolean isBulk() {
            return isBulk;
        }

        /// The term means them.
        public boolean isMeantBy(PodTerm term) {
            return means(term, shape);
        }

        /// So many pods come to the node, or leave it.
        public void change(int node, int by) {
            pods.change(shape, node, by);
            need.change(node, by);
            interPod.change(node, by);
            ports.change(shape, node, by);
            volumes.change(shape, by);
        }
    }

    private final Surroundings surroundings;
    private final boolean looksAtVolumes;
    private final PodsOnNodes pods = new PodsOnNodes();
    private final NodeKinds kinds = new NodeKinds();
    private final FreeResources columns = new FreeResources(pods);
    private final TopologyTallies tallies = new TopologyTallies(pods, this::means);
    private final HostPorts ports = new HostPorts();
    private final VolumeRules volumes;
    private final Map<Shape, ShapeFit> shapeFits = new LinkedHashMap<>();

    private NodeFit(Surroundings surroundings, boolean looksAtVolumes) {
        this.surroundings = surroundings;
        this.looksAtVolumes = looksAtVolumes;
        this.volumes = new VolumeRules(surroundings.storage(), pods);
    }

    /// Of nodes alone. Nothing is known of volumes, so they keep no pod off.
    public static NodeFit of(List<Node> nodes) {
        var nodeFit = new NodeFit(new Stock().surroundings(), false);
        nodes.forEach(nodeFit::add);
        return nodeFit;
    }

    public static NodeFit of(List<Node> nodes, Surroundings surroundings) {
        var nodeFit = new NodeFit(surroundings, true);
        nodes.forEach(nodeFit::add);
        return nodeFit;
    }

    /// One more node, with what runs on it; its index.
    public int add(Node node) {
        int index = pods.nodeCount();
        pods.add(node);
        kinds.add(node, index);
        columns.add(index);
        tallies.add(index);
        pods.forEach(
                index,
                (shape, count) -> {
                    ports.change(shape, index, count);
                    volumes.change(shape, count);
                });
        return index;
    }

    /// How many nodes there are.
    public int size() {
        return pods.nodeCount();
    }

    /// One more pod of the shape fits the node beside what is there.
    public boolean fits(Shape shape, int node) {
        return shapeFit(shape).fits(node);
    }

    /// The same as `fits`, with the first rule that keeps the pod off, in the order of the real
    /// scheduler.
    public Verdict verdict(Shape shape, int index) {
        var node = pods.node(index);
        var verdict = looksAtVolumes ? volumes.anywhere(shape) : new Verdict.Fits();
        if (verdict.fits()) {
            verdict = Fit.admits(node, shape);
        }
        if (verdict.fits()) {
            verdict =
                    ports.conflict(shape, index)
                            .<Verdict>map(port -> new Verdict.Refused(Fit.taken(node, port)))
                            .orElseGet(Verdict.Fits::new);
        }
        var shapeFit = shapeFit(shape);
        if (verdict.fits()) {
            verdict = shapeFit.need.verdict(index);
        }
        if (!(verdict instanceof Verdict.Refused)) {
            verdict = volumes(shape, index);
        }
        if (!(verdict instanceof Verdict.Refused)) {
            var constraints = shapeFit.interPod.verdict(node, index);
            verdict = constraints.fits() ? verdict : constraints;
        }
        return verdict.fits() ? understood(shape, index) : verdict;
    }

    private Verdict understood(Shape shape, int index) {
        var node = pods.node(index).name();
        var unknown = shape.placement().unknown();
        if (!unknown.isEmpty()) {
            return new Verdict.Unknown(
                    because(NOT_UNDERSTOOD, node, fact("what", String.join(" and ", unknown))));
        }
        return surroundings.isPromised(node, shape.priority())
                ? new Verdict.Unknown(because(PROMISED, node))
                : new Verdict.Fits();
    }

    private Verdict volumes(Shape shape, int node) {
        if (!looksAtVolumes || shape.mounts().isEmpty()) {
            return new Verdict.Fits();
        }
        var anywhere = volumes.anywhere(shape);
        return anywhere.fits() ? volumes.on(node, shape) : anywhere;
    }

    public void put(Shape shape, int node) {
        shapeFit(shape).change(node, 1);
    }

    public void take(Shape shape, int node) {
        shapeFit(shape).change(node, -1);
    }

    /// What is free on the node; what has no limit is left out.
    public Resources free(int node) {
        return columns.free(node);
    }

    /// The shape, ready to be asked about many nodes.
    public ShapeFit shapeFit(Shape shape) {
        return shapeFits.computeIfAbsent(shape, ShapeFit::new);
    }

    private boolean means(PodTerm term, Shape shape) {
        return term.matches(shape, surroundings.namespace(shape.namespace()));
    }
}
