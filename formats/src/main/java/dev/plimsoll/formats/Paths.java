package dev.plimsoll.formats;

/// The keys that lead to a value, as people write them: `groups[2].labels['a.b/c']`.
final class Paths {

    private Paths() {}

    static String key(String path, String key) {
        return path.isEmpty() ? joined(new StringBuilder(step(key))) : path + step(key);
    }

    static String item(String path, int index) {
        return path + "[" + index + "]";
    }

    /// One key, with the separator before it.
    static String step(String key) {
        boolean plain =
                !key.isEmpty()
                        && key.chars()
                                .allMatch(
                                        c -> Character.isLetterOrDigit(c) || c == '-' || c == '_');
        return plain ? "." + key : "['" + key + "']";
    }

    /// Steps one after the other, the joint before the first left out.
    static String joined(StringBuilder steps) {
        return !steps.isEmpty() && steps.charAt(0) == '.' ? steps.substring(1) : steps.toString();
    }
}
