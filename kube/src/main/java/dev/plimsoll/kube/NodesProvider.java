package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.Trees;
import dev.plimsoll.kube.NodeOrders.Order;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.provider.ProviderState;
import dev.plimsoll.selection.WellKnown;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/// A provider whose machines are Node objects: it creates and deletes them itself. With KWOK such
/// nodes become Ready, so loops run on a real control plane without machines.
///
/// The target of a group is the number of its nodes and orders.
///
/// Nodes are created a few at a time, the largest first: machines of a cloud do not join in one
/// moment either. If they did, the scheduler would spread the pods over all of them and leave room
/// on each that is too small for the last pods.
final class NodesProvider implements ClusterProvider {

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final Duration CREATE_AGAIN = Duration.ofMinutes(1);

    /// The time between two creations of some nodes.
    private static final Duration APART = Duration.ofMillis(600);

    /// The nodes that are created at a time: as many as clusters usually have zones.
    private static final int AT_A_TIME = 3;

    /// Of many nodes, this part of those that are not there yet.
    private static final int MANY = 33;

    private final ApiServer server;
    private final WatchedCluster watched;
    private final NodeOrders orders;
    private final Supplier<Instant> now;
    private final Map<String, Declared> groups = new LinkedHashMap<>();
    private final Map<String, Instant> created = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    private Instant nextCreation = Instant.MIN;
    private String problem = "";

    NodesProvider(
            ApiServer server, WatchedCluster watched, String namespace, Supplier<Instant> now) {
        this.server = server;
        this.watched = watched;
        this.orders = new NodeOrders(server, namespace);
        this.now = now;
    }

    @Override
    public void declare(List<Declared> declared) {
        groups.clear();
        declared.forEach(each -> groups.put(each.name(), each));
    }

    @Override
    public void recall() throws IOException {
        orders.read();
    }

    @Override
    public ProviderState state() {
        return new ProviderState(groups.values().stream().map(this::group).toList(), problem);
    }

    @Override
    public Optional<ProviderGroup> group(String name) {
        return Optional.ofNullable(groups.get(name)).map(this::group);
    }

    private ProviderGroup group(Declared declared) {
        var nodes = nodes(declared);
        var machines = new ArrayList<Machine>();
        for (var node : nodes) {
            machines.add(
                    new Machine(
                            LiveCluster.id(node),
                            VariantKey.of(node.labels()),
                            node.created(),
                            new Machine.State.Running()));
        }
        for (var order : open(declared)) {
            machines.add(machine(declared, order));
        }
        return new ProviderGroup(
                declared.name(),
                machines.size(),
                Limits.UNLIMITED,
                List.of(),
                machines,
                Group.Condition.IN_SERVICE);
    }

    private Machine machine(Declared declared, Order order) {
        var state =
                declared.settings().fails().isPresent() && isDue(declared, order)
                        ? new Machine.State.Failed(
                                declared.settings().fails().get(), "the policy lets machines fail")
                        : new Machine.State.Creating();
        return new Machine(id(declared, order), order.variant(), order.at(), state);
    }

    private boolean isDue(Declared declared, Order order) {
        return !order.at().plus(declared.settings().boot()).isAfter(now.get());
    }

    /// The nodes of a group, without those that were deleted.
    private List<Node> nodes(Declared declared) {
        var name = declared.group().name();
        var own =
                cluster().groups().has(name)
                        ? cluster().nodesOf(name).stream()
                        : cluster().nodes().stream()
                                .filter(node -> node.labels().hasAll(declared.group().labels()));
        return own.filter(node -> !removed.contains(node.name())).toList();
    }

    /// The orders of a group whose nodes are not there yet.
    private List<Order> open(Declared declared) {
        return orders.of(declared.name()).stream()
                .filter(order -> cluster().node(order.node()) == null)
                .toList();
    }

    private Cluster cluster() {
        return watched.inventory().cluster();
    }

    @Override
    public ProviderAnswer resize(String name, int from, int machines, List<InVariant> in) {
        return change(
                name,
                from,
                declared -> {
                    var next = new ArrayList<>(open(declared));
                    var variants = inTurn(in);
                    for (int i = from; i < machines; i++) {
                        var variant =
                                variants.isEmpty()
                                        ? emptiest(declared, next)
                                        : variants.removeFirst();
                        next.add(new Order(newName(name), variant, now.get()));
                    }
                    return next;
                });
    }

