package dev.plimsoll.scaling;

import static dev.plimsoll.scaling.Village.NOW;
import static dev.plimsoll.scaling.Village.group;
import static dev.plimsoll.scaling.Village.node;
import static dev.plimsoll.scaling.Village.pods;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.scaling.Consolidation.Mode;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Replacement.Stage;
import dev.plimsoll.slack.SlackPast;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Replacements that are given up because of what happens to their old nodes.
class GivenUpReplacementTest {

    private static final Node OLD =
            node("old", "pool=large", "8", "32Gi", pods(1, "p", "1", "1Gi"));
    private static final Node OTHER =
            node("other", "pool=large", "8", "32Gi", pods(1, "q", "7", "1Gi"));

    private final SortedMap<String, Instant> takenBack = new TreeMap<>();

    @Test
    void givesAReplacementUpIfAnOldNodeIsGone() {
        var decision = turn(Stage.ORDERED, OTHER);

        assertThat(sentences(decision))
                .contains(
                        "the replacement of old is given up: a node of it is gone; no other begins"
                                + " in large for 60 min");
        assertThat(stage(decision)).isEqualTo(Stage.GIVEN_UP);
    }

    /// Somebody needed the node again while the others of the replacement drained.
    @Test
    void givesAReplacementUpIfAnOldNodeTakesPodsAgain() {
        takenBack.put("old", NOW.minusSeconds(60));

        var decision = turn(Stage.DRAINING, OLD, OTHER);

        assertThat(sentences(decision))
                .contains(
                        "the replacement of old is given up: the node takes pods again; no other"
                                + " begins in large for 60 min");
        assertThat(stage(decision)).isEqualTo(Stage.GIVEN_UP);
    }

    private Decision<Past> turn(Stage stage, Node... nodes) {
        var bought = new TreeMap<String, Integer>();
        bought.put("small", 1);
        var since = NOW.minusSeconds(300);
        var old = new TreeSet<>(List.of("old"));
        var groups = new TreeSet<>(List.of("large"));
        var one = new Replacement(stage, old, groups, bought, since, since);
        var removals = new Removals(new TreeMap<>(), takenBack, List.of(), List.of(one));
        var past = new Past(new TreeMap<>(), removals, SlackPast.NONE, Growths.NONE);
        var policy = Policy.DEFAULT.scaleDown().with(Consolidation.DEFAULT.with(Mode.REPLACE));
        var cluster =
                Cluster.of(
                        List.of(nodes),
                        List.of(),
                        List.of(group("large", 9, "0.8").with(nodes.length)));
        return new Scaling()
                .decide(
                        new Question<>(
                                cluster,
                                Policy.DEFAULT.with(policy),
                                past,
                                List.<Outcome>of(),
                                NOW,
                                0));
    }

    private static Stage stage(Decision<Past> decision) {
        return decision.remember().removals().replacements().getFirst().stage();
    }

    private static List<String> sentences(Decision<Past> decision) {
        return decision.reasons().stream().map(Reason::sentence).toList();
    }
}
