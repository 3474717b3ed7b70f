package dev.plimsoll.selection;

import java.util.List;

/// One condition on labels: `zone In (a, b)`.
public record Requirement(String key, Operator operator, List<String> values) {

    /// The operators of Kubernetes' selectors. `GT` and `LT` compare whole numbers and occur in
    /// node selectors only.
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GT,
        LT
    }

    public Requirement {
        values = values.stream().sorted().toList();
    }

    public static Requirement in(String key, String... values) {
        return new Requirement(key, Operator.IN, List.of(values));
    }

    public boolean matches(Labels labels) {
        boolean there = labels.has(key);
        return switch (operator) {
            case IN -> there && values.contains(labels.get(key));
            case NOT_IN -> !there || !values.contains(labels.get(key));
            case EXISTS -> there;
            case DOES_NOT_EXIST -> !there;
            case GT -> there && compares(labels.get(key), 1);
            case LT -> there && compares(labels.get(key), -1);
        };
    }

    /// Both sides are whole numbers, and comparing the label's with ours gives `sign`.
    private boolean compares(String label, int sign) {
        if (values.size() != 1) {
            return false;
        }
        try {
            return Long.compare(Long.parseLong(label), Long.parseLong(values.getFirst())) == sign;
        } catch (NumberFormatException notWhole) {
            return false;
        }
    }

    @Override
    public String toString() {
        return switch (operator) {
            case IN -> key + " in (" + String.join(", ", values) + ")";
            case NOT_IN -> key + " not in (" + String.join(", ", values) + ")";
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "!" + key;
            case GT -> key + " > " + String.join(", ", values);
            case LT -> key + " < " + String.join(", ", values);
        };
    }
}
