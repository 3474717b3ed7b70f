package dev.plimsoll.cluster;

import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.storage.Attachment;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.Driver;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Volume;
import dev.plimsoll.storage.VolumeClass;
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
                        random.nextInt(2))
                .with(random.nextInt(4) == 0 ? disruption() : Shape.Disruption.USUAL);
    }

    private Shape.Disruption disruption() {
        return new Shape.Disruption(of(List.of(Shape.Consent.values())), random.nextBoolean());
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
                        time(),
                        labels(),
                        random.nextInt(3) == 0 ? some(this::taint) : List.of(),
                        random.nextBoolean()
                                ? offers.with(Resources.PODS, random.nextInt(8))
                                : offers,
                        random.nextInt(3) == 0 ? state() : new NodeState.Active(),
                        random.nextInt(5) > 0,
                        random.nextInt(5) == 0,
                        List.of())
                .with(random.nextInt(4) == 0 ? machine() : Node.Machine.UNKNOWN);
    }

    public NodeState state() {
        return of(
                List.of(
                        new NodeState.Active(),
                        new NodeState.Paused(),
                        new NodeState.Cordoned(),
                        new NodeState.Draining(time(), of(List.of(DrainCause.values()))),
                        new NodeState.Forced(),
                        new NodeState.Leaving("a spot notice"),
                        new NodeState.Closed("virtual")));
    }

    private Node.Machine machine() {
        return new Node.Machine(
                of(List.of("", "aws:///i-1")), of(List.of("", "blue", "green")), resources(12));
    }

    public Instant time() {
        return Instant.EPOCH.plusSeconds(random.nextInt(4));
    }

    public ObjectName name() {
        return new ObjectName(namespace(), of(VALUES));
    }

    public String namespace() {
        return of(List.of("shop", "bank"));
    }

    public Budget budget() {
        return new Budget(
                name(),
                some(this::requirement),
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3),
                of(List.of(Budget.Unready.values())));
    }

    public Group group(String name) {
        return new Group(
                name,
                labels(),
                random.nextInt(10),
                Limits.UNLIMITED,
                List.of(variant()),
                new GroupSpread(
                        of(List.of(GroupSpread.Zones.values())),
                        of(List.of(GroupSpread.Types.values()))),
                some(this::failed),
                of(List.of(Group.Condition.values())));
    }

    private Variant variant() {
        return new Variant(
                new VariantKey(of(VALUES), of(VALUES), of(List.of("", "spot"))),
                random.nextBoolean()
                        ? Template.UNKNOWN
                        : new Template(resources(12), labels(), some(this::taint)),
                random.nextBoolean()
                        ? new Price.Unknown("not looked up")
                        : new Price.Known(new Money(random.nextInt(2)), "a list"));
    }

    private FailedMachines failed() {
        var cause = of(List.of(FailedMachines.Cause.values()));
        return new FailedMachines(cause, random.nextInt(1, 3), time(), "no capacity");
    }

    public Subnet subnet() {
        return new Subnet(
                of(VALUES), count(), count(), count(), some(() -> of(List.of("blue", "green"))));
    }

    private Count count() {
        return random.nextBoolean() ? Count.unknown() : Count.of(random.nextInt(3));
    }

    public Nomination nomination(String node) {
        return new Nomination(node, random.nextInt(3));
    }

    public Claim claim() {
        var name = name();
        var asks =
                new Claim.Ask(
                        of(VALUES),
                        random.nextInt(3),
                        List.of("ReadWriteOnce"),
                        "",
                        "",
                        selector());
        return new Claim(
                name.namespace(),
                name.name(),
                of(VALUES),
                "",
                of(List.of(Claim.State.values())),
                of(VALUES),
                asks,
                "");
    }

    public Volume volume() {
        return new Volume(
                of(VALUES),
                labels(),
                new Affinity.Anywhere(),
                random.nextBoolean()
                        ? Volume.Claimed.NOBODY
                        : new Volume.Claimed(name(), of(VALUES)),
                new Volume.Offer(of(VALUES), random.nextInt(3), List.of("ReadWriteOnce"), "", ""),
                new Volume.Source(of(VALUES), of(VALUES), ""),
                of(List.of(Volume.State.values())));
    }

    public VolumeClass volumeClass() {
        return new VolumeClass(
                of(VALUES),
                of(VALUES),
                of(List.of(VolumeClass.Binding.values())),
                some(() -> some(this::requirement)));
    }

    public Driver driver() {
        return new Driver(of(VALUES), some(() -> of(List.of(Driver.Trait.values()))));
    }

    public NodeDrivers nodeDrivers() {
        var limits = new TreeMap<String, Integer>();
        limits.put(of(VALUES), random.nextInt(3));
        return new NodeDrivers(of(VALUES), limits, List.of());
    }

    public Attachment attachment() {
        return new Attachment(of(VALUES), of(VALUES), of(VALUES), of(VALUES));
    }

    public Capacity capacity() {
        var name = name();
        return new Capacity(
                name.namespace(), name.name(), of(VALUES), random.nextInt(3), selector());
    }

    public CapacityBuffer capacityBuffer() {
        var kind = of(List.of("PodTemplate", "Deployment", "Rollout", ""));
        return new CapacityBuffer(
                name(),
                new BufferSize(
                        count(5), count(200), random.nextBoolean() ? Resources.NONE : resources(9)),
                new KindName(kind, name()),
                time());
    }

    public ResourceQuota quota() {
        return new ResourceQuota(name(), resources(9), resources(9), some(this::scope));
    }

    private Requirement scope() {
        return random.nextBoolean()
                ? Requirement.in("PriorityClass", of(VALUES))
                : new Requirement(
                        of(List.of("BestEffort", "NotTerminating")),
                        Requirement.Operator.EXISTS,
                        List.of());
    }

    /// @param kind of the object that describes pods
    public Workload workload(String kind) {
        var name = name();
        var shape = random.nextBoolean() ? shape() : choosyShape();
        return new Workload(
                new KindName(kind, name),
                new Pod(name.name(), "", labels(), shape.with(Labels.NONE)),
                count(5),
                random.nextBoolean()
                        ? Reserve.unmarked()
                        : new Reserve.Placeholders(random.nextInt(3)),
                random.nextBoolean() ? "" : of(VALUES));
    }

    private Count count(int most) {
        return random.nextInt(3) == 0 ? Count.unknown() : Count.of(random.nextInt(most));
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
                .in(shape.stage())
                .with(shape.disruption())
                .with(shape.reserve());
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
                        shuffled(node.pods()).stream().map(this::copy).toList())
                .with(node.machine());
    }

    public Pods copy(Pods pods) {
        return new Pods(copy(pods.shape()), pods.count(), new String(pods.first()), pods.age());
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
