package dev.plimsoll.scaling;

import dev.plimsoll.cluster.HostPort;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import dev.plimsoll.selection.WellKnown;
import java.util.List;
import java.util.SplittableRandom;

/// Rules for where the pods of an application can run, by chance.
final class AnyPlacement {

    private static final List<String> ZONES = List.of("a", "b");

    /// The taint of groups that take only pods that tolerate it.
    static final Taint DEDICATED = new Taint("dedicated", "", Taint.Effect.NO_SCHEDULE);

    private final SplittableRandom random;
    private final String pool;
    private final Selector selector;

    /// @param app the label of its pods
    /// @param pool a group
    AnyPlacement(SplittableRandom random, String app, String pool) {
        this.random = random;
        this.pool = pool;
        this.selector = new Selector.AllOf(List.of(Requirement.in("app", app)));
    }

    Placement placement() {
        return switch (random.nextInt(18)) {
            case 0 -> selecting(Labels.of(WellKnown.ZONE, zone()));
            case 1, 2 -> selecting(Labels.of("pool", pool));
            case 3 ->
                    with(
                            new PodConstraints(
                                    List.of(), List.of(own(WellKnown.HOSTNAME)), List.of()));
            case 4 -> with(spread(WellKnown.HOSTNAME, 1));
            case 5 -> with(spread(WellKnown.ZONE, 1));
            case 6 -> with(spread(WellKnown.ZONE, 2));
            case 7 -> with(new PodConstraints(List.of(own(WellKnown.ZONE)), List.of(), List.of()));
            case 8 ->
                    with(
                            new PodConstraints(
                                    List.of(own(WellKnown.HOSTNAME)), List.of(), List.of()));
            case 9 -> in(new Requirement(WellKnown.ZONE, Operator.NOT_IN, List.of(zone())));
            case 10 -> in(new Requirement("pool", Operator.EXISTS, List.of()));
            case 11 -> port();
            default -> Placement.ANYWHERE;
        };
    }

    private String zone() {
        return ZONES.get(random.nextInt(2));
    }

    /// Pods of the same application in one domain.
    private PodTerm own(String key) {
        return new PodTerm(List.of("shop"), Selector.nothing(), selector, key);
    }

    private PodConstraints spread(String key, int minDomains) {
        var spread =
                new Spread(1, key, selector, minDomains, Spread.Policy.HONOR, Spread.Policy.IGNORE);
        return new PodConstraints(List.of(), List.of(), List.of(spread));
    }

    private Placement selecting(Labels labels) {
        return new Placement(labels, new Affinity.Anywhere(), tolerations());
    }

    private Placement in(Requirement required) {
        var term = new Affinity.Term(List.of(required), List.of());
        return new Placement(Labels.NONE, new Affinity.AnyOf(List.of(term)), tolerations());
    }

    private Placement port() {
        var ports = List.of(new HostPort("TCP", HostPort.ANY, 8_080));
        return new Placement(
                Labels.NONE,
                new Affinity.Anywhere(),
                tolerations(),
                PodConstraints.ANY,
                ports,
                List.of(),
                List.of());
    }

    private Placement with(PodConstraints constraints) {
        return new Placement(
                Labels.NONE,
                new Affinity.Anywhere(),
                tolerations(),
                constraints,
                List.of(),
                List.of(),
                List.of());
    }

    private List<Toleration> tolerations() {
        var all = List.of(Taint.Effect.values());
        return random.nextBoolean()
                ? List.of(new Toleration(DEDICATED.key(), Toleration.Match.EXISTS, "", all))
                : List.of();
    }
}
