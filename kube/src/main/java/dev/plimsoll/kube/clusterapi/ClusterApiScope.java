package dev.plimsoll.kube.clusterapi;

/// The objects of a management cluster that are looked at.
///
/// @param namespace the only namespace; empty for all
/// @param cluster the name of the workload cluster that they belong to; empty for all
public record ClusterApiScope(String namespace, String cluster) {

    /// All objects: the management cluster has one workload cluster, often itself.
    public static final ClusterApiScope ALL = new ClusterApiScope("", "");

    boolean covers(ApiObject object) {
        return cluster.isEmpty() || object.text("spec", "clusterName").equals(cluster);
    }
}
