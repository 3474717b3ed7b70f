package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Texts that stand for names: an `x` and ten characters of a keyed hash, equal for equal names.
///
/// Texts that many clusters have, or that prices and comparisons need, stand for themselves. Which
/// ones follows from the text alone, except for the values of a few labels; so equal texts stay
/// equal whichever object or field they are in.
final class Pseudonyms {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int LENGTH = 10;

    /// Truth values, and the numbers that `Gt` and `Lt` compare; a longer number may be an account.
    private static final Pattern SMALL = Pattern.compile("true|false|-?[0-9]{1,6}");

    /// The namespaces of every cluster, the kinds of owners, the values of annotations and the
    /// defaults that are read, and the drivers that many clusters have.
    private static final Set<String> COMMON =
            Set.of(
                    "",
                    "default",
                    "kube-node-lease",
                    "kube-public",
                    "kube-system",
                    "CronJob",
                    "DaemonSet",
                    "Deployment",
                    "Job",
                    "Node",
                    "PersistentVolumeClaim",
                    "Pod",
                    "ReplicaSet",
                    "ReplicationController",
                    "StatefulSet",
                    "file",
                    "http",
                    "0.0.0.0",
                    "rbd",
                    "kubernetes.io/no-provisioner",
                    "cephfs.csi.ceph.com",
                    "cinder.csi.openstack.org",
                    "csi.vsphere.vmware.com",
                    "disk.csi.azure.com",
                    "driver.longhorn.io",
                    "ebs.csi.aws.com",
                    "efs.csi.aws.com",
                    "file.csi.azure.com",
                    "filestore.csi.storage.gke.io",
                    "fsx.csi.aws.com",
                    "local.csi.k8s.io",
                    "nfs.csi.k8s.io",
                    "pd.csi.storage.gke.io",
                    "rancher.io/local-path",
                    "rbd.csi.ceph.com",
                    "secrets-store.csi.k8s.io",
                    "topolvm.io");

    /// The makers of labels and taints that mean the same in every cluster.
    private static final List<String> MAKERS =
            List.of(
                    "alibabacloud.com",
                    "amazonaws.com",
                    "amd.com",
                    "aws.com",
                    "azure.com",
                    "cloud.google.com",
                    "digitalocean.com",
                    "eksctl.io",
                    "gardener.cloud",
                    "gke.io",
                    "hetzner.cloud",
                    "intel.com",
                    "k8s.aws",
                    "k8s.io",
                    "karpenter.sh",
                    "kubernetes.io",
                    "linode.com",
                    "nvidia.com",
                    "openshift.io",
                    "oraclecloud.com",
                    "plimsoll.dev",
                    "virtual-kubelet.io",
                    "x-k8s.io");

    /// Labels, taints and fields without a maker that mean the same in every cluster.
    private static final Set<String> KEYS =
            Stream.of(
                            WellKnown.VIRTUAL_LABELS,
                            WellKnown.LEAVING_TAINTS,
                            WellKnown.TERMINATION_TAINTS,
                            List.of(
                                    "",
                                    "CriticalAddonsOnly",
                                    "controller-revision-hash",
                                    "controller-uid",
                                    "job-name",
                                    "metadata.name",
                                    "pod-template-generation",
                                    "pod-template-hash"))
                    .flatMap(List::stream)
                    .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> ROLES =
            Set.of("agent", "control-plane", "etcd", "infra", "master", "node", "worker");

    /// Labels that keep their values: prices, groups and the state of a node follow from them.
    private static final Set<String> TELLING =
            Stream.of(
                            WellKnown.INSTANCE_TYPES,
                            WellKnown.REGIONS,
                            WellKnown.OSES,
                            WellKnown.POOLS,
                            WellKnown.CAPACITY_TYPES,
                            WellKnown.ACCELERATORS,
                            List.of(WellKnown.ARCH, "beta.kubernetes.io/arch", Keys.DRAINING))
                    .flatMap(List::stream)
                    .collect(Collectors.toUnmodifiableSet());

    private final Mac mac;
    private final Set<String> regions;

    /// @param regions the names of public regions
    Pseudonyms(byte[] salt, List<String> regions) {
        this.regions = new HashSet<>(regions);
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(salt, ALGORITHM));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
        }
    }

    String text(String text) {
        return isCommon(text) ? text : hash(text);
    }

    private boolean isCommon(String text) {
        return COMMON.contains(text) || SMALL.matcher(text).matches() || isPublicPlace(text);
    }

    /// A region of a cloud, or a zone in it: `us-east-1a`, `europe-west1-b`, `westeurope-1`. New
    /// nodes get a zone's name in every label that had it.
    private boolean isPublicPlace(String text) {
        int end = text.length();
        return regions.contains(text)
                || (end > 1 && regions.contains(text.substring(0, end - 1)))
                || (end > 2
                        && text.charAt(end - 2) == '-'
                        && regions.contains(text.substring(0, end - 2)));
    }

    /// The words of the text between dashes, each by itself. The claim of an ephemeral volume has
    /// the name of its pod, a dash, and the name of the volume.
    String words(String text) {
        return Arrays.stream(text.split("-", -1)).map(this::text).collect(Collectors.joining("-"));
    }

    /// The name of a label or a taint. A role is part of it.
    String labelKey(String key) {
        if (key.startsWith(WellKnown.ROLE)) {
            var role = key.substring(WellKnown.ROLE.length());
            return WellKnown.ROLE + (ROLES.contains(role) ? role : text(role));
        }
        int slash = key.indexOf('/');
        boolean isPublic = slash > 0 && isOfMaker(key.substring(0, slash));
        return isPublic || KEYS.contains(key) ? key : hash(key);
    }

    private static boolean isOfMaker(String domain) {
        return MAKERS.stream()
                .anyMatch(maker -> domain.equals(maker) || domain.endsWith("." + maker));
    }

    /// The value of a label or a taint. That of a volume can list several zones.
    String labelValue(String key, String value) {
        if (TELLING.contains(key) || WellKnown.isVirtual(Labels.of(key, value))) {
            return value;
        }
        return WellKnown.ZONAL.contains(key)
                ? Arrays.stream(value.split("__", -1))
                        .map(zone -> text(zone.strip()))
                        .collect(Collectors.joining("__"))
                : text(value);
    }

    /// The id of a machine: its cloud is kept.
    String providerId(String id) {
        int end = id.indexOf("://");
        return end < 0 ? text(id) : id.substring(0, end) + "://" + text(id.substring(end + 3));
    }

    private String hash(String text) {
        long bits = ByteBuffer.wrap(mac.doFinal(text.getBytes(StandardCharsets.UTF_8))).getLong();
        var pseudonym = new StringBuilder("x");
        for (int letter = 0; letter < LENGTH; letter++) {
            pseudonym.append(LETTERS.charAt((int) Long.remainderUnsigned(bits, LETTERS.length())));
            bits = Long.divideUnsigned(bits, LETTERS.length());
        }
        return pseudonym.toString();
    }
}
