package dev.plimsoll.packing.bound;

import java.util.Arrays;
import java.util.BitSet;

/// An index of the lots by their free amount of one resource: for every amount that occurs, the
/// lots with that amount or more.
final class RoomIndex {

    private final long[] rungs;
    private final BitSet[] lots;

    /// @param rooms by lot
    RoomIndex(long[] rooms) {
        rungs = Arrays.stream(rooms).sorted().distinct().toArray();
        lots = new BitSet[rungs.length];
        Arrays.setAll(lots, _ -> new BitSet(rooms.length));
        for (int lot = 0; lot < rooms.length; lot++) {
            lots[Arrays.binarySearch(rungs, rooms[lot])].set(lot);
        }
        for (int rung = rungs.length - 2; rung >= 0; rung--) {
            lots[rung].or(lots[rung + 1]);
        }
    }

    /// Removes the lots that have less from a set.
    void keep(BitSet some, long asked) {
        int found = Arrays.binarySearch(rungs, asked);
        int rung = found < 0 ? ~found : found;
        if (rung == rungs.length) {
            some.clear();
        } else {
            some.and(lots[rung]);
        }
    }
}
