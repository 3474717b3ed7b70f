package dev.plimsoll.sizing;

import static dev.plimsoll.sizing.OneGroup.EACH;
import static dev.plimsoll.sizing.OneGroup.NOW;
import static dev.plimsoll.sizing.OneGroup.codes;
import static dev.plimsoll.sizing.OneGroup.pods;
import static dev.plimsoll.sizing.OneGroup.sentences;
import static dev.plimsoll.sizing.OneGroup.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Step.DrainNode;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.sizing.Past.Peak;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `stabilise`: nodes are drained by the peak demand of a window.
class StabilisingTest {

    private static final Duration WINDOW = Duration.ofMinutes(15);

    @Test
    void drainsWhenThePeakIsLowToo() {
        var first = fourNodes(2_000, NOW, Past.NONE);
        var soon = fourNodes(400, NOW.plus(WINDOW), first.remember());
        var later = fourNodes(400, NOW.plus(WINDOW).plusSeconds(75), soon.remember());

        assertThat(sentences(first))
                .containsExactly("cpu utilisation of blue is 50% with 4 nodes, not above 70%");
        assertThat(sentences(soon))
                .containsExactly(
                        "cpu utilisation of blue is 10% with 4 nodes, below 40%, but 50% at the"
                                + " peak of 15 min; it drains no nodes");
        assertThat(sentences(later).getFirst())
                .isEqualTo(
                        "cpu utilisation of blue is 10% with 4 nodes at the peak of 15 min, below"
                                + " 40%; it drains to 2 nodes: n1, n2");
    }

    @Test
    void saysNothingOfAPeakInTheFirstTurn() {
        assertThat(sentences(fourNodes(400, NOW, Past.NONE)).getFirst())
                .isEqualTo(
                        "cpu utilisation of blue is 10% with 4 nodes, below 40%; it drains to 2"
                                + " nodes: n1, n2");
    }

    /// The nodes that stay have to bear the peak.
    @Test
    void keepsTheNodesThatThePeakNeeds() {
        var first = fourNodes(1_500, NOW, Past.NONE);
        var soon = fourNodes(100, NOW.plusSeconds(60), Past.NONE.with(first.remember().group()));
        var peak = fourNodes(100, NOW.plusSeconds(60), first.remember());

        assertThat(drained(soon)).isEqualTo(3);
        assertThat(drained(peak)).isEqualTo(1);
        assertThat(sentences(peak))
                .contains(
                        "blue keeps 3 nodes whose removal would bring its utilisation at the peak"
                                + " of 15 min above 70%: n2, n3, n4");
    }

    @Test
    void growsByTheDemandOfNow() {
        var high = List.of(new Peak(NOW.minusSeconds(60), Resources.NONE.with("cpu", 90_000)));

        var past = new Past(Past.NONE.group(), List.of(), List.of(), high, List.of());

        var decision = fourNodes(2_000, NOW, past);

        assertThat(decision.plan().steps()).isEmpty();
    }

    @Test
    void looksAgainWhenTheNextPartOfTheWindowBegins() {
        assertThat(fourNodes(2_000, NOW, Past.NONE).wakeAt()).isEqualTo(NOW.plusSeconds(75));
    }

    @Test
    void remembersThePeakWhenTheClockIsSetBack() {
        var first = fourNodes(2_000, NOW, Past.NONE);

        var earlier = fourNodes(400, NOW.minus(Duration.ofHours(1)), first.remember());

        assertThat(drained(earlier)).isZero();
        assertThat(earlier.remember().peaks())
                .extracting(Peak::since)
                .containsExactly(NOW.minus(Duration.ofHours(1)));
    }

    /// By a list of everything that was seen.
    @Test
    void thePeakIsTheHighestDemandOfTheWindow() {
        Seeds.forAll(random -> {
            var seen = new ArrayList<Peak>();
            var peaks = new Peaks(WINDOW, List.of());
            var now = NOW;
            for (int i = 0; i < 60; i++) {
                now = now.plusSeconds(random.nextInt(1, 120));
                var demand = Resources.NONE.with("cpu", random.nextLong(1_000));
                seen.add(new Peak(now, demand));
                peaks = peaks.at(now, () -> demand);

                assertThat(peaks.highest().asked("cpu"))
                        .isGreaterThanOrEqualTo(highest(seen, now.minus(WINDOW)))
                        .isLessThanOrEqualTo(
                                highest(seen, now.minus(WINDOW).minus(WINDOW.dividedBy(12))));
                assertThat(peaks.parts()).hasSizeLessThanOrEqualTo(14);
            }
        });
    }

    private static long highest(List<Peak> seen, Instant since) {
        return seen.stream()
                .filter(peak -> !peak.since().isBefore(since))
                .mapToLong(peak -> peak.demand().asked("cpu"))
                .max()
                .orElse(0);
    }

    private static long drained(Decision<Past> decision) {
        assertThat(codes(decision)).isNotEmpty();
        return decision.plan().steps().stream().filter(DrainNode.class::isInstance).count();
    }

    /// Four nodes of 1000m with these requests on the last one's account.
    private static Decision<Past> fourNodes(long cpuMillis, Instant now, Past past) {
        var usual = Policy.defaults(Reading.PLIMSOLL);
        var shrink = usual.shrink();
        var group =
                new OneGroup()
                        .with(
                                usual.with(
                                        new Shrink(
                                                shrink.slow(),
                                                shrink.fast(),
                                                shrink.order(),
                                                Duration.ZERO,
                                                WINDOW)))
                        .at(now)
                        .remembers(past);
        for (int i = 0; i < 4; i++) {
            group.node(EACH, pods(1, shape(cpuMillis / 4, 10)));
        }
        return group.decide();
    }
}
