package dev.plimsoll.selection;

/// What keeps pods off a node unless they tolerate it.
public record Taint(String key, String value, Effect effect) {

    /// What happens to pods that do not tolerate it.
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE
    }

    /// Pods that do not tolerate it cannot come.
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
