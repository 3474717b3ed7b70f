package dev.plimsoll.storage;

import dev.plimsoll.selection.Labels;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Collects namespaces, nominations and storage objects: takes objects as they are reported, in any
/// order and any number of times, and returns them as [Surroundings].
public final class Stock {

    private record Promise(String node, int priority) {}

    private final TreeMap<String, Labels> namespaces = new TreeMap<>();
    private final TreeMap<String, Promise> promises = new TreeMap<>();
    private final TreeMap<String, Claim> claims = new TreeMap<>();
    private final TreeMap<String, Volume> volumes = new TreeMap<>();
    private final TreeMap<String, VolumeClass> classes = new TreeMap<>();
    private final TreeMap<String, Driver> drivers = new TreeMap<>();
    private final TreeMap<String, NodeDrivers> nodes = new TreeMap<>();
    private final TreeMap<String, Attachment> attachments = new TreeMap<>();
    private final TreeMap<String, Capacity> capacities = new TreeMap<>();

    public void put(String namespace, Labels labels) {
        namespaces.put(namespace, labels);
    }

    /// A node is nominated for a pending pod.
    ///
    /// @param pod namespace and name
    public void promise(String pod, String node, int priority) {
        promises.put(pod, new Promise(node, priority));
    }

    public void removePromise(String pod) {
        promises.remove(pod);
    }

    public void put(Claim claim) {
        claims.put(claim.key(), claim);
    }

    public void put(Volume volume) {
        volumes.put(volume.name(), volume);
    }

    public void put(VolumeClass volumeClass) {
        classes.put(volumeClass.name(), volumeClass);
    }

    public void put(Driver driver) {
        drivers.put(driver.name(), driver);
    }

    public void put(NodeDrivers drivers) {
        nodes.put(drivers.node(), drivers);
    }

    public void put(Attachment attachment) {
        attachments.put(attachment.name(), attachment);
    }

    public void put(Capacity capacity) {
        capacities.put(capacity.namespace() + "/" + capacity.name(), capacity);
    }

    public void removeNamespace(String name) {
        namespaces.remove(name);
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(namespace + "/" + name);
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void removeClass(String name) {
        classes.remove(name);
    }

    public void removeDriver(String name) {
        drivers.remove(name);
    }

    public void removeNodeDrivers(String node) {
        nodes.remove(node);
    }

    public void removeAttachment(String name) {
        attachments.remove(name);
    }

    public void removeCapacity(String namespace, String name) {
        capacities.remove(namespace + "/" + name);
    }

    /// All reported objects as one value.
    public Surroundings surroundings() {
        return new Surroundings(
                namespaces,
                promised(),
                new Storage(
                        new TreeMap<>(claims),
                        new TreeMap<>(volumes),
                        new TreeMap<>(classes),
                        new TreeMap<>(drivers),
                        new TreeMap<>(nodes),
                        List.copyOf(attachments.values()),
                        List.copyOf(capacities.values())));
    }

    private SortedMap<String, Integer> promised() {
        var promised = new TreeMap<String, Integer>();
        promises.values()
                .forEach(promise -> promised.merge(promise.node(), promise.priority(), Math::max));
        return promised;
    }
}
