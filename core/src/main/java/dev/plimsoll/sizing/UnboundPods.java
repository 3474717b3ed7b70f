package dev.plimsoll.sizing;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.sizing.Past.Unbound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Pods that stay pending although Ready nodes have room for them. The scheduler has a reason that
/// the cluster does not show, so a new node would not help: they ask for none for a while.
final class UnboundPods {

    /// How long Ready nodes have room before the scheduler is believed.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Duration FIRST = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final SizingFacts facts;

    UnboundPods(SizingFacts facts) {
        this.facts = facts;
    }

    /// The back-off of some pods of the shape, if it lasts.
    Optional<Unbound> backOff(Pods pods) {
        return known(pods).filter(entry -> entry.backOff().lasts(facts.now));
    }

    private Optional<Unbound> known(Pods pods) {
        return facts.past.unbound().stream().filter(entry -> entry.isFor(pods)).findFirst();
    }

    /// What the next turn has to know.
    List<Unbound> remembered(PodPlaces places) {
        var next = new ArrayList<Unbound>();
        for (var pods : facts.pending) {
            var known = known(pods).orElseGet(() -> first(pods));
            remembered(known, pods, places.onReady(pods.shape())).ifPresent(next::add);
        }
        next.sort(Comparator.comparing(Unbound::shape));
        return next;
    }

    private Unbound first(Pods pods) {
        return new Unbound(pods.shape().id(), pods.count(), facts.now, BackOff.NONE);
    }

    /// @param room the number of the pods for which Ready nodes have room
    private Optional<Unbound> remembered(Unbound known, Pods pods, int room) {
        if (known.backOff().lasts(facts.now)) {
            return Optional.of(known);
        }
        if (room == 0) {
            return known.backOff().isNone() ? Optional.empty() : Optional.of(since(known, pods));
        }
        if (pods.age().oldest().isAfter(known.since())) {
            return Optional.of(first(pods.times(room)));
        }
        int same = Math.min(room, known.pods());
        boolean isLong = !facts.now.isBefore(known.since().plus(PATIENCE));
        var backOff = isLong ? known.backOff().failed(facts.now, FIRST, LONGEST) : known.backOff();
        var since = isLong ? backOff.until() : known.since();
        return Optional.of(new Unbound(known.shape(), same, since, backOff));
    }

    /// The pods have no room now: the patience starts again with the next room.
    private Unbound since(Unbound known, Pods pods) {
        return new Unbound(known.shape(), pods.count(), facts.now, known.backOff());
    }
}
