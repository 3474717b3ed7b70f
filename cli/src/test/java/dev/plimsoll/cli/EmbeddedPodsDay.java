package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.scaling.KeptFree;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.simulator.EmbeddedCluster;
import dev.plimsoll.simulator.PodsDay;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Rate;
import dev.plimsoll.turn.Journal;
import dev.plimsoll.turn.LoopId;
import dev.plimsoll.turn.LoopSpec;
import dev.plimsoll.turn.Memory;
import dev.plimsoll.turn.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The embedded day of groups managed by pods, decision by decision.
final class EmbeddedPodsDay {

    static final Duration EVERY = Duration.ofSeconds(30);

    private EmbeddedPodsDay() {}

    /// A decision and what it saw.
    record Turn(Cluster seen, Policy policy, Instant now, Decision<Past> decision) {

        boolean has(String rule) {
            return decision.reasons().stream()
                    .anyMatch(reason -> reason.rule().code().equals(rule));
        }
    }

    /// What looks at every decision.
    interface Reader {
        void read(Turn turn);
    }

    /// @return the cluster after that time, whose invariants held all the time
    static EmbeddedCluster run(long seed, Duration length, Reader reader) {
        return run(policy(), seed, length, reader);
    }

    static EmbeddedCluster run(Loops loops, long seed, Duration length, Reader reader) {
        var world = PodsDay.scenario().checkedWorld(Run.START, seed);
        var turns = new Turns<>(world, journal(reader), Memory.none(), seed);
        var setup = loops.setup();
        var end = Run.START.plus(length);
        for (var now = Run.START; now.isBefore(end); now = now.plus(EVERY)) {
            world.advanceTo(now);
            turns.turn(now, setup);
        }
        return world;
    }

    /// The loops of the policy that is built in.
    static Loops policy() {
        return Loops.of(PolicyFile.read(EmbeddedScenario.PODS.policy()));
    }

    /// The loops that keep this share of the capacity free.
    static Loops keeping(Percent share) {
        var rate = new Rate(share, SlackPolicy.DEFAULT.rate().basis());
        var room = new KeptFree.Room(SlackPolicy.DEFAULT.with(rate));
        var loops = policy();
        return new Loops(loops.sized(), loops.scaled(), loops.scaling().with(room));
    }

    private static Journal<Cluster> journal(Reader reader) {
        return new Journal<>() {

            @Override
            public <S, P, M> void decided(
                    LoopSpec<? extends Cluster, S, P, M> spec,
                    Cluster observed,
                    Question<S, P, M> question,
                    Decision<M> decision) {
                if (question.policy() instanceof Policy policy
                        && decision.remember() instanceof Past past) {
                    reader.read(new Turn(observed, policy, question.now(), with(decision, past)));
                }
            }

            @Override
            public void acted(LoopId loop, List<Outcome> outcomes) {
                if (!outcomes.stream().allMatch(EmbeddedPodsDay::isExpected)) {
                    throw new AssertionError(loop + ": " + outcomes);
                }
            }

            @Override
            public void failed(LoopId loop, Instant now, String cause) {
                throw new AssertionError(loop + ": " + cause);
            }
        };
    }

    /// Nothing fails but an eviction for which a budget has nothing left: a workload that grows
    /// while its node drains has fewer Ready pods than it needs, and the eviction is tried again.
    private static boolean isExpected(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done _ -> true;
            case Outcome.Failed(Step.EvictPods _, var why) -> why.startsWith("disruption budget ");
            case Outcome.Failed _, Outcome.Stale _, Outcome.Unknown _ -> false;
        };
    }

    private static Decision<Past> with(Decision<?> decision, Past past) {
        return new Decision<>(decision.plan(), decision.reasons(), past, decision.wakeAt());
    }
}
