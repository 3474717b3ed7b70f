package dev.plimsoll.e2e;

/// A program of the control plane.
public enum Program {
    ETCD("etcd"),
    API_SERVER("kube-apiserver"),
    CONTROLLERS("kube-controller-manager"),
    SCHEDULER("kube-scheduler"),
    KWOK("kwok");

    private final String binary;

    Program(String binary) {
        this.binary = binary;
    }

    String binary() {
        return binary;
    }
}
