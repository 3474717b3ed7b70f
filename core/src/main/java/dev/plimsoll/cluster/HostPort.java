package dev.plimsoll.cluster;

/// A host port of a pod.
///
/// @param address an address of the node; [#ANY] is all of them
public record HostPort(String protocol, String address, int port) {

    public static final String ANY = "0.0.0.0";

    /// Two pods with these ports cannot run on one node.
    public boolean conflictsWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (address.equals(ANY)
                        || other.address.equals(ANY)
                        || address.equals(other.address));
    }

    @Override
    public String toString() {
        var at = address.equals(ANY) ? "" : address + ":";
        return at + port + "/" + protocol;
    }
}
