package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Budget;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Value;
import java.util.Map;
import java.util.TreeMap;

/// Puts Kubernetes objects into an inventory, and takes them out again.
///
/// A mistake in an object is reported and the object left as it was; the others go on.
public final class Objects {

    private final Inventory inventory;
    private final Mistakes mistakes;
    private final TreeMap<String, Integer> counts = new TreeMap<>();

    public Objects(Inventory inventory, Mistakes mistakes) {
        this.inventory = inventory;
        this.mistakes = mistakes;
    }

    /// How many objects were put, by the names of their kinds.
    public Map<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /// The object is there, and is so. A pod that has finished is gone.
    public void put(Value.Mapping object) {
        put(object, Type.UNKNOWN);
    }

    /// @param ofList the type of those objects of a list that do not say theirs
    void put(Value.Mapping object, Type ofList) {
        var type = Type.of(object).orElse(ofList);
        var kind = type.isKnown() ? type.kind() : Kind.shaped(object);
        counts.merge(kind == Kind.OTHER ? type.toString() : kind.toString(), 1, Integer::sum);
        if (kind == Kind.OTHER) {
            return;
        }
        var own = new Mistakes();
        var name = name(object, kind);
        var at = At.root(object, kind + " " + name, own);
        if (name.name().isEmpty()) {
            at.get("metadata").mistake("name is missing; every object has one");
        }
        try {
            var putting = prepared(kind, at, name);
            if (own.isEmpty()) {
                putting.run();
            }
        } catch (ArithmeticException tooMuch) {
            at.mistake("together this is more than can be counted; check the amounts");
        }
        mistakes.addAll(own.list());
    }

    /// The object is gone.
    public void delete(Value.Mapping object) {
        var kind = Type.of(object).kind();
        remove(kind, name(object, kind));
    }

    /// Reads the object; what is returned puts it.
    private Runnable prepared(Kind kind, At at, ObjectName name) {
        return switch (kind) {
            case POD -> {
                if (PodReading.isFinished(at)) {
                    yield () -> remove(kind, name);
                }
                var pod = PodReading.pod(at, name);
                yield () -> inventory.put(pod);
            }
            case NODE -> {
                var node = NodeReading.node(at, name);
                yield () -> inventory.put(node);
            }
            case BUDGET -> {
                var selector = at.get("spec").get("selector");
                if (coversNothing(at, selector)) {
                    yield () -> remove(kind, name);
                }
                var budget =
                        new Budget(
                                name.namespace(),
                                name.name(),
                                Specs.selector(selector),
                                Math.max(0, at.get("status").get("disruptionsAllowed").whole()));
                yield () -> inventory.put(budget);
            }
            case OTHER -> () -> {};
        };
    }

    /// No selector selects nothing. An empty one selects everything, but in the old version of the
    /// kind nothing.
    private static boolean coversNothing(At budget, At selector) {
        if (!selector.isThere()) {
            return true;
        }
        return budget.get("apiVersion").text().equals("policy/v1beta1")
                && Specs.selector(selector).isEmpty();
    }

    private void remove(Kind kind, ObjectName name) {
        switch (kind) {
            case POD -> inventory.removePod(name.namespace(), name.name());
            case NODE -> inventory.removeNode(name.name());
            case BUDGET -> inventory.removeBudget(name.namespace(), name.name());
            case OTHER -> {}
        }
    }

    private static ObjectName name(Value.Mapping object, Kind kind) {
        if (!(object.get("metadata") instanceof Value.Mapping metadata)) {
            return new ObjectName("", "");
        }
        var name = Type.text(metadata, "name");
        if (kind == Kind.NODE) {
            return new ObjectName("", name);
        }
        var namespace = Type.text(metadata, "namespace");
        return new ObjectName(namespace.isEmpty() ? "default" : namespace, name);
    }
}
