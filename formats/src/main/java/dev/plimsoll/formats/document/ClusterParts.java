package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.FailedMachines;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Reserve;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Consent;
import dev.plimsoll.cluster.Shape.Disruption;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.kubernetes.Specs;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The parts of a cluster as questions and journals write them, and back.
///
/// **Invariant:** a written value reads back as an equal value: `ClusterDocumentTest`.
public final class ClusterParts {

    private static final Map<String, Owner> OWNERS = Choices.of(Owner.values());
    private static final Map<String, DrainCause> CAUSES = Choices.of(DrainCause.values());
    private static final Map<String, FailedMachines.Cause> FAILURES =
            Choices.of(FailedMachines.Cause.values());
    private static final Map<String, Group.Condition> CONDITIONS =
            Choices.of(Group.Condition.values());
    private static final Map<String, GroupSpread.Zones> ZONES =
            Choices.of(GroupSpread.Zones.values());
    private static final Map<String, GroupSpread.Types> TYPES =
            Choices.of(GroupSpread.Types.values());
    private static final Map<String, Price.Basis> BASES = Choices.of(Price.Basis.values());
    private static final Map<String, Budget.Unready> UNREADY = Choices.of(Budget.Unready.values());

    private ClusterParts() {}

    public static Map<String, Object> tree(Shape shape) {
        var tree = new LinkedHashMap<String, Object>();
        put(tree, "namespace", shape.namespace());
        put(tree, "labels", Trees.labels(shape.labels()));
        put(tree, "requests", Trees.resources(shape.requests()));
        PlacementParts.write(shape.placement(), tree);
        tree.put("owner", Choices.name(shape.owner()));
        if (shape.priority() != 0) {
            tree.put("priority", shape.priority());
        }
        switch (shape.stage()) {
            case STAYING -> {}
            case TERMINATING -> tree.put("terminating", true);
            case GATED -> tree.put("gated", true);
            case ELSEWHERE -> tree.put("otherScheduler", true);
            case NOMINATED -> tree.put("nominated", true);
        }
        switch (shape.disruption().consent()) {
            case UNSAID -> {}
            case SAFE -> tree.put("safeToEvict", true);
            case FORBIDDEN -> tree.put("safeToEvict", false);
            case ON_COMPLETION -> tree.put("evictOnCompletion", true);
        }
        if (shape.disruption().localStorage()) {
            tree.put("localStorage", true);
        }
        switch (shape.reserve()) {
            case Reserve.Unmarked _ -> {}
            case Reserve.Placeholders(int count) -> tree.put("reserve", count);
        }
        return tree;
    }

    public static Shape shape(Fields fields) {
        var shape =
                new Shape(
                                fields.text("namespace", ""),
                                fields.labels("labels"),
                                fields.totals("requests"),
                                PlacementParts.read(fields),
                                fields.choice("owner", Owner.NOBODY, OWNERS),
                                fields.whole("priority", 0, Integer.MIN_VALUE, Integer.MAX_VALUE))
                        .with(disruption(fields))
                        .with(reserve(fields));
        if (fields.flag("gated", false)) {
            return shape.in(Shape.Stage.GATED);
        }
        if (fields.flag("otherScheduler", false)) {
            return shape.in(Shape.Stage.ELSEWHERE);
        }
        if (fields.flag("nominated", false)) {
            return shape.in(Shape.Stage.NOMINATED);
        }
        return fields.flag("terminating", false) ? shape.in(Shape.Stage.TERMINATING) : shape;
    }

    private static Disruption disruption(Fields fields) {
        boolean isSafe = fields.flag("safeToEvict", false);
        var unsaid =
                fields.flag("evictOnCompletion", false) ? Consent.ON_COMPLETION : Consent.UNSAID;
        var consent =
                !fields.has("safeToEvict") ? unsaid : isSafe ? Consent.SAFE : Consent.FORBIDDEN;
        return new Disruption(consent, fields.flag("localStorage", false));
    }

    static Reserve reserve(Fields fields) {
        int count = fields.whole("reserve", 0, 0, Reserve.MOST);
        return fields.has("reserve") ? new Reserve.Placeholders(count) : Reserve.unmarked();
    }