    /// One node of each variant, then the next of each, so that zones fill up side by side.
    private static List<VariantKey> inTurn(List<InVariant> in) {
        var variants = new ArrayList<VariantKey>();
        int most = in.stream().mapToInt(InVariant::nodes).max().orElse(0);
        for (int round = 0; round < most; round++) {
            for (var some : in) {
                if (round < some.nodes()) {
                    variants.add(some.variant());
                }
            }
        }
        return variants;
    }

    @Override
    public ProviderAnswer giveUp(String name, int from, int machines) {
        return change(
                name,
                from,
                declared -> {
                    var open = open(declared);
                    int keep = Math.max(0, open.size() - (from - machines));
                    return open.subList(0, keep);
                });
    }

    /// The next orders of a group.
    @FunctionalInterface
    private interface Next {
        List<Order> of(Declared declared);
    }

    private ProviderAnswer change(String name, int from, Next next) {
        var declared = groups.get(name);
        if (declared == null) {
            return new ProviderAnswer.Refused("there is no group " + name);
        }
        if (group(declared).target() != from) {
            return new ProviderAnswer.Changed();
        }
        try {
            return orders.write(name, next.of(declared))
                    ? new ProviderAnswer.Accepted()
                    : new ProviderAnswer.Changed();
        } catch (IOException failure) {
            return new ProviderAnswer.Refused(String.valueOf(failure.getMessage()));
        }
    }

    /// A variant with the fewest nodes and orders, the first of several.
    private VariantKey emptiest(Declared declared, List<Order> ordered) {
        var variants = declared.group().variants().stream().map(Variant::key).toList();
        return variants.stream()
                .min(Comparator.comparingLong(variant -> count(declared, ordered, variant)))
                .orElse(VariantKey.UNKNOWN);
    }

    private long count(Declared declared, List<Order> ordered, VariantKey variant) {
        long nodes =
                nodes(declared).stream()
                        .filter(node -> isOf(variant, VariantKey.of(node.labels())))
                        .count();
        return nodes + ordered.stream().filter(order -> isOf(variant, order.variant())).count();
    }

    private static boolean isOf(VariantKey variant, VariantKey other) {
        return variant.zone().equals(other.zone())
                && variant.instanceType().equals(other.instanceType());
    }

    private static String newName(String group) {
        var name = new StringBuilder(group).append('-');
        for (int i = 0; i < 5; i++) {
            name.append(LETTERS.charAt(ThreadLocalRandom.current().nextInt(LETTERS.length())));
        }
        return name.toString();
    }

    @Override
    public ProviderAnswer remove(String name, int from, List<String> machines) {
        var declared = groups.get(name);
        if (declared == null) {
            return new ProviderAnswer.Refused("there is no group " + name);
        }
        if (group(declared).target() != from) {
            return new ProviderAnswer.Changed();
        }
        for (var node : nodes(declared)) {
            if (machines.contains(LiveCluster.id(node))) {
                try {
                    delete(node);
                } catch (IOException failure) {
                    return new ProviderAnswer.Refused(String.valueOf(failure.getMessage()));
                }
            }
        }
        return new ProviderAnswer.Accepted();
    }

    private void delete(Node node) throws IOException {
        var uid = watched.node(node.name()).map(WatchedCluster.NodeVersion::uid).orElse("");
        var path = "/api/v1/nodes/" + node.name();
        var options =
                Trees.ordered(
                        "apiVersion",
                        "v1",
                        "kind",
                        "DeleteOptions",
                        "preconditions",
                        Map.of("uid", uid));
        var reply = server.delete(path, options);
        if (!reply.isGood() && reply.status() != 404) {
            throw server.refused(path, reply);
        }
        removed.add(node.name());
    }

    /// Creates nodes whose boot time is over, and forgets orders whose nodes are there.
    @Override
    public void deliver() {
        problem = "";
        if (removed.isEmpty()
                && groups.keySet().stream().allMatch(name -> orders.of(name).isEmpty())) {
            return;
        }
        removed.removeIf(name -> cluster().node(name) == null);
        created.values().removeIf(at -> at.isBefore(now.get().minus(CREATE_AGAIN)));
        for (var declared : groups.values()) {
            try {
                forget(declared);
            } catch (IOException failure) {
                problem = String.valueOf(failure.getMessage());
            }
        }
        if (!now.get().isBefore(nextCreation)) {
            createSome();
        }
    }

