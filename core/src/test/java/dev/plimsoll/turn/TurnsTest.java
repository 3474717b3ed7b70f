package dev.plimsoll.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Step;
import dev.plimsoll.turn.Day.Back;
import dev.plimsoll.turn.Loops.Manager;
import dev.plimsoll.turn.Loops.Managers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final int FAULTS = 20;
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Step DRAIN = new Step.DrainNode("n1");
    private static final Managers BLUE_IS_SIZED =
            (group, _) ->
                    switch (group) {
                        case "blue" -> Manager.SIZING;
                        case "green" -> Manager.SCALING;
                        default -> Manager.NOBODY;
                    };

    @Test
    void aDecisionIsInTheJournalAndInTheMemoryBeforeItsFirstStep() {
        var told = new Told();

        told.turn(NOON, told.teller("blue").planning(DRAIN));

        assertThat(told.events)
                .containsExactly(
                        "blue sees 1, remembers nothing, and []",
                        "journal: decided [DrainNode[node=n1, why=UNKNOWN]]",
                        "memory: keep settled and"
                                + " [Unknown[step=DrainNode[node=n1, why=UNKNOWN]]]",
                        "world: DrainNode[node=n1, why=UNKNOWN]",
                        "journal: acted [Done[step=DrainNode[node=n1, why=UNKNOWN]]]",
                        "memory: keep settled and"
                                + " [Done[step=DrainNode[node=n1, why=UNKNOWN]]]");
    }

    @Test
    void theNextQuestionHasTheMemoryAndTheOutcomesOfTheLastDecision() {
        var told = new Told();
        var blue = told.teller("blue").planning(DRAIN);
        told.turn(NOON, blue);
        told.events.clear();

        told.turn(NOON.plusSeconds(10), blue.planning());

        assertThat(told.events.getFirst())
                .isEqualTo(
                        "blue sees 2, remembers settled, and"
                                + " [Done[step=DrainNode[node=n1, why=UNKNOWN]]]");
    }

    @Test
    void aTurnThatIsTooLateIsAJumpOfTheClock() {
        var told = new Told();
        told.every(Duration.ofSeconds(30));
        var blue = told.teller("blue").wakingAt(NOON.plusSeconds(7_200));

        told.turn(NOON, blue);
        told.turn(NOON.plusSeconds(90), blue);
        told.turn(NOON.plusSeconds(3_600), blue);
        told.turn(NOON, blue);

        assertThat(told.events.stream().filter(event -> event.contains("lost")))
                .as("the next turn but two is the latest, whenever it wakes; it does not jump back")
                .containsExactly("blue lost PT57M");
    }

    @Test
    void aDryRunTakesNoStepAndTellsTheNextQuestionSo() {
        var told = new Told();
        var blue = told.teller("blue").planning(DRAIN).inDryRun();

        told.turn(NOON, blue);
        told.turn(NOON.plusSeconds(10), blue.planning());

        assertThat(told.events)
                .containsSubsequence(
                        "blue sees 1, remembers nothing, and []",
                        "journal: decided [DrainNode[node=n1, why=UNKNOWN]]",
                        "journal: acted [Failed[step=DrainNode[node=n1, why=UNKNOWN], why=dry"
                                + " run]]",
                        "blue sees 1, remembers settled, and [Failed[step=DrainNode[node=n1,"
                                + " why=UNKNOWN], why=dry run]]")
                .noneMatch(event -> event.startsWith("world:"));
    }

    @Test
    void anotherProcessContinuesFromTheMemory() {
        var told = new Told();
        var blue = told.teller("blue").planning(DRAIN);
        told.turn(NOON, blue);
        told.events.clear();

        told.restart();
        told.turn(NOON, blue.planning());

        assertThat(told.events.getFirst())
                .isEqualTo(
                        "blue sees 2, remembers settled, and"
                                + " [Done[step=DrainNode[node=n1, why=UNKNOWN]]]");
    }

    @Test
    void anotherProcessDoesNotKnowTheOutcomesOfAnInterruptedPlan() {
        var told = new Told();
        var blue = told.teller("blue");
        told.keep(
                new Remembered<>(
                        new LoopId("Told", "blue"),
                        List.of("blue"),
                        blue,
                        "yesterday",
                        Remembered.unknown(Plan.of(DRAIN))));

        told.restart();
        told.turn(NOON, blue);

        assertThat(told.events("blue"))
                .containsExactly(
                        "blue sees 1, remembers yesterday, and"
                                + " [Unknown[step=DrainNode[node=n1, why=UNKNOWN]]]");
    }

    @Test
    void sleepsWhileNothingChangesAndWakesWhenItWantedTo() {
        var told = new Told();
        var blue = told.teller("blue").wakingAt(NOON.plusSeconds(60));
        told.turn(NOON, blue);
        told.turn(NOON.plusSeconds(10), blue);
        told.events.clear();

        told.turn(NOON.plusSeconds(20), blue);
        told.turn(NOON.plusSeconds(59), blue);
        assertThat(told.events).isEmpty();

        told.turn(NOON.plusSeconds(60), blue);
        assertThat(told.events).first().isEqualTo("blue sees 1, remembers settled, and []");
    }

    @Test
    void wakesForEverythingThatTheDeciderSees() {
        var told = new Told();
        var blue = told.teller("blue");
        told.turn(NOON, blue);
        told.turn(NOON, blue);
        told.turn(NOON, blue);
        assertThat(told.events("blue sees")).hasSize(2);

        told.change();
        told.turn(NOON, blue);
        assertThat(told.events("blue sees")).hasSize(1);

        told.turn(NOON, blue.under("another policy"));
        assertThat(told.events("blue sees")).hasSize(1);

        told.change();
        told.turn(NOON, blue.planning(DRAIN));
        told.turn(NOON, blue.planning());
        assertThat(told.events("blue sees")).hasSize(2);

        told.turn(NOON, blue);
        assertThat(told.events("blue sees")).isEmpty();
    }

    @Test
    void aLoopSeesWhatTheLoopBeforeItDid() {
        var told = new Told();

        told.turn(NOON, told.teller("blue").planning(DRAIN), told.teller("green"));

        assertThat(told.events("green")).containsExactly("green sees 2, remembers nothing, and []");
    }

    @Test
    void returnsNowIfALoopActed() {
        var told = new Told();
        var blue = told.teller("blue").planning(DRAIN).wakingAt(NOON.plusSeconds(60));

        assertThat(told.turn(NOON, blue, told.teller("green"))).isEqualTo(NOON);
    }

    @Test
    void returnsWhenTheFirstLoopWantsToWake() {
        var told = new Told();
        var blue = told.teller("blue").wakingAt(NOON.plusSeconds(60));
        var green = told.teller("green").wakingAt(NOON.plusSeconds(40));

        assertThat(told.turn(NOON, blue, green)).isEqualTo(NOON.plusSeconds(40));
        assertThat(told.turn(NOON.plusSeconds(10), blue, green)).isEqualTo(NOON.plusSeconds(40));
        assertThat(told.turn(NOON.plusSeconds(40), blue, green.wakingAt(Decision.NEVER)))
                .isEqualTo(NOON.plusSeconds(60));
    }

    @Test
    void returnsNeverIfTimeAloneChangesNothing() {
        var told = new Told();

        assertThat(told.turn(NOON)).isEqualTo(Decision.NEVER);
        assertThat(told.turn(NOON, told.teller("blue"))).isEqualTo(Decision.NEVER);
    }

    /// Whether or not the decision is kept, it decides the same again.
    @Test
    void killedBeforeItsFirstStepAndBackAtOnceItTakesTheSameSteps() {
        Seeds.forOneIn(
                2_000,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS);
                    var whole = day.uninterrupted();

                    for (var point : some(whole.beforeTheFirstStep())) {
                        var run = day.killed(point.number(), Back.AT_ONCE);

                        assertThat(run.world.changes())
                                .as(run.toString())
                                .isEqualTo(whole.world.changes());
                        assertThat(run.world.state()).isEqualTo(whole.world.state());
                    }
                });
    }

    /// Whether or not the outcomes are kept, it observes them.
    @Test
    void killedAfterItsLastStepAndBackForTheNextTickItTakesTheSameSteps() {
        Seeds.forOneIn(
                2_000,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS);
                    var whole = day.uninterrupted();

                    for (var point : some(whole.afterTheLastStep())) {
                        var run = day.killed(point.number(), Back.NEXT_TICK);

                        assertThat(run.world.changes())
                                .as(run.toString())
                                .isEqualTo(whole.world.changes());
                        assertThat(run.world.state()).isEqualTo(whole.world.state());
                    }
                });
    }

    /// The number of nodes that are drained is limited by turn, and a kill makes two turns of one.
    /// Where that makes no difference in the end, the kill changes only the order and the times.
    @Test
    void killedAmidItsPlanItTakesTheOtherStepsLaterAndEndsInTheSameWorld() {
        Seeds.forOneIn(
                2_000,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS).drainingToItsLine();
                    var whole = day.uninterrupted();

                    for (var point : some(whole.amidThePlan())) {
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
                    var run =
                            new Day(random.nextLong())
                                    .failing(FAULTS)
                                    .managedBy(BLUE_IS_SIZED)
                                    .uninterrupted();

                    for (var entry : run.journal.entries()) {
                        assertThat(entry.again())
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

                    assertThat(timesOfOthers(run, stuck)).isEqualTo(timesOfOthers(whole, stuck));
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

    /// When each node was drained, emptied and removed.
    private static List<String> timesOfOthers(Day.Run run, String node) {
        return run.world.changes().stream()
                .filter(change -> !isRemovalOf(change.step(), node))
                .map(change ->
                        change.tick() + " " + change.step().toString().replaceAll(", .*", ""))
                .toList();
    }

    @Test
    void twoLoopsNeverPassTheMaximumThatTheyShare() {
        Seeds.forAtLeast(
                30,
                40,
                random -> {
                    int most = random.nextInt(4, 12);
                    var day = sharing(random.nextLong(), most);
                    if (random.nextBoolean()) {
                        day.lagging();
                    }
                    var whole = day.uninterrupted();
                    var some = any(random, whole.from(0));
                    var run = day.killed(some.number(), any(random, List.of(Back.values())));

                    assertThat(whole.world.mostMachines()).isLessThanOrEqualTo(most);
                    assertThat(run.world.mostMachines())
                            .as(run.toString())
                            .isLessThanOrEqualTo(most);
                    return whole.world.mostMachines() == most;
                });
    }

    @Test
    void twoLoopsNeverPassTheMaximumThatTheyShareWhereverTheyAreKilled() {
        Seeds.forAtLeast(
                1,
                2_000,
                random -> {
                    int most = random.nextInt(4, 8);
                    var day = sharing(random.nextLong(), most).withPhasesOf(3).lagging();
                    var whole = day.uninterrupted();

                    for (var point : some(whole.from(0))) {
                        var back = point.number() % 2 == 0 ? Back.AT_ONCE : Back.NEXT_TICK;
                        var run = day.killed(point.number(), back);

                        assertThat(run.world.mostMachines())
                                .as(run.toString())
                                .isLessThanOrEqualTo(most);
                    }
                    return whole.world.mostMachines() == most;
                });
    }

    @Test
    void takesNoStepTwiceHoweverLateItObservesTheWorld() {
        Seeds.forAtLeast(
                25,
                40,
                random -> {
                    var day = new Day(random.nextLong()).failing(FAULTS).lagging();
                    if (random.nextBoolean()) {
                        day.managedBy(BLUE_IS_SIZED);
                    }
                    var whole = day.uninterrupted();
                    var some = any(random, whole.from(0));
                    var run = day.killed(some.number(), any(random, List.of(Back.values())));

                    assertThat(whole.world.repeated()).isEmpty();
                    assertThat(run.world.repeated()).as(run.toString()).isEmpty();
                    return whole.world.changes().size() > 5;
                });
    }

    @Test
    void takesNoStepTwiceWhereverItIsKilled() {
        Seeds.forOneIn(
                2_000,
                random -> {
                    var day = new Day(random.nextLong()).shrinking().withPhasesOf(5).lagging();
                    var whole = day.uninterrupted();

                    assertThat(whole.world.changes()).hasSizeGreaterThan(10);
                    for (var point : some(whole.from(0))) {
                        for (var back : Back.values()) {
                            var run = day.killed(point.number(), back);

                            assertThat(run.world.repeated()).as(run.toString()).isEmpty();
                        }
                    }
                });
    }

    /// Blue has a sizing loop and green a scaling loop, one of them first.
    private static Day sharing(long seed, int most) {
        Managers managers =
                seed % 2 == 0
                        ? BLUE_IS_SIZED
                        : (group, _) ->
                                switch (group) {
                                    case "blue" -> Manager.SCALING;
                                    case "green" -> Manager.SIZING;
                                    default -> Manager.NOBODY;
                                };
        return new Day(seed).withMostMachines(most).managedBy(managers);
    }

    /// One in nine of the points of a run in `./check`, and all of them in `./check long`.
    private static <T> List<T> some(List<T> points) {
        int share = Seeds.few(9, 1);
        return IntStream.range(0, points.size())
                .filter(at -> at % share == 0)
                .mapToObj(points::get)
                .toList();
    }

    private static <T> T any(SplittableRandom random, List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /// The effects of steps that last to the end of a phase. The times at which pods leave a node,
    /// and the number of machines that are left when it goes, depend on the order.
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
