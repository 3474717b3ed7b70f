package dev.plimsoll.kube.clusterapi;

/// The kinds of Cluster API that groups and their machines are made of.
enum MachineKind {
    MACHINE_DEPLOYMENT("MachineDeployment", "machinedeployments"),
    MACHINE_SET("MachineSet", "machinesets"),
    MACHINE_POOL("MachinePool", "machinepools"),
    MACHINE("Machine", "machines");

    static final String API_GROUP = "cluster.x-k8s.io";

    private final String text;
    private final String plural;

    MachineKind(String text, String plural) {
        this.text = text;
        this.plural = plural;
    }

    String plural() {
        return plural;
    }

    @Override
    public String toString() {
        return text;
    }
}
