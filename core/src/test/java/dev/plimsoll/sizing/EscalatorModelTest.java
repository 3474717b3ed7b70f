package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.shape;
import static dev.plimsoll.sizing.OneGroup.size;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.HealthCheck;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Rotation;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Random turns in `reading: source` against a model of Escalator's steps.
class EscalatorModelTest {

    private static final Resources EACH = size(1_000, 1_000);

    @Test
    void decidesAsEscalatorDoes() {
        Seeds.forAtLeast(
                Seeds.few(1_000, 250),
                Seeds.few(1, 4),
                random -> {
                    int acted = 0;
                    for (int i = 0; i < 12; i++) {
                        acted += decides(random) ? 1 : 0;
                    }
                    return acted > 2;
                });
    }

    private static boolean decides(RandomGenerator random) {
        var policy = policy(random);
        var seen = seen(random);
        var locked = random.nextInt(6) == 0 ? NOW.plusSeconds(random.nextInt(-1, 2) * 60L) : NOW;
        var coolDown = new CoolDown(locked, Resources.NONE);
        var past = Past.NONE.with(GroupPast.NONE.with(coolDown));

        var decision = new Sizing().decide(new Question<>(seen, policy, past, List.of(), NOW, 0));

        var model = new EscalatorModel(seen, policy, NOW, locked).steps();
        assertThat(texts(decision.plan().steps(), seen))
                .as("%s %s %s", policy, seen, OneGroup.sentences(decision))
                .isEqualTo(model);
        return !model.isEmpty();
    }

    private static List<String> texts(List<Step> steps, Seen seen) {
        var texts = new ArrayList<String>();
        for (var step : steps) {
            switch (step) {
                case Step.ResizeGroup(_, _, int nodes, _) ->
                        texts.add("add " + (nodes - seen.group().target()));
                case Step.DrainNode(var node, _) -> texts.add("taint " + node);
                case Step.UndrainNode(var node) -> texts.add("untaint " + node);
                case Step.RemoveNode(var node, _, _) -> texts.add("delete " + node);
                case Step.GiveUp _, Step.EvictPods _, Step.UseBatch _, Step.RunReplicas _ ->
                        texts.add("unknown " + step);
            }
        }
        return texts.stream().sorted().toList();
    }

    private static Policy policy(RandomGenerator random) {
        int grow = random.nextInt(20, 130);
        int upper = random.nextInt(5, grow);
        int slow = random.nextInt(4);
        int least = random.nextInt(4);
        var soft = Duration.ofMinutes(random.nextInt(1, 4));
        var source = Policy.defaults(Reading.SOURCE);
        return new Policy(
                Reading.SOURCE,
                new Limits(least, least + random.nextInt(1, 12)),
                new Growth(
                        Percent.of(grow),
                        random.nextBoolean(),
                        Duration.ofMinutes(2),
                        Duration.ofMinutes(15)),
                new Shrink(
                        new Drop(Percent.of(upper), slow),
                        new Drop(Percent.of(random.nextInt(upper)), slow + random.nextInt(5)),
                        Policy.Order.OLDEST,
                        Duration.ZERO),
                new Graces(soft, soft.plusMinutes(random.nextInt(1, 4)), Duration.ZERO),
                source.counting(),
                rotation(random),
                source.mostInCluster(),
                false);
    }

    private static Rotation rotation(RandomGenerator random) {
        boolean rotates = random.nextBoolean();
        boolean checks = random.nextInt(3) == 0;
        return new Rotation(
                rotates ? Duration.ofHours(random.nextInt(1, 30)) : Duration.ZERO,
                checks ? Duration.ofHours(random.nextInt(1, 30)) : Duration.ZERO,
                new HealthCheck(random.nextInt(1, 101), random.nextInt(100)));
    }

    private static Seen seen(RandomGenerator random) {
        var nodes = new ArrayList<Node>();
        int unequal = random.nextInt(3);
        for (int i = random.nextInt(10); i > 0; i--) {
            nodes.add(node(random, "n" + i, random.nextInt(3) < unequal));
        }
        var pending = new ArrayList<Pods>();
        for (int i = random.nextInt(4); i > 0; i--) {
            pending.add(pods(random, i));
        }
        var template = new Template(EACH, Labels.NONE, List.of());
        int target = nodes.size() + random.nextInt(3);
        var provider = new Limits(0, target + random.nextInt(8));
        var group = new Group("blue", Labels.NONE, target, provider, template, OneGroup.NO_PRICE);
        return new Seen(group, nodes, pending, List.of());
    }

    private static Node node(RandomGenerator random, String name, boolean odd) {
        var node =
                Node.of(name, odd ? size(1_000 * random.nextLong(1, 4), 2_000) : EACH)
                        .withCreated(NOW.minus(Duration.ofHours(random.nextInt(1, 30))))
                        .withReady(random.nextInt(8) > 0)
                        .withNoDelete(random.nextInt(8) == 0)
                        .with(state(random));
        return random.nextBoolean() ? node : node.with(List.of(pods(random, 0)));
    }

    private static NodeState state(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> new NodeState.Draining(NOW.minus(Duration.ofMinutes(random.nextInt(8))));
            case 2 -> new NodeState.Cordoned();
            case 3 -> random.nextBoolean() ? new NodeState.Forced() : new NodeState.Active();
            default -> new NodeState.Active();
        };
    }

    private static Pods pods(RandomGenerator random, int name) {
        var requests = shape(50 * random.nextLong(12), 50 * random.nextLong(12));
        return new Pods(requests, random.nextInt(1, 4), "p" + name);
    }
}
