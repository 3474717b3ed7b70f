package dev.plimsoll.cluster;

import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Objects of a cluster by chance, from few names and numbers, so that they often meet.
public final class AnyObject {

    private static final List<String> KEYS = List.of("app", "disk", "zone");
    private static final List<String> VALUES = List.of("1", "2", "a");

    private final RandomGenerator random;

    public AnyObject(RandomGenerator random) {
        this.random = random;
    }

    public Labels labels() {
        var labels = new TreeMap<String, String>();
        KEYS.forEach(key -> {
            if (random.nextBoolean()) {
                labels.put(key, of(VALUES));
            }
        });
        return Labels.of(labels);
    }

    /// Amounts of up to so much of each resource; some are left out.
    public Resources resources(long most) {
        var amounts = new TreeMap<String, Long>();
        for (var name : List.of("cpu", "ephemeral-storage", "memory", "nvidia.com/gpu")) {
            if (random.nextInt(3) > 0) {
                amounts.put(name, random.nextLong(0, most + 1));
            }
        }
        return Resources.of(amounts);
    }

    public Shape shape() {
        return new Shape(
                of(List.of("shop", "bank")),
                Labels.NONE,
                resources(2),
                placement(),
                of(List.of(Owner.REPLICA_SET, Owner.JOB, Owner.DAEMON_SET)),
                random.nextInt(2));
    }

    public Placement placement() {
        return new Placement(
                random.nextInt(4) == 0 ? labels() : Labels.NONE,
                random.nextInt(3) == 0
                        ? new Affinity.AnyOf(some(this::term))
                        : new Affinity.Anywhere(),
                random.nextInt(2) == 0 ? some(this::toleration) : List.of());
    }

    /// A shape that has wishes about its company, or takes a port.
    public Shape choosyShape() {
        var plain = shape();
        var placement =
                new Placement(
                        plain.nodeSelector(),
                        plain.affinity(),
                        plain.tolerations(),
                        constraints(),
                        random.nextInt(3) == 0 ? some(this::port) : List.of(),
                        List.of(),
                        List.of());
        return new Shape(
                        plain.namespace(),
                        labels(),
                        plain.requests(),
                        placement,
                        plain.owner(),
                        plain.priority())
                .in(of(List.of(Shape.Stage.values())));
    }

    /// This placement, with more that few pods have.
    public Placement withExtras(Placement plain) {
        return new Placement(
                plain.nodeSelector(),
                plain.affinity(),
                plain.tolerations(),
                constraints(),
                some(this::port),
                some(this::mount),
                some(() -> "resource claims"));
    }

    private PodConstraints constraints() {
        return new PodConstraints(some(this::podTerm), some(this::podTerm), some(this::spread));
    }

    private Mount mount() {
        return switch (random.nextInt(4)) {
            case 0 -> new Mount.Claim(of(VALUES));
            case 1 -> new Mount.OwnClaim(of(VALUES), of(List.of("", "uid")));
            case 2 ->
                    new Mount.Disk(
                            of(List.of("kubernetes.io/rbd", "kubernetes.io/aws-ebs")),
                            of(VALUES),
                            some(() -> of(VALUES)),
                            of(List.of(Mount.Access.values())));
            default -> new Mount.Inline("kubernetes.io/cinder");
        };
    }

    public PodTerm podTerm() {
        return new PodTerm(some(() -> of(List.of("shop", "bank"))), selector(), selector(), key());
    }

    public Spread spread() {
        return new Spread(
                random.nextInt(1, 4),
                key(),
                selector(),
                random.nextInt(1, 4),
                of(List.of(Spread.Policy.values())),
                of(List.of(Spread.Policy.values())));
    }

    public Selector selector() {
        return random.nextInt(4) == 0
                ? Selector.nothing()
                : new Selector.AllOf(some(this::requirement));
    }

    private HostPort port() {
        return new HostPort(
                of(List.of("TCP", "UDP")),
                of(List.of(HostPort.ANY, "10.0.0.1", "10.0.0.2")),
                random.nextInt(80, 82));
    }

    private String key() {
        return of(KEYS);
    }

    public Affinity.Term term() {
        return new Affinity.Term(some(this::requirement), List.of());
    }

    public Requirement requirement() {
        return new Requirement(of(KEYS), of(List.of(Operator.values())), some(() -> of(VALUES)));
    }

