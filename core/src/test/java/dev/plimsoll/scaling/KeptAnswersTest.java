package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Answers that are kept with a cluster change no decision.
class KeptAnswersTest {

    private static final List<Policy> POLICIES =
            List.of(
                    Policy.DEFAULT,
                    keeping(10),
                    keeping(30),
                    Village.limits("small", 0, 6).with(keeping(10).keptFree()),
                    Policy.DEFAULT.with(ScaleDownPolicy.OFF));

    /// Turns about one cluster, each with another time, memory or policy, decide as about a cluster
    /// that no turn has seen.
    @Test
    void decideAsWithoutThem() {
        Seeds.forAtLeast(
                1_200,
                random -> {
                    var cluster = cluster(random);
                    var past = Past.NONE;
                    var now = NOW;
                    var policy = POLICIES.getFirst();
                    int steps = 0;
                    for (int turn = 0; turn < 5; turn++) {
                        if (random.nextInt(3) == 0) {
                            policy = POLICIES.get(random.nextInt(POLICIES.size()));
                        }
                        var again = decide(cluster, policy, past, now);
                        var anew = decide(copy(cluster), policy, past, now);
                        assertThat(again).isEqualTo(anew);
                        past = again.remember();
                        now = now.plus(Duration.ofMinutes(random.nextInt(12)));
                        steps += again.plan().steps().size();
                    }
                    return steps > 0;
                });
    }

    private static Decision<Past> decide(Cluster cluster, Policy policy, Past past, Instant now) {
        return new Scaling().decide(new Question<>(cluster, policy, past, List.of(), now, 0));
    }

    private static Cluster copy(Cluster cluster) {
        return Cluster.of(
                        cluster.nodes(), cluster.pending(), List.copyOf(cluster.groups().values()))
                .withBuffers(cluster.buffers())
                .withResourceQuotas(cluster.resourceQuotas());
    }

    private static Cluster cluster(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        int count = random.nextInt(1, 9);
        for (int i = 0; i < count; i++) {
            var pool = random.nextBoolean() ? "pool=small" : "pool=large";
            var cpu = pool.equals("pool=small") ? "4" : "8";
            var own = new ArrayList<Pods>();
            for (int j = random.nextInt(4); j > 0; j--) {
                own.add(pods(1, "p-" + i + "-" + j, random.nextInt(1, 9) * 150 + "m", "1Gi"));
            }
            nodes.add(node("n" + i, pool, cpu, "16Gi", own.toArray(Pods[]::new)));
        }
        var pending = new ArrayList<Pods>();
        if (random.nextInt(3) == 0) {
            pending.add(pods(random.nextInt(1, 4), "new", random.nextInt(1, 4) + "", "2Gi"));
        }
        int small = (int) nodes.stream().filter(n -> n.labels().has("pool", "small")).count();
        return Cluster.of(
                        nodes,
                        pending,
                        List.of(
                                group("small", 9, "0.1").with(small),
                                group("large", 9, "0.2").with(count - small)))
                .withBuffers(buffers(random))
                .withResourceQuotas(quotas(random));
    }

    /// Often none.
    private static SharedMap<KindName, Buffer> buffers(RandomGenerator random) {
        var buffers = SharedMap.<KindName, Buffer>empty();
        for (int i = random.nextInt(3); i > 0; i--) {
            var kind = random.nextBoolean() ? Buffer.CAPACITY_BUFFER : "Deployment";
            var name = new KindName(kind, new ObjectName("shop", "b" + i));
            var shape = pods(1, "b", random.nextInt(1, 20) * 150 + "m", "1Gi").shape();
            var pattern = new Buffer.Pattern.Pods(shape, Count.unknown(), "");
            var size = BufferSize.of(random.nextInt(4));
            buffers = buffers.with(name, new Buffer(name, size, pattern, Instant.EPOCH));
        }
        return buffers;
    }

    /// Of cpu, often too little for the buffers.
    private static SharedMap<ObjectName, ResourceQuota> quotas(RandomGenerator random) {
        var name = new ObjectName("shop", "cpu");
        var hard = Resources.NONE.with(Resources.CPU, random.nextInt(9) * 500L);
        return random.nextBoolean()
                ? SharedMap.empty()
                : SharedMap.<ObjectName, ResourceQuota>empty()
                        .with(name, new ResourceQuota(name, hard, Resources.NONE, List.of()));
    }

    private static Policy keeping(int percent) {
        var defaults = SlackPolicy.DEFAULT;
        var slack =
                new SlackPolicy(
                        defaults.reading(),
                        new Rate(Percent.of(percent), Basis.CAPACITY),
                        defaults.pieces(),
                        defaults.biggest(),
                        defaults.resources());
        return Policy.DEFAULT.with(new KeptFree.Room(slack));
    }
}
