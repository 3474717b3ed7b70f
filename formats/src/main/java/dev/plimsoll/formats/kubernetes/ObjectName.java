package dev.plimsoll.formats.kubernetes;

/// The name of an object.
///
/// @param namespace empty for objects that are in none
record ObjectName(String namespace, String name) {

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
