package dev.plimsoll.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Sizing;
import dev.plimsoll.turn.Day.Back;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoopTest {

    private static final int FAULTS = 20;
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Step DRAIN = new Step.DrainNode("n1");
    private static final Shape SHAPE =
            new Shape(
                    "shop", Labels.NONE, Resources.NONE, Placement.ANYWHERE, Owner.REPLICA_SET, 0);

    /// Whether or not the decision is written: it decides the same again.
    @Test
    void killedBeforeItsFirstStepAndBackAtOnceItLivesTheSameDay() {
        Seeds.forOneIn(
                1_000,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS);
                    var whole = day.uninterrupted();

                    for (var point : whole.beforeTheFirstStep()) {
                        var run = day.killed(point.number(), Back.AT_ONCE);

                        assertThat(run.world.changes())
                                .as(run.toString())
                                .isEqualTo(whole.world.changes());
                        assertThat(run.world.state()).isEqualTo(whole.world.state());
                    }
                });
    }

    /// Whether or not the outcomes are written: what is true is seen.
    @Test
    void killedAfterItsLastStepAndBackForTheNextTickItLivesTheSameDay() {
        Seeds.forOneIn(
                1_000,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS);
                    var whole = day.uninterrupted();

                    for (var point : whole.afterTheLastStep()) {
                        var run = day.killed(point.number(), Back.NEXT_TICK);

                        assertThat(run.world.changes())
                                .as(run.toString())
                                .isEqualTo(whole.world.changes());
                        assertThat(run.world.state()).isEqualTo(whole.world.state());
                    }
                });
    }

    /// How many nodes go in a turn is counted by turns, and a kill makes one turn two: where that
    /// makes no difference in the end, neither does the kill, but for the order and the moment.
    @Test
    void killedAmidItsPlanItTakesTheOtherStepsLaterAndEndsInTheSameWorld() {
        Seeds.forOneIn(
                1_000,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS).drainingToItsLine();
                    var whole = day.uninterrupted();

                    for (var point : whole.amidThePlan()) {
                        for (var back : Back.values()) {
                            var run = day.killed(point.number(), back);

                            assertThat(lasting(run))
                                    .as(run.toString())
                                    .containsExactlyInAnyOrderElementsOf(lasting(whole));
                            assertThat(run.world.state()).isEqualTo(whole.world.state());
                        }
                    }
                });
    }

    @Test
    void everyQuestionInTheJournalGetsTheSameAnswerAgain() {
        Seeds.forOneIn(
                200,
                random -> {
                    var run = new Day(random.nextLong()).failing(FAULTS).uninterrupted();

                    for (var entry : run.journal.entries()) {
                        var again = new Sizing().decide(entry.question());
                        assertThat(again)
                                .isEqualTo(entry.decision())
                                .hasToString(entry.decision().toString());
                    }
                });
    }

    @Test
    void aStepThatFailsEveryTurnNeverLosesAnothersTimer() {
        Seeds.forOneIn(
                200,
                random -> {
                    long seed = random.nextLong();
                    var whole = new Day(seed).shrinking().uninterrupted();
                    var stuck = firstRemoved(whole);

                    var run =
                            new Day(seed)
                                    .shrinking()
                                    .refusing(step -> isRemovalOf(step, stuck))
                                    .uninterrupted();

                    assertThat(momentsOfOthers(run, stuck))
                            .isEqualTo(momentsOfOthers(whole, stuck));
                });
    }

    private static String firstRemoved(Day.Run run) {
        return run.world.changes().stream()
                .map(SmallWorld.Change::step)
                .flatMap(step ->
                        step instanceof Step.RemoveNode(var node, _, _)
                                ? Stream.of(node)
                                : Stream.empty())
                .findFirst()
                .orElse("none");
    }

    private static boolean isRemovalOf(Step step, String node) {
        return step instanceof Step.RemoveNode(var name, _, _) && name.equals(node);
    }

    /// When which node was drained, emptied and removed.
    private static List<String> momentsOfOthers(Day.Run run, String node) {
        return run.world.changes().stream()
                .filter(change -> !isRemovalOf(change.step(), node))
                .map(change ->
                        change.tick() + " " + change.step().toString().replaceAll(", .*", ""))
                .toList();
    }

    @Test
    void aDecisionIsInTheJournalBeforeItsFirstStep() {
        var told = new ToldLoop().planning(DRAIN);

        told.turn(1, NOON);

        assertThat(told.events)
                .containsExactly(
                        "asked about 1 with nothing and []",
                        "journal: decided [DrainNode[node=n1]]",
                        "world: DrainNode[node=n1]",
                        "journal: acted [Done[step=DrainNode[node=n1]]]");
    }

    @Test
    void tellsTheNextQuestionWhatWasDecidedAndWhatBecameOfIt() {
        var told = new ToldLoop().planning(DRAIN);
        told.turn(1, NOON);
        told.events.clear();

        told.planning().turn(1, NOON.plusSeconds(10));

        assertThat(told.events.getFirst())
                .isEqualTo("asked about 1 with 1 asked and [Done[step=DrainNode[node=n1]]]");
    }

    @Test
    void startsWithWhatIsRecalledAndDoesNotKnowWhatBecameOfAnInterruptedPlan() {
        var told = new ToldLoop(Restart.interrupted("yesterday", Plan.of(DRAIN)));

        told.turn(1, NOON);

        assertThat(told.events.getFirst())
                .isEqualTo("asked about 1 with yesterday and [Unknown[step=DrainNode[node=n1]]]");
    }

    @Test
    void sleepsWhileNothingChangesAndWakesAtItsMoment() {
        var told = new ToldLoop().remembering("settled").wakingAt(NOON.plusSeconds(60));
        told.turn(1, NOON);
        told.turn(1, NOON.plusSeconds(10));
        told.events.clear();

        told.turn(1, NOON.plusSeconds(20));
        told.turn(1, NOON.plusSeconds(59));
        assertThat(told.events).isEmpty();

        told.turn(1, NOON.plusSeconds(60));
        assertThat(told.events).first().isEqualTo("asked about 1 with settled and []");
    }

    @Test
    void wakesForAnythingThatTheDeciderMayKnow() {
        var told = new ToldLoop().remembering("settled").wakingAt(Decision.NEVER);
        told.turn(1, NOON);
        told.turn(1, NOON);
        told.turn(1, NOON);
        assertThat(told.asked()).isEqualTo(2);

        told.turn(2, NOON);
        assertThat(told.asked()).isEqualTo(3);

        told.policy = "another";
        told.turn(2, NOON);
        assertThat(told.asked()).isEqualTo(4);

        told.planning(DRAIN).turn(3, NOON);
        told.planning().turn(3, NOON);
        assertThat(told.asked()).isEqualTo(6);

        told.turn(3, NOON);
        assertThat(told.asked()).isEqualTo(6);
    }

    /// A loop whose decider says what it is told to, and everything that happens to it in order.
    private static final class ToldLoop {

        private final List<String> events = new ArrayList<>();
        private final Loop<Integer, String, String> loop;
        private Plan plan = Plan.nothing();
        private String remember = "";
        private Instant wakeAt = Decision.NEVER;
        private String policy = "policy";

        private ToldLoop() {
            this(new Restart<>("nothing", List.of()));
        }

        private ToldLoop(Restart<String> restart) {
            var spec =
                    new LoopSpec<Integer, String, String>(
                            "blue",
                            cluster -> cluster.pending().size(),
                            this::decide,
                            () -> policy);
            loop = new Loop<>(spec, new ToldWorld(events), new ToldJournal(events), restart, 0);
        }

        private ToldLoop planning(Step... steps) {
            plan = Plan.of(steps);
            return this;
        }

        private ToldLoop remembering(String what) {
            remember = what;
            return this;
        }

        private ToldLoop wakingAt(Instant moment) {
            wakeAt = moment;
            return this;
        }

        private void turn(int waiting, Instant now) {
            var pods = new ArrayList<Pods>();
            for (int i = 0; i < waiting; i++) {
                pods.add(new Pods(SHAPE, 1, "pod-" + i));
            }
            loop.turn(new Cluster(List.of(), pods, List.of(), List.of()), now);
        }

        private long asked() {
            return events.stream().filter(event -> event.startsWith("asked")).count();
        }

        private Decision<String> decide(Question<Integer, String, String> question) {
            events.add(
                    "asked about %d with %s and %s"
                            .formatted(question.seen(), question.past(), question.last()));
            var why = Reason.because(Rule.chose("told", "told so"), "blue");
            return new Decision<>(
                    plan, List.of(why), remember.isEmpty() ? asked() + " asked" : remember, wakeAt);
        }
    }

    private record ToldWorld(List<String> events) implements World {

        @Override
        public Cluster observe() {
            return Cluster.EMPTY;
        }

        @Override
        public List<Outcome> act(Plan plan) {
            plan.steps().forEach(step -> events.add("world: " + step));
            return plan.steps().stream().<Outcome>map(Outcome.Done::new).toList();
        }
    }

    private record ToldJournal(List<String> events) implements Journal {

        @Override
        public <S, P, M> void decided(
                LoopSpec<S, P, M> spec,
                Cluster cluster,
                Question<S, P, M> question,
                Decision<M> decision) {
            events.add("journal: decided " + decision.plan().steps());
        }

        @Override
        public void acted(LoopSpec<?, ?, ?> spec, List<Outcome> outcomes) {
            events.add("journal: acted " + outcomes);
        }
    }

    /// What the steps did that is still so at the end of a phase. When the pods of a node leave,
    /// and how many machines are left when it goes, depends on the order.
    private static List<String> lasting(Day.Run run) {
        return run.world.changes().stream()
                .flatMap(change ->
                        switch (change.step()) {
                            case Step.EvictPods _ -> Stream.empty();
                            case Step.RemoveNode(var node, _, _) -> Stream.of("remove " + node);
                            case Step other -> Stream.of(other.toString());
                        })
                .toList();
    }
}