    /// Without its pods.
    public static Map<String, Object> tree(Node node) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", node.name());
        put(tree, "group", node.machine().group());
        put(tree, "providerId", node.machine().providerId());
        tree.put("created", node.created().toString());
        if (!node.readySince().equals(node.created())) {
            tree.put("readySince", node.readySince().toString());
        }
        put(tree, "labels", Trees.labels(node.labels()));
        put(tree, "taints", Trees.taints(node.taints()));
        put(tree, "capacity", Trees.resources(node.machine().capacity()));
        put(tree, "allocatable", Trees.resources(node.allocatable()));
        switch (node.state()) {
            case NodeState.Active _ -> {}
            case NodeState.Paused _ -> tree.put("paused", true);
            case NodeState.Cordoned _ -> tree.put("cordoned", true);
            case NodeState.Forced _ -> tree.put("forced", true);
            case NodeState.Leaving(var why) -> tree.put("leaving", why);
            case NodeState.Closed(var why) -> tree.put("closed", why);
            case NodeState.Draining(var since, var why) -> {
                tree.put("drainingSince", since.toString());
                if (why != DrainCause.UNKNOWN) {
                    tree.put("drainingBecause", Choices.name(why));
                }
            }
        }
        if (!node.ready()) {
            tree.put("ready", false);
        }
        if (node.noDelete()) {
            tree.put("noDelete", true);
        }
        return tree;
    }

    /// Without its pods.
    public static Node node(Fields fields) {
        var machine =
                new Node.Machine(
                        fields.text("providerId", ""),
                        fields.text("group", ""),
                        fields.totals("capacity"));
        var created = fields.time("created", Instant.EPOCH);
        return new Node(
                        fields.requiredText("name"),
                        created,
                        fields.labels("labels"),
                        Specs.taints(fields, "taints"),
                        fields.totals("allocatable"),
                        state(fields),
                        fields.flag("ready", true),
                        fields.flag("noDelete", false),
                        List.of())
                .withReadySince(fields.time("readySince", created))
                .with(machine);
    }

    /// The state of a node. Of several keys, the same one counts as on a Kubernetes node.
    static NodeState state(Fields fields) {
        var since = fields.time("drainingSince", Instant.EPOCH);
        var why = fields.choice("drainingBecause", DrainCause.UNKNOWN, CAUSES);
        var closed = fields.text("closed", "");
        var leaving = fields.text("leaving", "");
        var states = new ArrayList<NodeState>();
        if (fields.flag("cordoned", false)) {
            states.add(new NodeState.Cordoned());
        }
        if (fields.flag("forced", false)) {
            states.add(new NodeState.Forced());
        }
        if (fields.has("drainingSince")) {
            states.add(new NodeState.Draining(since, why));
        } else if (fields.has("drainingBecause")) {
            fields.mistake(
                    "drainingBecause",
                    "it has no effect; add the time since when the node is draining as"
                            + " 'drainingSince'");
        }
        if (fields.has("closed")) {
            states.add(new NodeState.Closed(closed));
        }
        if (fields.has("leaving")) {
            states.add(new NodeState.Leaving(leaving));
        }
        if (fields.flag("paused", false)) {
            states.add(new NodeState.Paused());
        }
        return states.isEmpty() ? new NodeState.Active() : states.getFirst();
    }

    static Map<String, Object> tree(Group group) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", group.name());
        put(tree, "labels", Trees.labels(group.labels()));
        tree.put("target", group.target());
        if (!group.provider().equals(Limits.UNLIMITED)) {
            tree.put("provider", tree(group.provider()));
        }
        tree.put("variants", group.variants().stream().<Object>map(ClusterParts::tree).toList());
        if (group.variants().size() > 1 || !group.spread().equals(GroupSpread.PROVIDER)) {
            tree.put("spreadsZones", Choices.name(group.spread().zones()));
            tree.put("spreadsTypes", Choices.name(group.spread().types()));
        }
        put(tree, "failed", group.failed().stream().<Object>map(ClusterParts::tree).toList());
        if (group.condition() != Group.Condition.IN_SERVICE) {
            tree.put("condition", Choices.name(group.condition()));
        }
        return tree;
    }

    private static Map<String, Object> tree(Limits limits) {
        var tree = Trees.ordered("min", limits.least(), "max", limits.most());
        put(tree, "capacity", Trees.resources(limits.capacity()));
        return tree;
    }

    private static Map<String, Object> tree(Variant variant) {
        var tree = new LinkedHashMap<String, Object>();
        put(tree, variant.key());
        if (!variant.template().equals(Template.UNKNOWN)) {
            tree.put("template", Trees.template(variant.template()));
        }
        switch (variant.price()) {
            case Price.Known(var hour, var source) -> {
                tree.put("priceHour", Trees.dollars(hour));
                tree.put("priceSource", source.name());
                if (source.basis() != Price.Basis.STATED) {
                    tree.put("priceBasis", Choices.name(source.basis()));
                }
            }
            case Price.Unknown(var why) -> tree.put("priceUnknown", why);
        }
        return tree;
    }

    private static Map<String, Object> tree(FailedMachines failed) {
        return Trees.ordered(
                "cause",
                Choices.name(failed.cause()),
                "machines",
                failed.machines(),
                "at",
                failed.at().toString(),
                "why",
                failed.why());
    }

    static Group group(Fields fields) {
        var variants = fields.list("variants").stream().map(ClusterParts::variant).toList();
        return new Group(
                fields.requiredText("name"),
                fields.labels("labels"),
                count(fields, "target", 0),
                provider(fields.fields("provider")),
                variants.isEmpty()
                        ? List.of(
                                Variant.of(
                                        Template.UNKNOWN, new Price.Unknown("no price is given")))
                        : variants,
                spread(fields, GroupSpread.PROVIDER),
                fields.list("failed").stream().map(ClusterParts::failed).toList(),
                fields.choice("condition", Group.Condition.IN_SERVICE, CONDITIONS));
    }

    /// Who picks the variants of a group's new nodes.
    static GroupSpread spread(Fields fields, GroupSpread orElse) {
        return new GroupSpread(
                fields.choice("spreadsZones", orElse.zones(), ZONES),
                fields.choice("spreadsTypes", orElse.types(), TYPES));
    }

    /// The provider's own bounds of a group's target.
    static Limits provider(Fields fields) {
        int least = count(fields, "min", 0);
        int most = count(fields, "max", Integer.MAX_VALUE);
        if (least > most) {
            fields.mistake(
                    "min",
                    least
                            + " is above max ("
                            + most
                            + "); lower the minimum, or raise the maximum");
            return new Limits(most, most);
        }
        return new Limits(least, most, fields.totals("capacity"));
    }

    private static Variant variant(Fields fields) {
        var price = fields.money("priceHour", Money.NONE);
        var source =
                new Price.Source(
                        fields.text("priceSource", "the question"),
                        fields.choice("priceBasis", Price.Basis.STATED, BASES));
        var unknown = fields.text("priceUnknown", "no price is given");
        return new Variant(
                key(fields),
                Templates.template(fields.fields("template")),
                fields.has("priceHour")
                        ? new Price.Known(price, source)
                        : new Price.Unknown(unknown));
    }

    static VariantKey key(Fields fields) {
        return new VariantKey(
                fields.text("zone", ""),
                fields.text("instanceType", ""),
                fields.text("capacityType", ""));
    }

    static void put(Map<String, Object> tree, VariantKey key) {
        put(tree, "zone", key.zone());
        put(tree, "instanceType", key.instanceType());
        put(tree, "capacityType", key.capacityType());
    }

    private static FailedMachines failed(Fields fields) {
        return new FailedMachines(
                fields.choice("cause", FailedMachines.Cause.OTHER, FAILURES),
                count(fields, "machines", 1),
                fields.time("at", Instant.EPOCH),
                fields.text("why", ""));
    }

    static Map<String, Object> tree(Budget budget) {
        var tree = new LinkedHashMap<String, Object>();
        put(tree, "namespace", budget.name().namespace());
        tree.put("name", budget.name().name());
        put(tree, "selector", Trees.requirements(budget.selector()));
        tree.put("allowed", budget.allowed());
        tree.put("ready", budget.ready());
        tree.put("required", budget.required());
        if (budget.unready() != Budget.Unready.IF_HEALTHY_BUDGET) {
            tree.put("unready", Choices.name(budget.unready()));
        }
        return tree;
    }

    static Budget budget(Fields fields) {
        return new Budget(
                objectName(fields),
                Specs.requirements(fields, "selector"),
                fields.whole("allowed", 0, Integer.MIN_VALUE, Integer.MAX_VALUE),
                count(fields, "ready", 0),
                count(fields, "required", 0),
                fields.choice("unready", Budget.Unready.IF_HEALTHY_BUDGET, UNREADY));
    }

    static Map<String, Object> tree(Subnet subnet) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", subnet.name());
        tree.put("capacity", count(subnet.capacity()));
        tree.put("others", count(subnet.others()));
        tree.put("batch", count(subnet.batch()));
        put(tree, "groups", subnet.groups());
        return tree;
    }

    static Subnet subnet(Fields fields) {
        return new Subnet(
                fields.requiredText("name"),
                BatchingSeenReader.count(fields, "capacity"),
                BatchingSeenReader.count(fields, "others"),
                BatchingSeenReader.count(fields, "batch"),
                fields.texts("groups"));
    }

    private static Object count(Count count) {
        return switch (count) {
            case Count.Known(int number) -> number;
            case Count.Unknown _ -> "unknown";
        };
    }

    static ObjectName objectName(Fields fields) {
        return new ObjectName(fields.text("namespace", ""), fields.requiredText("name"));
    }

    private static int count(Fields fields, String key, int orElse) {
        return fields.whole(key, orElse, 0, Integer.MAX_VALUE);
    }

    /// Puts what is not empty.
    static void put(Map<String, Object> tree, String key, Object value) {
        boolean empty =
                switch (value) {
                    case Map<?, ?> map -> map.isEmpty();
                    case List<?> list -> list.isEmpty();
                    case String text -> text.isEmpty();
                    default -> false;
                };
        if (!empty) {
            tree.put(key, value);
        }
    }
}
