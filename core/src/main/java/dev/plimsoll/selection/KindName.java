package dev.plimsoll.selection;

/// An object by its kind and its name: `Deployment shop/web`.
public record KindName(String kind, ObjectName object) implements Comparable<KindName> {

    /// Reads the kind, a blank, and the name of the object.
    public static KindName of(String text) {
        int blank = text.indexOf(' ');
        if (blank < 0) {
            throw new IllegalArgumentException("a kind and a name, got " + text);
        }
        return new KindName(text.substring(0, blank), ObjectName.of(text.substring(blank + 1)));
    }

    @Override
    public int compareTo(KindName other) {
        int byKind = kind.compareTo(other.kind);
        return byKind != 0 ? byKind : object.compareTo(other.object);
    }

    /// The same on every machine: the shape of a map depends on it.
    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + object.hashCode();
    }

    @Override
    public String toString() {
        return kind + " " + object;
    }
}
