package dev.plimsoll.selection;

/// A taint of a node: pods that do not tolerate it are kept off.
public record Taint(String key, String value, Effect effect) {

    /// What happens to pods that do not tolerate it.
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE
    }

    /// Pods that do not tolerate it are not scheduled on the node.
    public boolean repels() {
        return effect != Effect.PREFER_NO_SCHEDULE;
    }

    /// `key=value:NoSchedule`, as `kubectl taint` writes it.
    @Override
    public String toString() {
        var name =
                switch (effect) {
                    case NO_SCHEDULE -> "NoSchedule";
                    case PREFER_NO_SCHEDULE -> "PreferNoSchedule";
                    case NO_EXECUTE -> "NoExecute";
                };
        return (value.isEmpty() ? key : key + "=" + value) + ":" + name;
    }
}
