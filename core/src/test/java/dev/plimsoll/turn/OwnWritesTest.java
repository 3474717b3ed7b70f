package dev.plimsoll.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape.Stage;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OwnWritesTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final EditedWorld world = new EditedWorld();

    @Test
    void anUnchangedWorldIsTheSameObject() {
        var own = own(world);

        assertThat(own.observe()).isSameAs(world.observe()).isSameAs(own.observe());
    }

    @Test
    void anUnchangedWorldWithAStepThatItDoesNotShowIsTheSameObject() {
        var own = own(silent());
        own.act(Plan.of(new Step.ResizeGroup("blue", 3, 5)));

        assertThat(own.observe()).isSameAs(own.observe());
    }

    @Test
    void aWorldThatShowsAllStepsIsShownAsItIs() {
        var own = own(world);
        own.observe();
        own.act(Plan.of(new Step.ResizeGroup("blue", 3, 5), new Step.DrainNode("blue-1")));

        assertThat(own.observe()).isSameAs(world.observe()).isSameAs(own.observe());
    }

    @Test
    void aStepThatWasNotTakenIsNotShown() {
        var own = own(world);
        var before = own.observe();

        own.act(Plan.of(new Step.ResizeGroup("blue", 7, 8)));

        assertThat(own.observe()).isSameAs(before);
    }

    @Test
    void aDrainingNodeHasItsTaintTimeAndCause() {
        var own = own(silent());
        own.observe();

        own.act(Plan.of(new Step.DrainNode("blue-1", DrainCause.ABOVE_MAX)));

        var node = node(own, "blue-1");
        assertThat(node.state())
                .isEqualTo(new NodeState.Draining(world.now(), DrainCause.ABOVE_MAX));
        assertThat(node.taints())
                .singleElement()
                .satisfies(taint -> assertThat(taint.key()).isEqualTo(Node.DRAINING_TAINT));
    }

    /// A node with terminating pods is not empty: nobody may remove it as such.
    @Test
    void evictedPodsTerminateOnTheirNode() {
        var own = own(silent());
        var before = own.observe();

        own.act(Plan.of(new Step.EvictPods("blue-1", 2)));

        assertThat(node(own, "blue-1").isEmpty()).isFalse();
        assertThat(node(own, "blue-1").pods())
                .extracting(pods -> pods.shape().stage() + " " + pods.count())
                .containsExactly("TERMINATING 2");
        assertThat(own.observe().pending()).isEqualTo(before.pending());
    }

    @Test
    void evictedPodsTerminateUntilTheLastOneIsGone() {
        var own = own(silent());
        own.observe();
        own.act(Plan.of(new Step.EvictPods("blue-1", 2)));

        world.edit(EditedWorld.pods("blue-1", 1));

        assertThat(node(own, "blue-1").pods())
                .extracting(pods -> pods.shape().stage() + " " + pods.count())
                .containsExactly("TERMINATING 1");
    }

    @Test
    void morePodsThanWereEvictedAreShown() {
        var own = own(silent());
        own.observe();
        own.act(Plan.of(new Step.EvictPods("blue-1", 2)));

        world.edit(EditedWorld.pods("blue-1", 3));

        assertThat(own.observe()).isEqualTo(world.observe());
    }

    @Test
    void thePodsOfARemovedNodeArePending() {
        var own = own(silent());
        own.observe();

        own.act(Plan.of(new Step.RemoveNode("blue-1", "blue", 0)));

        assertThat(own.observe().node("blue-1")).isNull();
        assertThat(own.observe().pending()).extracting(Pods::count).containsExactly(2);
    }

    @Test
    void anotherTargetOfSomebodyElseIsShown() {
        var own = own(silent());
        own.observe();
        own.act(Plan.of(new Step.ResizeGroup("blue", 3, 5)));

        world.edit(EditedWorld.target("blue", 7));

        assertThat(own.observe().group("blue").target()).isEqualTo(7);
    }

    @Test
    void aRemovalCountsFromTheTargetOfSomebodyElse() {
        var own = own(silent());
        own.observe();
        own.act(Plan.of(new Step.ResizeGroup("blue", 3, 5)));
        world.edit(EditedWorld.target("blue", 7));
        own.observe();

        own.act(
                Plan.of(
                        new Step.RemoveNode("blue-1", "blue", 0),
                        new Step.RemoveNode("blue-2", "blue", 0)));

        assertThat(own.observe().group("blue").target()).isEqualTo(5);
    }

    @Test
    void anotherStateThatSomebodyElseGaveANodeIsShown() {
        var own = own(silent());
        own.observe();
        own.act(Plan.of(new Step.DrainNode("blue-1")));

        world.edit(EditedWorld.state("blue-1", new NodeState.Leaving("spot interruption")));

        assertThat(own.observe()).isEqualTo(world.observe());
    }

    @Test
    void aNodeThatSomebodyElseRemovedIsGone() {
        var own = own(silent());
        own.observe();
        own.act(Plan.of(new Step.DrainNode("blue-1"), new Step.EvictPods("blue-2", 2)));

        world.edit(EditedWorld.gone("blue-1"));
        world.edit(EditedWorld.gone("blue-2"));

        assertThat(own.observe()).isEqualTo(world.observe());
    }

    @Test
    void aStepIsLaidOverUntilTheTimeout() {
        var steps =
                List.<Step>of(
                        new Step.ResizeGroup("blue", 3, 5),
                        new Step.DrainNode("blue-1"),
                        new Step.EvictPods("blue-1", 2),
                        new Step.RemoveNode("green-1", "green", 0),
                        new Step.UseBatch("lan", 8, 16, 0));
        for (var step : steps) {
            var own = own(silent());
            own.observe();
            own.act(Plan.of(step));

            world.sleep(TIMEOUT);
            assertThat(own.observe()).as(step.toString()).isNotEqualTo(world.observe());

            world.sleep(Duration.ofSeconds(1));
            assertThat(own.observe()).as(step.toString()).isSameAs(world.observe());
        }
    }

    @Test
    void showsItsOwnStepsAtOnceAndEqualsTheWorldAfterTheLag() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var small = new EditedWorld();
                    var own = late(small, random);
                    for (int tick = 0; tick < 8; tick++) {
                        small.tick();
                        for (int step = random.nextInt(3); step > 0; step--) {
                            var outcome =
                                    own.act(Plan.of(any(random, steps(own.observe())))).getFirst();

                            assertThat(outcome).isInstanceOf(Outcome.Done.class);
                            assertThat(writable(own.observe()))
                                    .as(outcome.toString())
                                    .isEqualTo(writable(small.observe()));
                        }
                    }

                    for (int tick = 0; tick <= LaggingWorld.MOST_TICKS; tick++) {
                        small.tick();
                        own.observe();
                    }
                    assertThat(own.observe()).isEqualTo(small.observe());
                });
    }

    @Test
    void equalsTheWorldAfterTheTimeoutWhateverOthersDo() {
        Seeds.forOneIn(
                Seeds.few(1, 3),
                random -> {
                    var small = new EditedWorld();
                    var own = late(small, random);
                    for (int tick = 0; tick < 8; tick++) {
                        small.tick();
                        own.act(Plan.of(any(random, steps(own.observe()))));
                        small.edit(any(random, edits(small.observe())));
                        own.observe();
                    }

                    small.sleep(TIMEOUT.plusSeconds(1));
                    for (int tick = 0; tick <= LaggingWorld.MOST_TICKS; tick++) {
                        small.tick();
                        own.observe();
                    }
                    assertThat(own.observe()).isEqualTo(small.observe());
                });
    }

    private OwnWrites own(World<Cluster> inside) {
        return new OwnWrites(inside, world::now, TIMEOUT);
    }

    private static OwnWrites late(EditedWorld small, SplittableRandom random) {
        var late = new LaggingWorld(small, small::ticks, random.split());
        return new OwnWrites(late, small::now, TIMEOUT);
    }

    /// A world that reports every step as done, and never shows it.
    private World<Cluster> silent() {
        return new World<>() {
            @Override
            public Cluster observe() {
                return world.observe();
            }

            @Override
            public List<Outcome> act(Plan plan) {
                return plan.steps().stream().<Outcome>map(Outcome.Done::new).toList();
            }
        };
    }

    private static Node node(OwnWrites own, String name) {
        return Objects.requireNonNull(own.observe().node(name));
    }

    private static <T> T any(SplittableRandom random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /// Steps that expect the cluster as it is shown.
    private static List<Step> steps(Cluster shown) {
        var steps = new ArrayList<Step>();
        for (var group : shown.groups().values()) {
            steps.add(new Step.ResizeGroup(group.name(), group.target(), group.target() + 2));
            steps.add(new Step.GiveUp(group.name(), group.target(), group.target() - 1));
        }
        for (var node : shown.nodes()) {
            var group = node.name().replaceAll("-.*", "");
            if (node.state() instanceof NodeState.Draining) {
                steps.add(new Step.UndrainNode(node.name()));
                steps.add(new Step.EvictPods(node.name(), node.movers()));
                steps.add(new Step.RemoveNode(node.name(), group, 0));
            } else {
                steps.add(new Step.DrainNode(node.name(), DrainCause.LOW_UTILISATION));
            }
        }
        int batch = shown.subnets().values().getFirst().batch().orElse(0);
        steps.add(new Step.UseBatch("lan", batch, batch == 8 ? 16 : 8, 0));
        return steps;
    }

    /// Changes by others, also of the fields that steps change.
    private static List<UnaryOperator<Cluster>> edits(Cluster cluster) {
        var edits = new ArrayList<UnaryOperator<Cluster>>();
        edits.add(EditedWorld.batch(24));
        for (var group : cluster.groups().values()) {
            edits.add(EditedWorld.target(group.name(), group.target() + 1));
            edits.add(EditedWorld.target(group.name(), 3));
        }
        for (var node : cluster.nodes()) {
            edits.add(EditedWorld.gone(node.name()));
            edits.add(EditedWorld.pods(node.name(), node.movers() + 1));
            edits.add(EditedWorld.pods(node.name(), 0));
            edits.add(EditedWorld.state(node.name(), new NodeState.Active()));
            edits.add(EditedWorld.state(node.name(), new NodeState.Cordoned()));
        }
        return edits;
    }

    /// Everything that steps change.
    private static String writable(Cluster cluster) {
        var lines = new ArrayList<String>();
        cluster.groups().forEach((name, group) -> lines.add(name + " " + group.target()));
        cluster.subnets().forEach((name, subnet) -> lines.add(name + " " + subnet.batch()));
        for (var node : cluster.nodes()) {
            long staying =
                    node.pods().stream()
                            .filter(pods -> pods.shape().stage() == Stage.STAYING)
                            .count();
            lines.add(node.name() + " " + node.state() + " " + node.taints() + " " + staying);
        }
        return String.join("\n", lines);
    }
}
