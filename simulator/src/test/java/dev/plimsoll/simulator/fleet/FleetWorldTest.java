package dev.plimsoll.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.decision.Step.RunReplicas;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Sharing;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FleetWorldTest {

    @Test
    void runsAsManyReplicasAsTheStepsSay() {
        var world = new FleetWorld();
        var stage = Stage.of(3, "2:1");
        world.show(new FleetWorld.Observed("shop", stage, new TreeMap<>()));

        var outcomes =
                world.act(
                        Plan.of(
                                new RunReplicas("shop", "member1", 2),
                                new RunReplicas("mail", "member1", 9),
                                new Step.DrainNode("member1")));

        assertThat(outcomes)
                .containsExactly(
                        new Outcome.Done(new RunReplicas("shop", "member1", 2)),
                        new Outcome.Stale(new RunReplicas("mail", "member1", 9)),
                        new Outcome.Failed(
                                new Step.DrainNode("member1"),
                                "the simulated fleet supports only the step runReplicas"));
        assertThat(world.observe().running()).hasToString("{member1=2}");
        assertThat(world.observe().stage()).isEqualTo(stage);
    }

    /// One contender divides workload after workload, as in a fleet.
    @Test
    void theLoopDividesAsTheDeciderAloneDoes() {
        Seeds.forOneIn(
                20,
                random -> {
                    var modes = List.of(Policy.Mode.values());
                    var mode = modes.get(random.nextInt(modes.size()));
                    var policy = new Policy(mode, Policy.Draw.REMAINDER, Percent.of(0));
                    var contender = new PlimsollContender("any", policy);
                    for (int number = 0; number < 10; number++) {
                        var uid = "workload-" + number;
                        SortedMap<String, Integer> running = new TreeMap<>();
                        for (int step = 0; step < 5; step++) {
                            var stage = stage(random);
                            var alone = alone(uid, stage, running, policy);
                            assertThat(contender.divide(uid, stage, running, 0)).isEqualTo(alone);
                            running = alone;
                        }
                    }
                });
    }

    private static Stage stage(SplittableRandom random) {
        var weights = new StringBuilder("1");
        for (int more = random.nextInt(4); more > 0; more--) {
            weights.append(':').append(random.nextInt(5));
        }
        var stage = Stage.of(random.nextInt(20), weights.toString());
        return random.nextBoolean() ? stage : stage.full("member1", random.nextInt(5));
    }

    private static SortedMap<String, Integer> alone(
            String uid, Stage stage, SortedMap<String, Integer> running, Policy policy) {
        var result = new TreeMap<String, Integer>();
        for (var share :
                Sharing.divide(PlimsollContender.seen(uid, stage, running), policy).shares()) {
            if (stage.weights().containsKey(share.cluster())) {
                result.put(share.cluster(), share.replicas());
            }
        }
        return result;
    }
}
