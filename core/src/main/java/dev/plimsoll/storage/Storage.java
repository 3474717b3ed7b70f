package dev.plimsoll.storage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// The storage objects of a cluster at one moment.
///
/// @param claims by namespace and name
/// @param volumes by name
/// @param classes by name
/// @param drivers by name
/// @param nodes by the name of the node
public record Storage(
        SortedMap<String, Claim> claims,
        SortedMap<String, Volume> volumes,
        SortedMap<String, VolumeClass> classes,
        SortedMap<String, Driver> drivers,
        SortedMap<String, NodeDrivers> nodes,
        List<Attachment> attachments,
        List<Capacity> capacities) {

    /// The volumes of each class that are not bound, by name.
    public Map<String, List<Volume>> volumesByClass() {
        var byClass = new LinkedHashMap<String, List<Volume>>();
        for (var volume : volumes.values()) {
            byClass.computeIfAbsent(volume.offers().volumeClass(), _ -> new ArrayList<>())
                    .add(volume);
        }
        return byClass;
    }
}
