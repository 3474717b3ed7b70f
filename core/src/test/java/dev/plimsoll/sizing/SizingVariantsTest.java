package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.InVariant;
import dev.plimsoll.decision.Step.ResizeGroup;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Groups whose nodes are in several zones, or of several instance types.
class SizingVariantsTest {

    private static final GroupSpread CHOSEN =
            new GroupSpread(GroupSpread.Zones.CHOSEN, GroupSpread.Types.CHOSEN);

    /// Growth and draining by utilisation are off unless a test says otherwise.
    private static Policy policy(int lower, int upper, int grow) {
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        var growth = defaults.growth();
        var shrink = defaults.shrink();
        return defaults.with(new Limits(0, 100))
                .with(
                        new Growth(
                                Percent.of(grow),
                                true,
                                growth.coolDown(),
                                growth.provisionTimeout()))
                .with(
                        new Shrink(
                                new Drop(Percent.of(upper), shrink.slow().nodes()),
                                new Drop(Percent.of(lower), shrink.fast().nodes()),
                                shrink.order(),
                                shrink.settle()));
    }

    private static Shape shape(long cpu, String key, String value) {
        var selector = key.isEmpty() ? Labels.NONE : Labels.of(key, value);
        return new Shape(
                "shop",
                Labels.NONE,
                size(cpu, 0),
                new Placement(selector, new Affinity.Anywhere(), List.of()),
                Owner.REPLICA_SET,
                0);
    }

    private static Shape inZone(long cpu, String zone) {
        return shape(cpu, zone.isEmpty() ? "" : WellKnown.ZONE, zone);
    }

    private static Node node(String name, String zone, String type, long cpu, long pod) {
        var pods = List.of(new Pods(shape(pod, "", ""), 1, "pod"));
        return Node.of(name, size(cpu, 1_000))
                .withCreated(NOW.minus(Duration.ofDays(1)))
                .withLabels(
                        Labels.of(WellKnown.ZONE, zone)
                                .with(WellKnown.INSTANCE_TYPE, type)
                                .with(Node.HOSTNAME, name))
                .with(pod == 0 ? List.of() : pods);
    }

    private static Decision<Past> decide(
            List<Node> nodes,
            int owed,
            GroupSpread spread,
            Policy policy,
            Past past,
            Pods... some) {
        var group =
                new Group(
                                "blue",
                                Labels.NONE,
                                nodes.size() + owed,
                                Limits.UNLIMITED,
                                Template.UNKNOWN,
                                OneGroup.NO_PRICE)
                        .with(spread);
        var seen = new Seen(group, nodes, List.of(some), List.of());
        return new Sizing().decide(new Question<>(seen, policy, past, List.of(), NOW, 0));
    }

    private static Decision<Past> decide(List<Node> nodes, GroupSpread spread, Pods... some) {
        return decide(nodes, 0, spread, policy(0, 0, 1_000), Past.NONE, some);
    }

