package dev.plimsoll.storage;

import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.selection.ObjectName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The storage objects of a cluster at one moment.
public final class Storage {

    public static final Storage EMPTY =
            new Storage(
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty(),
                    SharedMap.empty());

    private record Parts(
            SharedMap<ObjectName, Claim> claims,
            SharedMap<String, Volume> volumes,
            SharedMap<String, VolumeClass> classes,
            SharedMap<String, Driver> drivers,
            SharedMap<String, NodeDrivers> nodes,
            SharedMap<String, Attachment> attachments,
            SharedMap<ObjectName, Capacity> capacities) {}

    private final Parts parts;
    private @Nullable Map<String, List<Volume>> volumesByClass;
    private @Nullable Map<String, List<Attachment>> attachmentsByNode;

    /// @param nodes the drivers of each node, by its name
    public Storage(
            SharedMap<ObjectName, Claim> claims,
            SharedMap<String, Volume> volumes,
            SharedMap<String, VolumeClass> classes,
            SharedMap<String, Driver> drivers,
            SharedMap<String, NodeDrivers> nodes,
            SharedMap<String, Attachment> attachments,
            SharedMap<ObjectName, Capacity> capacities) {
        parts = new Parts(claims, volumes, classes, drivers, nodes, attachments, capacities);
    }

    public SharedMap<ObjectName, Claim> claims() {
        return parts.claims;
    }

    public SharedMap<String, Volume> volumes() {
        return parts.volumes;
    }

    public SharedMap<String, VolumeClass> classes() {
        return parts.classes;
    }

    public SharedMap<String, Driver> drivers() {
        return parts.drivers;
    }

    /// The drivers of each node, by its name.
    public SharedMap<String, NodeDrivers> nodes() {
        return parts.nodes;
    }

    public SharedMap<String, Attachment> attachments() {
        return parts.attachments;
    }

    public SharedMap<ObjectName, Capacity> capacities() {
        return parts.capacities;
    }

    /// The volumes of each storage class, by name.
    public List<Volume> volumesOf(String volumeClass) {
        if (volumesByClass == null) {
            var byClass = new LinkedHashMap<String, List<Volume>>();
            parts.volumes.forEach((_, volume) ->
                    byClass.computeIfAbsent(volume.offers().volumeClass(), _ -> new ArrayList<>())
                            .add(volume));
            volumesByClass = byClass;
        }
        return volumesByClass.getOrDefault(volumeClass, List.of());
    }

    /// The attachments of a node, by name.
    public List<Attachment> attachedTo(String node) {
        if (attachmentsByNode == null) {
            var byNode = new LinkedHashMap<String, List<Attachment>>();
            parts.attachments.forEach((_, attachment) ->
                    byNode.computeIfAbsent(attachment.node(), _ -> new ArrayList<>())
                            .add(attachment));
            attachmentsByNode = byNode;
        }
        return attachmentsByNode.getOrDefault(node, List.of());
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Storage that && parts.equals(that.parts));
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
