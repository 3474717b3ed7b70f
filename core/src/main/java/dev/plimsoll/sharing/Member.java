package dev.plimsoll.sharing;

import dev.plimsoll.selection.Labels;
import java.util.List;

/// A cluster that may run replicas.
///
/// @param least its minimum of replicas, whatever its weight
public record Member(
        String name, Weight weight, Room room, int least, Labels labels, Location location) {

    /// The location of a cluster. Unknown texts are empty.
    public record Location(String provider, String region, List<String> zones) {

        public static final Location UNKNOWN = new Location("", "", List.of());

        public Location {
            zones = List.copyOf(zones);
        }
    }

    public Member {
        if (least < 0) {
            throw new IllegalArgumentException("a minimum is zero or more, got " + least);
        }
    }

    /// A cluster without a limit or minimum.
    public static Member of(String name, long weight) {
        return new Member(
                name, Weight.of(weight), new Room.Unlimited(), 0, Labels.NONE, Location.UNKNOWN);
    }

    public Member with(Room other) {
        return new Member(name, weight, other, least, labels, location);
    }

    public Member atLeast(int replicas) {
        return new Member(name, weight, room, replicas, labels, location);
    }
}
