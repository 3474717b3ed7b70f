package dev.plimsoll.cluster;

/// A port of the node itself that a pod listens on.
///
/// @param address one of the node's; [#ANY] is all of them
public record HostPort(String protocol, String address, int port) {

    public static final String ANY = "0.0.0.0";

    /// Two pods cannot have both on one node.
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
