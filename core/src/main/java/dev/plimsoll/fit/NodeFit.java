package dev.plimsoll.fit;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.refused;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.quantity.Resources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The nodes of a cluster with their pods, and whether one more pod fits on them: all required
/// rules of kube-scheduler.
///
/// Adding and removing a pod costs only the work for the values that change. Rules are evaluated
/// per shape and per kind of node ([NodeKinds]).
///
/// **Invariant:** after any sequence of changes it answers like one built from the nodes in their
/// current state: `NodeFitTest`.
public final class NodeFit {

    public static final int NO_ROOM = -1;

    private static final Rule NOT_UNDERSTOOD =
            refused("not-understood", "the pod has {what}: whether it fits is unknown");

    private static final Rule NOMINATED =
            refused(
                    "nominated-node",
                    "{subject} is the nominated node of a pending pod: whether another pod fits is"
                            + " unknown");

    /// The rules of one shape, prepared for questions about many nodes.
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

        /// One more pod fits in amounts of free resources, as [NodeFit#mostFree] returns them.
        public boolean fitsIn(long[] free) {
            return need.fitsIn(free);
        }

        /// How many more pods fit on the node by their resource requests alone.
        public int most(int node) {
            return need.most(node);
        }

        /// The first node from `begin` on where one more pod fits by its resource requests; the
        /// number of nodes if there is none.
        public int firstWithRoom(int begin) {
            return need.firstWithRoom(begin, pods.nodeCount());
        }

        /// If one pod fits on a node, resource requests alone limit how many more fit.
        public boolean isBulk() {
            return isBulk;
        }

        /// The term matches pods of the shape.
        public boolean isMeantBy(PodTerm term) {
            return means(term, shape);
        }

        /// Adds pods to the node, or removes them.
        ///
        /// @param by the number of pods; negative to remove them
        public void change(int node, int by) {
            pods.change(shape, node, by);
            need.change(node, by);
            interPod.change(node, by);
            ports.change(shape, node, by);
            volumes.change(shape, by);
        }
    }

    private final Cluster cluster;
    private final boolean looksAtVolumes;
    private final PodsOnNodes pods;
    private final NodeKinds kinds;
    private final FreeResources columns;
    private final TopologyTallies tallies;
    private final HostPorts ports = new HostPorts();
    private final VolumeRules volumes;
    private final Map<Shape, ShapeFit> shapeFits = new LinkedHashMap<>();

    private NodeFit(Cluster cluster, boolean looksAtVolumes) {
        this.cluster = cluster;
        this.looksAtVolumes = looksAtVolumes;
        this.pods = new PodsOnNodes();
        this.kinds = new NodeKinds();
        this.columns = new FreeResources(pods);
        this.tallies = new TopologyTallies(pods, this::means);
        this.volumes = new VolumeRules(cluster.storage(), pods);
    }

    /// A copy of one to which nothing but nodes was added.
    ///
    /// @param nodes as many, some of which may be others than in the original
    private NodeFit(NodeFit original, List<Node> nodes) {
        this.cluster = original.cluster;
        this.looksAtVolumes = original.looksAtVolumes;
        this.pods = PodsOnNodes.of(nodes);
        this.kinds = original.kinds.copy();
        this.columns = original.columns.copy(pods);
        this.tallies = new TopologyTallies(pods, this::means);
        this.volumes = new VolumeRules(cluster.storage(), pods);
        for (int node = 0; node < pods.nodeCount(); node++) {
            if (!pods.node(node).equals(original.pods.node(node))) {
                kinds.read(pods.node(node), node);
                columns.read(node);
            }
            if (!pods.node(node).isPlain()) {
                addRules(node);
            }
        }
    }

    /// For nodes alone. Volumes are unknown and refuse no pod.
    public static NodeFit of(List<Node> nodes) {
        var nodeFit = new NodeFit(Cluster.EMPTY, false);
        nodes.forEach(nodeFit::add);
        return nodeFit;
    }

    /// For nodes beside the namespaces, nominations and storage of a cluster.
    ///
    /// @param nodes may differ from those of the cluster
    public static NodeFit of(List<Node> nodes, Cluster cluster) {
        var nodeFit = new NodeFit(cluster, true);
        nodes.forEach(nodeFit::add);
        return nodeFit;
    }

    /// Adds a node with its pods; returns its index.
    public int add(Node node) {
        int index = pods.nodeCount();
        pods.add(node);
        kinds.read(node, index);
        columns.read(index);
        tallies.add(index);
        if (!node.isPlain()) {
            addRules(index);
        }
        return index;
    }

    /// Adds the rules that pods of the node have for other pods.
    private void addRules(int node) {
        pods.forEach(
                node,
                (shape, count) -> {
                    tallies.bring(shape, node, count);
                    ports.change(shape, node, count);
                    volumes.change(shape, count);
                });
    }

    /// One for these nodes. It saves the work of adding those that are the same here, at the same
    /// place.
    public NodeFit withNodes(List<Node> nodes) {
        if (!shapeFits.isEmpty()) {
            throw new IllegalStateException("shapes were asked about or changed");
        }
        if (nodes.size() < size()) {
            throw new IllegalArgumentException(
                    "there are at least " + size() + " nodes, got " + nodes.size());
        }
        var copy = new NodeFit(this, nodes.subList(0, size()));
        nodes.subList(size(), nodes.size()).forEach(copy::add);
        return copy;
    }

    /// The number of nodes.
    public int size() {
        return pods.nodeCount();
    }

    /// One more pod of the shape fits on the node.
    public boolean fits(Shape shape, int node) {
        return shapeFit(shape).fits(node);
    }

    /// The same as `fits`, with the first rule that refuses the pod, in the order of
    /// kube-scheduler.
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

    /// The resource of which the node has too little, if the verdict is about that alone. Empty if
    /// that is not certain without the verdict.
    String shortOf(Shape shape, int index) {
        boolean isFirst =
                shape.mounts().isEmpty()
                        && shape.ports().isEmpty()
                        && Fit.admits(pods.node(index), shape).fits();
        return isFirst ? shapeFit(shape).need.shortOf(index) : "";
    }

    private Verdict understood(Shape shape, int index) {
        var node = pods.node(index).name();
        var unknown = shape.placement().unknown();
        if (!unknown.isEmpty()) {
            return new Verdict.Unknown(
                    because(NOT_UNDERSTOOD, node, fact("what", String.join(" and ", unknown))));
        }
        return cluster.isNominated(node, shape.priority())
                ? new Verdict.Unknown(because(NOMINATED, node))
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

    /// The free resources of the node, without those that have no limit.
    public Resources free(int node) {
        return columns.free(node);
    }

    /// The most that any of some nodes has free of each resource.
    ///
    /// @param count how many of the nodes count
    public long[] mostFree(int[] nodes, int count) {
        return columns.most(nodes, count);
    }

    /// The dominant share of the node's allocatable that is free.
    public long room(int node) {
        return columns.share(node);
    }

    /// The rules of a shape.
    public ShapeFit shapeFit(Shape shape) {
        return shapeFits.computeIfAbsent(shape, ShapeFit::new);
    }

    private boolean means(PodTerm term, Shape shape) {
        return term.matches(shape, cluster.namespace(shape.namespace()));
    }
}
