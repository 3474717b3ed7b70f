package dev.plimsoll.kube;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.FailedMachines.Cause;
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
import dev.plimsoll.provider.Provider;
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
final class NodesProvider implements Provider {

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final Duration CREATE_AGAIN = Duration.ofMinutes(1);

    /// How a group behaves.
    ///
    /// @param boot the time from the order of a node until it is created
    /// @param fails the error of every new machine; nothing if machines come
    record Settings(Group group, Duration boot, Optional<Cause> fails) {}

    private final ApiServer server;
    private final WatchedCluster watched;
    private final NodeOrders orders;
    private final Supplier<Instant> now;
    private final Map<String, Settings> groups = new LinkedHashMap<>();
    private final Map<String, Instant> created = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    private String problem = "";

    NodesProvider(
            ApiServer server, WatchedCluster watched, String namespace, Supplier<Instant> now) {
        this.server = server;
        this.watched = watched;
        this.orders = new NodeOrders(server, namespace);
        this.now = now;
    }

    /// The groups of the policy; they replace those before.
    void declare(List<Settings> settings) {
        groups.clear();
        settings.forEach(each -> groups.put(each.group().name(), each));
    }

    /// Reads the orders that another process may have written.
    void recall() throws IOException {
        orders.read();
    }

    @Override
    public ProviderState state() {
        return new ProviderState(groups.values().stream().map(this::group).toList(), problem);
    }

    private ProviderGroup group(Settings settings) {
        var nodes = nodes(settings);
        var machines = new ArrayList<Machine>();
        for (var node : nodes) {
            machines.add(
                    new Machine(
                            LiveCluster.id(node),
                            VariantKey.of(node.labels()),
                            node.created(),
                            new Machine.State.Running()));
        }
        for (var order : open(settings)) {
            machines.add(machine(settings, order));
        }
        return new ProviderGroup(
                settings.group().name(),
                machines.size(),
                Limits.UNLIMITED,
                List.of(),
                machines,
                Group.Condition.IN_SERVICE);
    }

    private Machine machine(Settings settings, Order order) {
        var state =
                settings.fails().isPresent() && isDue(settings, order)
                        ? new Machine.State.Failed(
                                settings.fails().get(), "the policy lets machines fail")
                        : new Machine.State.Creating();
        return new Machine(id(settings, order), order.variant(), order.at(), state);
    }

    private boolean isDue(Settings settings, Order order) {
        return !order.at().plus(settings.boot()).isAfter(now.get());
    }

    /// The nodes of a group, without those that were deleted.
    private List<Node> nodes(Settings settings) {
        return cluster().nodes().stream()
                .filter(node -> node.labels().hasAll(settings.group().labels()))
                .filter(node -> !removed.contains(node.name()))
                .toList();
    }

    /// The orders of a group whose nodes are not there yet.
    private List<Order> open(Settings settings) {
        return orders.of(settings.group().name()).stream()
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
                settings -> {
                    var next = new ArrayList<>(open(settings));
                    var variants = new ArrayList<VariantKey>();
                    in.forEach(some -> {
                        for (int i = 0; i < some.nodes(); i++) {
                            variants.add(some.variant());
                        }
                    });
                    for (int i = from; i < machines; i++) {
                        var variant =
                                variants.isEmpty()
                                        ? emptiest(settings, next)
                                        : variants.removeFirst();
                        next.add(new Order(newName(name), variant, now.get()));
                    }
                    return next;
                });
    }

    @Override
    public ProviderAnswer giveUp(String name, int from, int machines) {
        return change(
                name,
                from,
                settings -> {
                    var open = open(settings);
                    int keep = Math.max(0, open.size() - (from - machines));
                    return open.subList(0, keep);
                });
    }

    /// The next orders of a group.
    @FunctionalInterface
    private interface Next {
        List<Order> of(Settings settings);
    }

    private ProviderAnswer change(String name, int from, Next next) {
        var settings = groups.get(name);
        if (settings == null) {
            return new ProviderAnswer.Refused("there is no group " + name);
        }
        if (group(settings).target() != from) {
            return new ProviderAnswer.Changed();
        }
        try {
            return orders.write(name, next.of(settings))
                    ? new ProviderAnswer.Accepted()
                    : new ProviderAnswer.Changed();
        } catch (IOException failure) {
            return new ProviderAnswer.Refused(String.valueOf(failure.getMessage()));
        }
    }

    /// A variant with the fewest nodes and orders, the first of several.
    private VariantKey emptiest(Settings settings, List<Order> ordered) {
        var variants = settings.group().variants().stream().map(Variant::key).toList();
        return variants.stream()
                .min(Comparator.comparingLong(variant -> count(settings, ordered, variant)))
                .orElse(VariantKey.UNKNOWN);
    }

    private long count(Settings settings, List<Order> ordered, VariantKey variant) {
        long nodes =
                nodes(settings).stream()
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
        var settings = groups.get(name);
        if (settings == null) {
            return new ProviderAnswer.Refused("there is no group " + name);
        }
        if (group(settings).target() != from) {
            return new ProviderAnswer.Changed();
        }
        for (var node : nodes(settings)) {
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

    /// Creates the nodes whose boot time is over, and forgets orders whose nodes are there.
    void deliver() {
        removed.removeIf(name -> cluster().node(name) == null);
        problem = "";
        for (var settings : groups.values()) {
            try {
                deliver(settings);
            } catch (IOException failure) {
                problem = String.valueOf(failure.getMessage());
            }
        }
    }

    private void deliver(Settings settings) throws IOException {
        var name = settings.group().name();
        var open = open(settings);
        for (var order : open) {
            var before = created.getOrDefault(order.node(), Instant.MIN);
            if (isDue(settings, order)
                    && settings.fails().isEmpty()
                    && before.isBefore(now.get().minus(CREATE_AGAIN))) {
                create(settings, order);
                created.put(order.node(), now.get());
            }
        }
        if (open.size() < orders.of(name).size()) {
            orders.write(name, open);
        }
    }

    /// A node that exists already was created by a process that ended before it knew.
    private void create(Settings settings, Order order) throws IOException {
        var template = template(settings, order.variant());
        if (template.isEmpty()) {
            throw new IOException(
                    "group "
                            + settings.group().name()
                            + " has no node to copy; set template.allocatable in the policy");
        }
        var reply = server.create("/api/v1/nodes", object(settings, order, template.get()));
        if (reply.status() == 409) {
            var existing = server.get("/api/v1/nodes/" + order.node());
            if (!JsonTree.text(existing.object(), "spec", "providerID")
                    .equals(id(settings, order))) {
                throw new IOException("there is another node named " + order.node());
            }
        } else if (!reply.isGood()) {
            throw server.refused("/api/v1/nodes", reply);
        }
    }

    private static String id(Settings settings, Order order) {
        return "plimsoll://" + settings.group().name() + "/" + order.node();
    }

    /// The declared template of the variant, else that of the newest node of the group.
    private Optional<Template> template(Settings settings, VariantKey key) {
        var declared =
                settings.group().variants().stream()
                        .filter(variant -> isOf(variant.key(), key))
                        .map(Variant::template)
                        .filter(Template::isKnown)
                        .findFirst();
        return declared.or(() ->
                nodes(settings).stream()
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

    private static Map<String, Object> object(Settings settings, Order order, Template template) {
        var labels = template.labels().toMap();
        labels.putAll(settings.group().labels().toMap());
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
                        id(settings, order),
                        "taints",
                        Trees.taints(template.taints())),
                "status",
                Map.of("allocatable", room, "capacity", room));
    }
}
