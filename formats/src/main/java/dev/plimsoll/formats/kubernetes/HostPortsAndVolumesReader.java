package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.Mount;
import java.util.ArrayList;
import java.util.List;

/// Reads the host ports and volumes of a pod.
final class HostPortsAndVolumesReader {

    /// Inline volumes of stores that have no rule of their own, by their key in a pod.
    private static final List<String> OTHER_STORES =
            List.of("azureDisk", "azureFile", "cinder", "portworxVolume", "vsphereVolume");

    private HostPortsAndVolumesReader() {}

    /// Containers that start and end before the others hold no port.
    static List<HostPort> ports(Cursor spec) {
        var ports = new ArrayList<HostPort>();
        boolean isOnHost = spec.get("hostNetwork").isTrue();
        for (var container : spec.get("containers").items()) {
            addPorts(ports, container, isOnHost);
        }
        for (var container : spec.get("initContainers").items()) {
            if (container.get("restartPolicy").text().equals("Always")) {
                addPorts(ports, container, isOnHost);
            }
        }
        return ports;
    }

    private static void addPorts(List<HostPort> ports, Cursor container, boolean isOnHost) {
        for (var port : container.get("ports").items()) {
            int number = port.get("hostPort").whole();
            if (number == 0 && isOnHost) {
                number = port.get("containerPort").whole();
            }
            if (number > 0) {
                ports.add(
                        new HostPort(
                                orElse(port.get("protocol").text(), "TCP"),
                                orElse(port.get("hostIP").text(), HostPort.ANY),
                                number));
            }
        }
    }

    static List<Mount> mounts(Cursor pod, String podName) {
        var mounts = new ArrayList<Mount>();
        for (var volume : pod.get("spec").get("volumes").items()) {
            addMount(mounts, volume, podName, pod.get("metadata").get("uid").text());
        }
        return mounts;
    }

    private static void addMount(List<Mount> mounts, Cursor volume, String podName, String podUid) {
        if (volume.get("persistentVolumeClaim").isThere()) {
            var claim = volume.get("persistentVolumeClaim").get("claimName").text();
            mounts.add(new Mount.Claim(claim));
        } else if (volume.get("ephemeral").isThere()) {
            mounts.add(new Mount.OwnClaim(podName + "-" + volume.get("name").text(), podUid));
        }
        var google = volume.get("gcePersistentDisk");
        if (google.isThere()) {
            mounts.add(disk("kubernetes.io/gce-pd", google.get("pdName").text(), google));
        }
        var amazon = volume.get("awsElasticBlockStore");
        if (amazon.isThere()) {
            mounts.add(disk("kubernetes.io/aws-ebs", amazon.get("volumeID").text(), amazon));
        }
        var iscsi = volume.get("iscsi");
        if (iscsi.isThere()) {
            mounts.add(disk("kubernetes.io/iscsi", iscsi.get("iqn").text(), iscsi));
        }
        var rbd = volume.get("rbd");
        if (rbd.isThere()) {
            var pool = orElse(rbd.get("pool").text(), "rbd");
            mounts.add(disk("kubernetes.io/rbd", pool + "/" + rbd.get("image").text(), rbd));
        }
        for (var key : OTHER_STORES) {
            if (volume.get(key).isThere()) {
                mounts.add(new Mount.Inline(plugin(key)));
            }
        }
    }

    /// The name of a store that Kubernetes once attached itself, by its key in objects.
    static String plugin(String key) {
        return switch (key) {
            case "awsElasticBlockStore" -> "kubernetes.io/aws-ebs";
            case "azureDisk" -> "kubernetes.io/azure-disk";
            case "azureFile" -> "kubernetes.io/azure-file";
            case "gcePersistentDisk" -> "kubernetes.io/gce-pd";
            case "portworxVolume" -> "kubernetes.io/portworx-volume";
            case "vsphereVolume" -> "kubernetes.io/vsphere-volume";
            default -> "kubernetes.io/" + key;
        };
    }

    private static Mount.Disk disk(String plugin, String id, Cursor source) {
        var access = source.get("readOnly").isTrue() ? Mount.Access.READ : Mount.Access.WRITE;
        return new Mount.Disk(plugin, id, source.get("monitors").texts(), access);
    }

    private static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }
}
