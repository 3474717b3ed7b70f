package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.JournalReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `run --faults`: every fault is printed, then the decision that answers it, and what the decision
/// says is true of the cluster.
class FaultsTest {

    private static final String DAY = "2026-01-05T";

    @TempDir private static Path folder = Path.of("");

    private static Path journal = Path.of("");
    private static Shell run = new Shell(0, "", "");

    /// The cluster at every time of a decision, before its steps.
    private static final TreeMap<Instant, Cluster> CLUSTERS = new TreeMap<>();

    @BeforeAll
    static void runWithFaults() {
        journal = folder.resolve("faults.journal");
        run = plimsoll("run", "--faults", "--speed", "max", "--journal", journal);
        try (var reader = JournalReader.open(journal)) {
            while (reader.hasNext()) {
                if (reader.next() instanceof Entry.Decided<?, ?, ?> decided) {
                    CLUSTERS.putIfAbsent(decided.question().now(), reader.cluster());
                }
            }
        }
    }

    /// N stands for a node.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    event                                                      | decision
                    00:10:00  web    Deployment search is scaled up from 0 to 1       | 00:10:00  web    9 nodes    +1           no Ready or arriving node of web has room for 1 pod: shop/…
                    00:40:00  web    Deployment frontend is scaled down from 36 to 16 | 00:40:00  web    7 nodes    drain 2      cpu utilisation of web is 37.8% with 9 nodes, below 60%
                    00:44:00  web    Deployment frontend is scaled up from 16 to 36   | 00:44:00  web    8 nodes    undrain 3    cpu utilisation of web is 120.4% with 5 nodes, above 80%
                    01:20:00  batch  Deployment worker is scaled up from 4 to 10      | 01:20:00  batch  6 nodes    +3           cpu utilisation of batch is 149.4% with 3 nodes, above 80%
                    01:10:00  batch  the provider delivers no more machines           | 01:30:30  batch  3 nodes    cancel 3     batch cancels 3 machines that the provider did not deliver…
                    01:50:00  batch  the provider delivers machines again             | 01:56:00  batch  6 nodes    +3           cpu utilisation of batch is 149.4% with 3 nodes, above 80%
                    02:20:00  spot   the provider announces that N stops at 02:22:00  | 02:20:00  spot   4 nodes    +1           cpu utilisation of spot is 96% with 3 nodes, above 80%
                    02:40:00  web    the kubelet of N stops reporting                 | 02:40:00  web    9 nodes    +1           cpu utilisation of web is 86% with 7 nodes, above 80%
                    02:45:00  web    the pods on N are deleted                        | 02:50:00  web    8 nodes    drain 1      N has not been Ready for 10 min
                    03:20:00  web    Deployment frontend is scaled down from 36 to 10 | 03:20:00  web    6 nodes    drain 2      cpu utilisation of web is 32.7% with 8 nodes, below 60%
                    """)
    void everyFaultIsFollowedByTheDecisionThatAnswersIt(String event, String decision) {
        var named = run.out().replaceAll("(web|spot)-[0-9]+", "N");

        assertThat(named.lines().toList()).containsSubsequence(event, decision);
    }

    @Test
    void endsWithTheSummaryOfFourHours() {
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("\n4h of virtual time: ", "\ngroups\n", "\npods\n", "\nrules\n")
                .contains("\ndecisions that differ by Escalator's rules\n")
                .doesNotContain("by Escalator's rules: ");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= RunLine.WIDTH);
    }

    @Test
    void theStarvedPodHadNoRoomAndGetsANode() {
        assertThat(reasons("00:10:00"))
                .containsPattern(
                        "starved +no Ready or arriving node of web has room for 1 pod:"
                                + " shop/search-[0-9]+; it needs 1 more node");

        assertThat(at("00:10:00").pending()).hasSize(1);
        assertThat(at("00:40:00").pending()).isEmpty();
        assertThat(at("00:40:00").nodesOf("web")).hasSize(9).allMatch(Node::isReady);
    }

    @Test
    void nodesThatWereUndrainedTakePodsAgain() {
        var undrained =
                List.of(found(reasons("00:44:00"), "web un-drains 3 nodes: (.*)").split(", "));

        assertThat(undrained).hasSize(3);
        for (var name : undrained) {
            var before = node("00:44:00", name);
            var after = node("00:50:30", name);
            assertThat(before.state()).isInstanceOf(NodeState.Draining.class);
            assertThat(after.isReady()).isTrue();
            assertThat(after.movers()).isGreaterThan(before.movers());
        }
        assertThat(at("00:50:30").pending()).isEmpty();
    }

    @Test
    void afterGivingUpTheTargetIsTheNumberOfNodesUntilTheBackOffEnds() {
        var pauses = Map.of("01:30:30", "01:35:30", "01:46:00", "01:56:00");
        pauses.forEach((givenUp, end) -> {
            assertThat(reasons(givenUp)).contains("batch cancels 3 machines that the provider");
            var during = CLUSTERS.subMap(time(givenUp), false, time(end), true);

            assertThat(during).isNotEmpty();
            assertThat(during.values())
                    .allMatch(cluster -> cluster.group("batch").target() == 3)
                    .allMatch(cluster -> cluster.nodesOf("batch").size() == 3);
        });
    }

    @Test
    void theGroupRecoversWhenTheProviderDeliversAgain() {
        assertThat(at("01:56:00").pending()).isNotEmpty();

        assertThat(at("02:20:00").pending()).isEmpty();
        assertThat(at("02:20:00").nodesOf("batch")).hasSize(6).allMatch(Node::isReady);
        assertThat(run.out().substring(run.out().indexOf("01:56:00"))).doesNotContain("cancel");
    }

    @Test
    void theSpotNodeLeavesAndItsPodsRunElsewhere() {
        var name = found(run.out(), "the provider announces that (spot-[0-9]+) stops");
        assertThat(node("02:20:00", name).state()).isInstanceOf(NodeState.Leaving.class);
        assertThat(node("02:20:00", name).movers()).isPositive();

        var later = at("02:35:00");

        assertThat(later.nodesOf("spot")).extracting(Node::name).doesNotContain(name);
        assertThat(later.nodesOf("spot").stream().mapToInt(Node::movers).sum()).isEqualTo(11);
        assertThat(later.pending()).isEmpty();
    }

    @Test
    void theNodeThatFailedIsDrainedAndRemoved() {
        var name = found(run.out(), "the kubelet of (web-[0-9]+) stops reporting");
        assertThat(node("02:50:00", name).readySince()).isEqualTo(time("02:40:00"));
        assertThat(node("02:50:00", name).ready()).isFalse();

        assertThat(run.out()).contains("02:55:00  web    8 nodes    remove 1     " + name);
        assertThat(at("03:20:00").nodesOf("web")).hasSize(8).allMatch(Node::isReady);
    }

    @Test
    void aDisruptionBudgetKeepsAPodUntilItsNodeIsOverdue() {
        var name =
                found(
                        run.err(),
                        "evict the pods on (web-[0-9]+): disruption budget shop/ledger keeps 1"
                                + " pod");

        assertThat(reasons("03:32:30"))
                .contains(name + " is removed with 1 pod on it after 12 min of draining");
        assertThat(node("03:32:30", name).movers()).isEqualTo(1);
    }

    @Test
    void equalSeedsGiveEqualOutput() {
        var again = plimsoll("run", "--faults", "--speed", "max");

        assertThat(again).isEqualTo(run);
        assertThat(plimsoll("run", "--faults", "--speed", "max", "--seed", "2").out())
                .isNotEqualTo(run.out());
    }

    @Test
    void itsJournalIsDecidedAgainTheSame() {
        var replay = plimsoll("replay", journal);

        assertThat(replay.code()).isZero();
        assertThat(replay.out()).startsWith("same decisions: ");
    }

    @Test
    void aRunInTwoPartsPrintsEveryEventOnce() {
        var parts = folder.resolve("parts.journal");
        var command = new Object[] {"run", "--faults", "--speed", "max", "--journal", parts};

        var first = plimsoll(and(command, "--for", "90m")).out();
        var second = plimsoll(and(command, "--for", "150m")).out();

        var lines = new ArrayList<>(decisionsAndEvents(first));
        lines.addAll(decisionsAndEvents(second));
        assertThat(lines).isEqualTo(decisionsAndEvents(run.out()));
    }

    @Test
    void aJournalOfAnotherScenarioIsRefused() {
        var day = folder.resolve("day.journal");
        plimsoll("run", "--for", "10m", "--speed", "max", "--quiet", "--journal", day);

        assertThat(plimsoll("run", "--journal", journal))
                .isEqualTo(
                        complaint(
                                journal
                                        + ": it records a run with --faults; add --faults, or name"
                                        + " a new file"));
        assertThat(plimsoll("run", "--faults", "--journal", day))
                .isEqualTo(
                        complaint(
                                day
                                        + ": it does not record a run with --faults; leave --faults"
                                        + " out, or name a new file"));
    }

    @Test
    void takesAPolicyForItsGroups() {
        var policy =
                """
                kind: Policy
                groups: [{name: %s, match: {labels: {pool: a}}, manage: utilisation}]
                """;

        var spot =
                plimsollReading(
                        policy.formatted("spot"), "run", "--faults", "--speed", "max", "-c", "-");
        var other = plimsollReading(policy.formatted("red"), "run", "--faults", "-c", "-");

        assertThat(spot.code()).isZero();
        assertThat(spot.out()).contains("spot   5 nodes    +1 ").doesNotContain("web    9 nodes");
        assertThat(other.err())
                .isEqualTo(
                        "plimsoll: -: the embedded cluster has no group 'red'; its groups are"
                                + " batch, spot and web\n");
    }

    @Test
    void printsNoEventsIfQuiet() {
        var quiet = plimsoll("run", "--faults", "--speed", "max", "--quiet").out();

        assertThat(quiet).startsWith("4h of virtual time: ");
    }

    private static Object[] and(Object[] words, Object... more) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of(more));
        return all.toArray();
    }

    private static List<String> decisionsAndEvents(String out) {
        return out.lines().filter(line -> line.matches("[0-9]{2}:[0-9]{2}:[0-9]{2}  .*")).toList();
    }

    private static Shell complaint(String sentence) {
        return new Shell(2, "", "plimsoll: " + sentence + "\n");
    }

    private static Instant time(String time) {
        return Instant.parse(DAY + time + "Z");
    }

    private static Cluster at(String time) {
        return Optional.ofNullable(CLUSTERS.get(time(time))).orElseThrow();
    }

    private static Node node(String time, String name) {
        return at(time).nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The reasons of all decisions at that time, as `explain` prints them.
    private static String reasons(String time) {
        return Pattern.compile("(?m)^#[0-9]+ 2026-01-05 " + time + " .*\n(?:  .*\n)*")
                .matcher(plimsoll("explain", journal).out())
                .results()
                .map(MatchResult::group)
                .reduce("", String::concat);
    }

    /// The first group of the pattern where it first matches.
    private static String found(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern).isTrue();
        return matcher.group(1);
    }
}
