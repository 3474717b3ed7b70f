package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.cluster.Spread.Policy;
import dev.plimsoll.decision.Step;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.selection.WellKnown;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The scheduler counts the zone of a draining node until the node is gone: a pod that is spread
/// over zones cannot leave the zone of the last node there.
class ReplacementDomainsTest extends Replacing {

    @Test
    void keepsTheLastNodeOfAZoneOverWhichPodsAreSpread() {
        smallMost = 0;
        var nodes = List.of(spread(inZone("l1", "a", 14)), spread(inZone("l2", "b", 5)));

        assertThat(twoTurns(nodes)).isEmpty();
        assertThat(past.removals().replacements()).isEmpty();
    }

    @Test
    void removesTheLastNodeOfAZoneIfItsPodsAreNotSpread() {
        smallMost = 0;
        var nodes = List.of(inZone("l1", "a", 14), inZone("l2", "b", 9));

        assertThat(twoTurns(nodes))
                .containsExactly(new Step.DrainNode("l2", DrainCause.LOW_UTILISATION));
    }

    /// A node that starts is the only one in zone b.
    @Test
    void keepsANodeWhosePodsWouldBeSpreadUnevenlyBesideAStartingNode() {
        smallMost = 0;
        var ready = List.of(spread(inZone("l1", "a", 3)), spread(inZone("l2", "a", 14)));

        assertThat(twoTurns(ready))
                .containsExactly(new Step.DrainNode("l1", DrainCause.LOW_UTILISATION));

        past = Past.NONE;
        var nodes = new ArrayList<>(ready);
        nodes.add(inZone("l3", "b", 0).withCreated(now).withReady(false));
        assertThat(twoTurns(nodes)).isEmpty();
    }

    private static Node inZone(String name, String zone, int pods) {
        return with(
                pods, name, node(name, "pool=large," + WellKnown.ZONE + "=" + zone, "16", "64Gi"));
    }

    /// The node with one more pod, of an application that is spread over zones.
    private static Node spread(Node node) {
        var selector = new Selector.AllOf(List.of(Requirement.in("app", "web")));
        var rule = new Spread(1, WellKnown.ZONE, selector, 1, Policy.HONOR, Policy.IGNORE);
        var placement =
                new Placement(
                        Labels.NONE,
                        new Affinity.Anywhere(),
                        List.of(),
                        new PodConstraints(List.of(), List.of(), List.of(rule)),
                        List.of(),
                        List.of(),
                        List.of());
        var shape =
                new Shape(
                        "shop",
                        Labels.of("app", "web"),
                        pods(1, "web", "600m", "1Gi").shape().requests(),
                        placement,
                        Owner.REPLICA_SET,
                        0);
        var first = node.pods().getFirst();
        return node.with(List.of(first, new Pods(shape, 1, "shop/web")));
    }
}
