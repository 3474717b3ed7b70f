package dev.plimsoll.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Question;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Proposals for few pods beside the best that there is.
class EveryPurchaseTest {

    /// Of a thousand proposals; 2 were measured.
    private static final int LEAVE_MORE = 5;

    /// Of a thousand proposals; 7 were measured.
    private static final int COST_MORE = 15;

    /// What chance allows where there are few cases.
    private static final int FEW = 3;

    /// How often something is so, of how many cases.
    private static final class Tally {
        private int cases;
        private int leaveMore;
        private int costMore;
    }

    @Test
    void noProposalIsFarFromTheBest() {
        var tally = new Tally();

        Seeds.forOneIn(2, random -> compare(random, tally));

        assertThat(tally.leaveMore).isLessThanOrEqualTo(FEW + tally.cases * LEAVE_MORE / 1_000);
        assertThat(tally.costMore).isLessThanOrEqualTo(FEW + tally.cases * COST_MORE / 1_000);
    }

    private static void compare(RandomGenerator random, Tally tally) {
        var question = any(random);
        var every = new EveryPurchase(new ScalingFacts(question));

        var proposal = new Scaling().answer(question).details();

        int placed = every.placed(proposal.packing());
        var least = every.left(every.best());
        long cost = proposal.packing().cost().nanos();
        assertThat(every.isPossible(placed)).isTrue();
        assertThat(cost).isGreaterThanOrEqualTo(every.cheapest(placed));
        if (proposal.bound() instanceof CostBound.Least(var hour, _)) {
            assertThat(hour.nanos()).isLessThanOrEqualTo(every.cheapest(placed));
        }
        tally.cases++;
        boolean leavesMore = Arrays.compare(every.left(placed), least) > 0;
        tally.leaveMore += leavesMore ? 1 : 0;
        tally.costMore += !leavesMore && cost > every.cheapest(every.best()) ? 1 : 0;
    }

    private static Question<Cluster, Policy, Past> any(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        var groups = new ArrayList<Group>();
        var policies = new TreeMap<String, GroupPolicy>();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            var name = "p" + i;
            var like = anyNode(name, random);
            int machines = random.nextInt(4) == 0 ? 1 : 0;
            if (random.nextInt(3) > 0) {
                nodes.add(half(name + "-0", like, random));
                machines++;
            }
            int most = random.nextInt(4) == 0 ? NodeGroup.UNLIMITED : random.nextInt(5);
            int least = random.nextInt(4) == 0 ? random.nextInt(Math.min(3, most) + 1) : 0;
            var limits = new Limits(least, most);
            policies.put(name, new GroupPolicy(Manage.PODS, limits, Standing.EXISTS));
            groups.add(
                    new Group(
                            name,
                            Labels.of("pool", name),
                            machines,
                            Limits.UNLIMITED,
                            new Template(like.allocatable(), like.labels(), like.taints()),
                            new Price.Known(new Money(random.nextInt(1, 20) * 10_000_000L), "")));
        }
        var policy = Policy.DEFAULT.with(policies).with(anyCeilings(random));
        return Village.question(Cluster.of(nodes, anyPods(random), groups), policy);
    }

    private static Node anyNode(String name, RandomGenerator random) {
        var cpu = String.valueOf(random.nextInt(2, 17));
        var node = Village.node(name, "pool=" + name, cpu, random.nextInt(4, 65) + "Gi");
        return random.nextInt(4) > 0 ? node : like(node, name, random.nextInt(1, 6), List.of());
    }

    /// A node with some room.
    private static Node half(String name, Node template, RandomGenerator random) {
        var cpu = template.allocatable().cpu().millis() * random.nextInt(10) / 10 + "m";
        long memory = template.allocatable().asked(Resources.MEMORY) * random.nextInt(10) / 10;
        var old = Village.pods(1, "old", cpu, String.valueOf(memory));
        long slots = template.allocatable().asked(Resources.PODS);
        return like(template, name, slots, List.of(old));
    }

    private static Node like(Node node, String name, long slots, List<Pods> pods) {
        return new Node(
                name,
                node.created(),
                node.labels().with("kubernetes.io/hostname", name),
                node.taints(),
                node.allocatable().with(Resources.PODS, slots),
                node.state(),
                node.ready(),
                node.noDelete(),
                pods);
    }

    private static List<Pods> anyPods(RandomGenerator random) {
        var pods = new ArrayList<Pods>();
        int priorities = random.nextInt(1, 4);
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var plain =
                    Village.pods(
                                    1,
                                    "w",
                                    random.nextInt(1, 17) * 500 + i + "m",
                                    random.nextInt(1, 25) + "Gi")
                            .shape();
            var shape =
                    new Shape(
                            "shop",
                            Labels.NONE,
                            plain.requests(),
                            Shape.Placement.ANYWHERE,
                            Owner.REPLICA_SET,
                            random.nextInt(priorities));
            pods.add(new Pods(shape, random.nextInt(1, 4), "w" + i));
        }
        return pods;
    }

    private static List<Ceiling> anyCeilings(RandomGenerator random) {
        return switch (random.nextInt(6)) {
            case 0 -> List.of(new Ceiling.Nodes(random.nextInt(7)));
            case 1 -> List.of(new Ceiling.Amount(Resources.CPU, random.nextInt(4, 60) * 1_000L));
            case 2 -> List.of(new Ceiling.Amount(Resources.MEMORY, random.nextLong(200L << 30)));
            default -> List.of();
        };
    }
}