    /// One full node for each letter, in the zone of its name.
    private static List<Node> full(String zones) {
        var nodes = new ArrayList<Node>();
        for (var zone : zones.chars().mapToObj(Character::toString).toList()) {
            nodes.add(node(zone + nodes.size(), zone, "m5", 1_000, 1_000));
        }
        return nodes;
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes in | pods need | maximum | more | rule
                    ab       |           |     100 |    1 | starved
                    ab       | b         |     100 |    2 | reaches-zones
                    ab       | b b       |     100 |    2 | zone-not-reached
                    ab       | a b       |     100 |    2 | starved
                    aab      | b         |     100 |    1 | starved
                    aab      | b b       |     100 |    3 | reaches-zones
                    abb      | b         |     100 |    0 | zone-not-reached
                    abbb     | b         |     100 |    0 | zone-not-reached
                    abc      | c         |     100 |    3 | reaches-zones
                    aabbc    | b         |     100 |    0 | zone-not-reached
                    aabc     | b         |     100 |    2 | reaches-zones
                    ab       | b         |       3 |    0 | zone-not-reached
                    ab       | b         |       4 |    2 | reaches-zones
                    aab      | b         |       4 |    1 | starved
                    """)
    void countsOnAZoneOnlyIfItIsCertain(
            String zones, String needed, int most, int more, String rule) {
        var nodes = full(zones);
        var pods = new ArrayList<Pods>();
        for (var zone : needed == null ? List.of("") : List.of(needed.split(" "))) {
            pods.add(new Pods(inZone(800, zone), 1, "zonal-" + pods.size()));
        }
        if (pods.size() == 2 && pods.getFirst().shape().equals(pods.getLast().shape())) {
            pods.removeLast();
            pods.set(0, pods.getFirst().times(2));
        }
        var policy = policy(0, 0, 1_000).with(new Limits(0, most));

        var decision =
                decide(
                        nodes,
                        0,
                        GroupSpread.PROVIDER,
                        policy,
                        Past.NONE,
                        pods.toArray(Pods[]::new));

        assertThat(decision.plan())
                .isEqualTo(
                        more == 0
                                ? Plan.nothing()
                                : Plan.of(
                                        new ResizeGroup(
                                                "blue", nodes.size(), nodes.size() + more)));
        assertThat(codes(decision)).contains(rule);
    }

    @Test
    void saysWhichZoneIsReachedAndWhichIsNot() {
        var pod = new Pods(inZone(800, "b"), 1, "zonal");

        var reached = decide(full("ab"), GroupSpread.PROVIDER, pod);
        var missed = decide(full("abb"), GroupSpread.PROVIDER, pod);

        assertThat(sentences(reached))
                .containsExactly(
                        "no Ready or arriving node of blue has room for 1 pod: shop/zonal; it needs"
                                + " 1 more node",
                        "blue needs 1 node beside these: its provider picks the zone, and pods need"
                                + " b");
        assertThat(sentences(missed))
                .contains(
                        "1 pod of blue stays pending (shop/zonal): its provider picks the zone of a"
                                + " new node, and 1 further node would not be certain to reach b; a"
                                + " group of one zone can be sized for it");
    }

    /// What is remembered after the cool-down.
    private static Past calm(Decision<Past> decision) {
        var past = decision.remember();
        return past.with(past.group().with(CoolDown.OVER));
    }

    /// Two machines are on their way, one to each zone.
    @Test
    void waitsForTheMachinesThatReachTheZone() {
        var pod = new Pods(inZone(800, "b"), 1, "zonal");
        var first = decide(full("ab"), GroupSpread.PROVIDER, pod);

        var decision =
                decide(full("ab"), 2, GroupSpread.PROVIDER, policy(0, 0, 1_000), calm(first), pod);

        assertThat(decision.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(decision))
                .contains("arriving nodes of blue will take 1 pod: shop/zonal");
    }

    /// With nodes in a zone that nobody needs, none goes while a pod waits for another.
    @Test
    void keepsTheOtherZonesWhileAPodWaitsForOne() {
        var nodes = full("abb");
        nodes.add(node("a8", "a", "m5", 1_000, 0));
        nodes.add(node("a9", "a", "m5", 1_000, 0));
        nodes.add(node("b8", "b", "m5", 1_000, 100));
        nodes.add(node("b9", "b", "m5", 1_000, 100));
        var pod = new Pods(inZone(1_000, "b"), 1, "zonal");

        var waits = decide(nodes, 0, GroupSpread.PROVIDER, policy(80, 80, 1_000), Past.NONE, pod);
        var none = decide(nodes, 0, GroupSpread.PROVIDER, policy(80, 80, 1_000), Past.NONE);

        assertThat(codes(waits)).contains("zone-not-reached", "zone-kept");
        assertThat(drained(waits)).containsExactly("b8", "b9", "b1");
        assertThat(drained(none)).startsWith("a8", "a9", "b8");
    }

    private static List<String> drained(Decision<Past> decision) {
        return decision.plan().steps().stream()
                .filter(Step.DrainNode.class::isInstance)
                .map(step -> ((Step.DrainNode) step).node())
                .toList();
    }

    @Test
    void theStepNamesTheZoneIfThePlannerPicksIt() {
        var zonal = new Pods(inZone(800, "b"), 1, "zonal");
        var free = new Pods(inZone(800, ""), 2, "free");

        var one = decide(full("abb"), CHOSEN, zonal);
        var three = decide(full("abb"), CHOSEN, zonal, free);

        assertThat(one.plan())
                .isEqualTo(
                        Plan.of(
                                new ResizeGroup(
                                        "blue",
                                        3,
                                        4,
                                        List.of(new InVariant(new VariantKey("b", "m5", ""), 1)))));
        assertThat(three.plan())
                .isEqualTo(
                        Plan.of(
                                new ResizeGroup(
                                        "blue",
                                        3,
                                        6,
                                        List.of(
                                                new InVariant(new VariantKey("a", "m5", ""), 2),
                                                new InVariant(new VariantKey("b", "m5", ""), 1)))));
        var again = decide(full("abb"), 1, CHOSEN, policy(0, 0, 1_000), calm(one), zonal);
        assertThat(again.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(again)).contains("nodes-arriving");
    }

    private static List<Node> twoTypes() {
        return new ArrayList<>(
                List.of(
                        node("large", "a", "m5.large", 2_000, 2_000),
                        node("small", "a", "m5.small", 1_000, 1_000)));
    }

    @Test
    void aPodMustFitEveryTypeThatTheProviderMayPick() {
        var small = decide(twoTypes(), GroupSpread.PROVIDER, new Pods(inZone(900, ""), 2, "web"));
        var large = decide(twoTypes(), GroupSpread.PROVIDER, new Pods(inZone(1_500, ""), 1, "db"));
        var chosen = decide(twoTypes(), CHOSEN, new Pods(inZone(1_500, ""), 1, "db"));

        assertThat(small.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 4)));
        assertThat(large.plan()).isEqualTo(Plan.nothing());
        assertThat(sentences(large))
                .contains(
                        "no node of blue has room for shop/db, nor would a new node: insufficient"
                                + " cpu: requests 1500m, 1 available");
        assertThat(chosen.plan())
                .isEqualTo(
                        Plan.of(
                                new ResizeGroup(
                                        "blue",
                                        2,
                                        3,
                                        List.of(
                                                new InVariant(
                                                        new VariantKey("a", "m5.large", ""), 1)))));
    }

    /// 3,000m of requests at 70 % on 3,000m: 4,286m are needed.
    @Test
    void utilisationCountsOnTheSmallestTypeThatTheProviderMayPick() {
        var decision = decide(twoTypes(), 0, GroupSpread.PROVIDER, policy(0, 0, 70), Past.NONE);

        assertThat(decision.plan()).isEqualTo(Plan.of(new ResizeGroup("blue", 2, 4)));
    }

    /// Zone b grew 5 minutes ago. The emptier node in zone a settles no longer.
    @Test
    void onlyTheVariantThatGrewSettles() {
        var grown = NOW.minus(Duration.ofMinutes(5));
        var nodes = full("ab");
        nodes.add(node("a9", "a", "m5", 1_000, 0));
        nodes.add(node("b8", "b", "m5", 1_000, 0));
        var fresh = node("b9", "b", "m5", 1_000, 0).withCreated(grown).withReadySince(grown);
        var past = Past.NONE.with(Past.NONE.group().with(Past.NONE.group().timers().grown(grown)));

        var before = decide(nodes, 0, GroupSpread.PROVIDER, policy(80, 80, 1_000), past);
        nodes.add(fresh);
        var after = decide(nodes, 0, GroupSpread.PROVIDER, policy(80, 80, 1_000), past);

        assertThat(before.plan()).isEqualTo(Plan.nothing());
        assertThat(codes(before)).contains("settling");
        assertThat(drained(after)).containsExactly("a9", "a0");
        assertThat(sentences(after))
                .contains(
                        "blue drains no nodes like b8, b9, b1, whose zone or instance type grew"
                                + " less than 15 min ago");
    }

    /// Eight pods for zone c, one after another, each as large as a node. Half an hour later the
    /// empty nodes of the other zones are gone, and the provider would add the next nodes there.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    minutes | bought | run | nodes            | out of reach
                          8 |     24 |   8 | {a=9, b=9, c=9}  | false
                         30 |     18 |   6 | {a=6, b=6, c=7}  | true
                    """)
    void zonalPodsOneAfterAnotherBuyFewNodes(
            int minutes, int buys, int runs, String nodes, boolean isMissed) {
        var world = new SteadyWorld(policy(10, 40, 1_000), size(1_000, 1_000), List.of());
        world.zones(List.of("a", "b", "c"));
        for (int i = 0; i < 3; i++) {
            world.nodeWith(shape(900, "", ""));
        }
        int bought = 0;
        var told = new TreeSet<String>();
        for (int pod = 0; pod < 8; pod++) {
            world.pods(1, inZone(900, "c"));
            for (int tick = 0; tick < minutes; tick++) {
                var decision = world.tick();
                bought += bought(decision);
                told.addAll(codes(decision));
            }
        }

        assertThat(bought).isEqualTo(buys);
        assertThat(8 - world.waiting()).isEqualTo(runs);
        assertThat(world.nodesByZone()).hasToString(nodes);
        assertThat(told.contains("zone-not-reached")).isEqualTo(isMissed);
    }

    private static int bought(Decision<Past> decision) {
        return decision.plan().steps().stream()
                .mapToInt(
                        step -> step instanceof ResizeGroup(_, int from, int to, _) ? to - from : 0)
                .sum();
    }

    @Test
    void zonesStayLevelWhileTheGroupGrowsAndShrinks() {
        var world = new SteadyWorld(policy(10, 40, 70), size(1_000, 1_000), List.of());
        world.zones(List.of("a", "b", "c"));
        for (int i = 0; i < 3; i++) {
            world.nodeWith(shape(100, "", ""));
        }
        world.pods(10, shape(600, "", ""));
        for (int tick = 0; tick < 20; tick++) {
            world.tick();
        }
        var grown = world.nodesByZone();
        world.finishAll();
        world.pods(6, shape(600, "", ""));
        for (int tick = 0; tick < 90; tick++) {
            world.tick();
        }
        var shrunk = world.nodesByZone();

        assertThat(grown.values()).containsExactly(4, 3, 3);
        assertThat(shrunk.values()).containsExactly(3, 2, 3);
    }
}