    /// Forgets orders whose nodes are there.
    private void forget(Declared declared) throws IOException {
        var open = open(declared);
        if (open.size() < orders.of(declared.name()).size()) {
            orders.write(declared.name(), open);
        }
    }

    private void createSome() {
        int open = groups.values().stream().mapToInt(each -> open(each).size()).sum();
        int most = Math.max(AT_A_TIME, Math.ceilDiv(open, MANY));
        for (var declared : largestFirst()) {
            for (var order : due(declared)) {
                if (most == 0) {
                    return;
                }
                most--;
                nextCreation = now.get().plus(APART);
                try {
                    create(declared, order);
                    created.put(order.node(), now.get());
                } catch (IOException failure) {
                    problem = String.valueOf(failure.getMessage());
                    break;
                }
            }
        }
    }

    private List<Declared> largestFirst() {
        return groups.values().stream()
                .sorted(
                        Comparator.comparingLong((Declared each) ->
                                        each.group().variants().stream()
                                                .mapToLong(NodesProvider::cpu)
                                                .max()
                                                .orElse(0))
                                .reversed())
                .toList();
    }

    private static long cpu(Variant variant) {
        return variant.template().allocatable().cpu().millis();
    }

    /// The orders whose nodes can be created.
    private List<Order> due(Declared declared) {
        if (declared.settings().fails().isPresent()) {
            return List.of();
        }
        return open(declared).stream()
                .filter(order -> isDue(declared, order) && !created.containsKey(order.node()))
                .toList();
    }

    /// A node that exists already was created by a process that ended before it knew.
    private void create(Declared declared, Order order) throws IOException {
        var template = template(declared, order.variant());
        if (template.isEmpty()) {
            throw new IOException(
                    "group "
                            + declared.name()
                            + " has no node to copy; set template.allocatable in the policy");
        }
        var reply = server.create("/api/v1/nodes", object(declared, order, template.get()));
        if (reply.status() == 409) {
            var path = "/api/v1/nodes?fieldSelector=metadata.name%3D" + order.node();
            var nodes = JsonTree.maps(server.get(path).object(), "items");
            var wanted = id(declared, order);
            if (nodes.stream()
                    .noneMatch(node -> JsonTree.text(node, "spec", "providerID").equals(wanted))) {
                throw new IOException("there is another node named " + order.node());
            }
        } else if (!reply.isGood()) {
            throw server.refused("/api/v1/nodes", reply);
        }
    }

    private static String id(Declared declared, Order order) {
        return "plimsoll://" + declared.name() + "/" + order.node();
    }

    /// The declared template of the variant, else that of the newest node of the group.
    private Optional<Template> template(Declared declared, VariantKey key) {
        var known =
                declared.group().variants().stream()
                        .filter(variant -> isOf(variant.key(), key))
                        .map(Variant::template)
                        .filter(Template::isKnown)
                        .findFirst();
        return known.or(() ->
                nodes(declared).stream()
                        .max(Comparator.comparing(Node::created).thenComparing(Node::name))
                        .map(Node::inService)
                        .map(node ->
                                new Template(
                                        node.allocatable(),
                                        node.labels(),
                                        node.taints().stream()
                                                .filter(taint ->
                                                        !taint.key().equals(Node.DRAINING_TAINT))
                                                .toList())));
    }

    private static Map<String, Object> object(Declared declared, Order order, Template template) {
        var labels = template.labels().toMap();
        labels.putAll(declared.group().labels().toMap());
        labels.put(Node.HOSTNAME, order.node());
        if (!order.variant().zone().isEmpty()) {
            labels.put(WellKnown.ZONE, order.variant().zone());
        }
        var room = Trees.resources(template.allocatable());
        return Trees.ordered(
                "apiVersion",
                "v1",
                "kind",
                "Node",
                "metadata",
                Trees.ordered(
                        "name",
                        order.node(),
                        "labels",
                        labels,
                        "annotations",
                        Map.of("kwok.x-k8s.io/node", "fake")),
                "spec",
                Trees.ordered(
                        "providerID",
                        id(declared, order),
                        "taints",
                        Trees.taints(template.taints())),
                "status",
                Map.of("allocatable", room, "capacity", room));
    }

    @Override
    public void close() {}
}
