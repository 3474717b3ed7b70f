package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2e.Api;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Compares our fit with kube-scheduler itself, over random clusters.
///
/// `-Dplimsoll.clusters=N` sets the number of clusters, `-Dplimsoll.seed=N` runs a single one,
/// `-Dplimsoll.record=true` writes the verdicts for `RecordingTest`.
@Tag("e2e")
class OracleTest {

    private static final int CLUSTERS = Integer.getInteger("plimsoll.clusters", 520);

    /// Shrinking a case takes many questions; a few cases are enough.
    private static final int SHRUNK = 3;

    private static final int TRIES = 400;

    @Test
    void agreesWithTheRealScheduler() throws IOException {
        var comparison = new Comparison();
        var told = new ArrayList<String>();
        try (var real = new RealScheduler();
                var recording = Recording.ifWanted()) {
            for (long seed : seeds()) {
                var answered = answered(real, Cases.of(seed));
                recording.add(answered);
                var found = comparison.add(answered);
                if (!found.isEmpty() && told.size() < SHRUNK) {
                    var first = told(real, found.getFirst());
                    System.err.println("e2e: " + first);
                    told.add(first);
                }
                if (seed % 50 == 0) {
                    System.err.println("e2e: " + seed + " clusters, " + comparison.told());
                }
            }
        }

        assertThat(told).as(comparison.told()).isEmpty();
        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.unknown() * 100).isLessThanOrEqualTo(comparison.nodes());
    }

    /// Differences are checked twice: kinds without a sentinel can be late.
    private static Answered answered(RealScheduler real, Case asked) {
        var answered = real.ask(asked);
        if (new Comparison().add(answered).isEmpty()) {
            return answered;
        }
        System.err.println("e2e: asking again about seed " + asked.seed());
        return real.ask(asked);
    }

    private static List<Long> seeds() {
        var only = Long.getLong("plimsoll.seed");
        if (only != null) {
            return List.of(only);
        }
        var seeds = new ArrayList<Long>();
        for (long seed = 1; seed <= CLUSTERS; seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    /// The difference, and the smallest question that shows one.
    private static String told(RealScheduler real, Comparison.Difference difference) {
        var whole = Cases.of(difference.answered().asked().seed());
        var pod = whole.pods().get(difference.pod());
        var one = new Case(whole.seed(), whole.objects(), List.of(pod));
        var smallest = Shrinking.smallest(one, smaller -> differs(real, smaller), TRIES);
        var shown = real.ask(smallest).asked();
        return difference.told() + "\n" + Json.text(Ours.question(shown, 0));
    }

    private static boolean differs(RealScheduler real, Case smaller) {
        try {
            return !smaller.pods().isEmpty() && !new Comparison().add(real.ask(smaller)).isEmpty();
        } catch (Api.Refused | BadInput invalid) {
            return false;
        }
    }
}
