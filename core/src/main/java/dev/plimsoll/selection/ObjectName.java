package dev.plimsoll.selection;

/// The name of a Kubernetes object in its namespace.
///
/// @param namespace empty for an object of the whole cluster
public record ObjectName(String namespace, String name) implements Comparable<ObjectName> {

    /// Reads `namespace/name`, or a name alone.
    public static ObjectName of(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new ObjectName("", text)
                : new ObjectName(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(ObjectName other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /// The same on every machine: the shape of a map depends on it.
    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    /// `namespace/name`, or the name alone.
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