    public Toleration toleration() {
        return new Toleration(
                of(KEYS),
                of(List.of(Toleration.Match.values())),
                of(VALUES),
                some(() -> of(List.of(Taint.Effect.values()))));
    }

    public Taint taint() {
        return new Taint(of(KEYS), of(VALUES), of(List.of(Taint.Effect.values())));
    }

    /// Without pods.
    public Node node(String name) {
        var offers = resources(12);
        return new Node(
                name,
                Instant.EPOCH.plusSeconds(random.nextInt(3)),
                labels(),
                random.nextInt(3) == 0 ? some(this::taint) : List.of(),
                random.nextBoolean() ? offers.with(Resources.PODS, random.nextInt(8)) : offers,
                random.nextInt(5) == 0 ? new NodeState.Cordoned() : new NodeState.Active(),
                random.nextInt(5) > 0,
                random.nextInt(5) == 0,
                List.of());
    }

    public Budget budget(String name) {
        return new Budget(
                of(List.of("shop", "bank")), name, some(this::requirement), random.nextInt(3));
    }

    public Group group(String name) {
        return new Group(
                name,
                labels(),
                random.nextInt(10),
                Limits.UNLIMITED,
                Template.UNKNOWN,
                new Money(random.nextInt(2)));
    }

    public <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private <T> List<T> some(Supplier<T> one) {
        var some = new ArrayList<T>();
        for (int left = random.nextInt(3); left > 0; left--) {
            some.add(one.get());
        }
        return some;
    }

    /// The same elements in another order.
    public <T> List<T> shuffled(List<T> ordered) {
        var shuffled = new ArrayList<>(ordered);
        for (int i = shuffled.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            shuffled.set(j, shuffled.set(i, shuffled.get(j)));
        }
        return shuffled;
    }

    /// An equal shape, made of other objects whose parts were given in another order.
    public Shape copy(Shape shape) {
        return new Shape(
                        new String(shape.namespace()),
                        copy(shape.labels()),
                        copy(shape.requests()),
                        new Placement(
                                copy(shape.nodeSelector()),
                                copy(shape.affinity()),
                                shuffled(shape.tolerations()).stream().map(this::copy).toList(),
                                copy(shape.constraints()),
                                shuffled(shape.ports()),
                                shuffled(shape.mounts()),
                                shuffled(shape.placement().unknown())),
                        shape.owner(),
                        shape.priority())
                .in(shape.stage());
    }

    private PodConstraints copy(PodConstraints constraints) {
        return new PodConstraints(
                shuffled(constraints.near()),
                shuffled(constraints.apart()),
                shuffled(constraints.spread()));
    }

    /// An equal node, made of other objects whose parts were given in another order.
    public Node copy(Node node) {
        return new Node(
                new String(node.name()),
                Instant.parse(node.created().toString()),
                copy(node.labels()),
                shuffled(node.taints()),
                copy(node.allocatable()),
                node.state(),
                node.ready(),
                node.noDelete(),
                shuffled(node.pods()).stream().map(this::copy).toList());
    }

    public Pods copy(Pods pods) {
        return new Pods(copy(pods.shape()), pods.count(), new String(pods.first()));
    }

    private Affinity copy(Affinity affinity) {
        return switch (affinity) {
            case Affinity.Anywhere _ -> new Affinity.Anywhere();
            case Affinity.AnyOf(var terms) ->
                    new Affinity.AnyOf(
                            shuffled(terms).stream()
                                    .map(term ->
                                            new Affinity.Term(
                                                    copies(term.labels()), copies(term.fields())))
                                    .toList());
        };
    }

    private List<Requirement> copies(List<Requirement> requirements) {
        return shuffled(requirements).stream()
                .map(some -> new Requirement(some.key(), some.operator(), shuffled(some.values())))
                .toList();
    }

    private Toleration copy(Toleration some) {
        return new Toleration(some.key(), some.match(), some.value(), shuffled(some.effects()));
    }

    private Labels copy(Labels labels) {
        return Labels.of(labels.toMap());
    }

    private Resources copy(Resources resources) {
        var copy = Resources.NONE;
        for (var name : shuffled(resources.names())) {
            copy = copy.with(name, resources.asked(name));
        }
        return copy;
    }
}
