package dev.plimsoll.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Loops that come and go, and loops that fail.
class TurnsFailureTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Told told = new Told();
    private final Told.Teller blue = told.teller("blue");
    private final Told.Teller green = told.teller("green");

    @Test
    void aLoopThatStaysKeepsItsPastUnderAnotherPolicy() {
        told.turn(NOON, blue.remembering("monday"));
        told.events.clear();

        told.turn(NOON, green, blue.under("another policy"));

        assertThat(told.events("blue")).containsExactly("blue sees 1, remembers monday, and []");
    }

    @Test
    void loopsComeAndGo() {
        told.turn(NOON, blue.remembering("monday"));
        told.turn(NOON, green);
        assertThat(told.events("memory: forget")).containsExactly("memory: forget Told/blue");

        told.turn(NOON, blue, green);

        assertThat(told.events("blue")).containsExactly("blue sees 1, remembers nothing, and []");
    }

    @Test
    void aLoopThatLosesAGroupForgetsItAtOnce() {
        told.turn(NOON, blue.having("blue", "red"));
        told.turn(NOON, blue.having("blue"));

        assertThat(told.recall())
                .singleElement()
                .extracting(Remembered::groups)
                .isEqualTo(List.of("blue"));
    }

    @Test
    void aLoopThatTheNextProcessDoesNotHaveIsForgotten() {
        told.turn(NOON, blue, green);
        told.restart();

        told.turn(NOON, green);

        assertThat(told.events("memory: forget")).containsExactly("memory: forget Told/blue");
    }

    @Test
    void twoLoopsOfOneIdAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> told.turn(NOON, blue, told.teller("blue")))
                .withMessage("two loops are Told/blue");
    }

    @Test
    void twoLoopsOfOneGroupAreRefused() {
        var other =
                new LoopSpec<Integer, Integer, String, String>(
                        new LoopId("Other", "loop"), List.of("blue"), seen -> seen, blue, "", "");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Setup.<Integer>of(List.of(blue.spec(), other)))
                .withMessage("two loops have group blue");
    }

    @Test
    void aDeciderThatThrowsIsRecordedOnceAndKeepsNoOtherLoopFromItsTurn() {
        blue.throwing(mistake("no memory"));

        told.turn(NOON, blue, green);
        assertThat(told.events)
                .containsExactly(
                        "blue sees 1, remembers nothing, and []",
                        "journal: failed Told/blue java.lang.IllegalStateException: no memory",
                        "green sees 1, remembers nothing, and []",
                        "journal: decided []",
                        "memory: keep settled and []");
        told.events.clear();

        told.change();
        told.turn(NOON.plus(MINUTE), blue, green);
        assertThat(told.events)
                .containsExactly(
                        "blue sees 2, remembers nothing, and []",
                        "green sees 2, remembers settled, and []",
                        "journal: decided []");
    }

    @Test
    void aViewThatThrowsIsRecordedToo() {
        told.turn(NOON, blue.blinded(mistake("no group blue")), green);

        assertThat(told.events)
                .startsWith(
                        "journal: failed Told/blue java.lang.IllegalStateException: no group blue",
                        "green sees 1, remembers nothing, and []");
    }

    @Test
    void aFailureIsOneLineThatSaysWhereItHappened() {
        told.turn(NOON, blue.throwing(new IllegalStateException("two\nlines")));

        assertThat(told.events("journal: failed"))
                .singleElement()
                .asString()
                .startsWith(
                        "journal: failed Told/blue java.lang.IllegalStateException: two lines at"
                                + " dev.plimsoll.turn.TurnsFailureTest.aFailureIsOneLine")
                .doesNotContain("\n");
    }

    @Test
    void anotherCauseIsRecordedToo() {
        told.turn(NOON, blue.throwing(mistake("one")));
        var next = told.turn(NOON.plus(MINUTE), blue.throwing(mistake("two")));

        assertThat(told.events("journal: failed"))
                .containsExactly(
                        "journal: failed Told/blue java.lang.IllegalStateException: one",
                        "journal: failed Told/blue java.lang.IllegalStateException: two");
        assertThat(next).isEqualTo(NOON.plus(MINUTE).plus(MINUTE));
    }

    @Test
    void aLoopThatFailsIsTriedAgainAfterAMinuteAndThenTwiceAsLongUpToHalfAnHour() {
        blue.throwing(mistake("no memory"));
        var minutes = new ArrayList<Long>();

        var now = NOON;
        for (int i = 0; i < 8; i++) {
            var next = told.turn(now, blue);
            told.turn(next.minusSeconds(1), blue);
            minutes.add(Duration.between(now, next).toMinutes());
            now = next;
        }

        assertThat(minutes).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
        assertThat(told.events("blue sees")).hasSize(8);
    }

    @Test
    void aLoopThatFailedRecoversWithItsMemory() {
        told.turn(NOON, blue.remembering("monday"));
        told.change();
        told.turn(NOON, blue.throwing(mistake("no memory")));
        told.events.clear();

        told.turn(NOON.plus(MINUTE), blue.recovering());
        assertThat(told.events("blue")).containsExactly("blue sees 2, remembers monday, and []");

        told.change();
        told.turn(NOON.plus(MINUTE), blue.throwing(mistake("no memory")));
        assertThat(told.events("journal: failed")).hasSize(1);
    }

    @Test
    void anotherPolicyIsTriedAtOnceAfterAFailure() {
        told.turn(NOON, blue.throwing(mistake("bad policy")));
        told.events.clear();

        told.turn(NOON.plusSeconds(1), blue.recovering().under("another policy"));

        assertThat(told.events("blue")).hasSize(1);
    }

    /// A mistake without a place, so that its text is known.
    private static RuntimeException mistake(String message) {
        var mistake = new IllegalStateException(message);
        mistake.setStackTrace(new StackTraceElement[0]);
        return mistake;
    }
}
