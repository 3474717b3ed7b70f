package dev.plimsoll.e2e;

import java.net.URI;

/// A further API server on the same etcd, with the same users and the same certificate.
public record ApiServer(URI server, Component component) {}
