package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.turn.LoopId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainTest {

    @TempDir private static Path folder = Path.of("");

    private static Path journal = Path.of("");

    @BeforeAll
    static void runForAnHour() {
        journal = folder.resolve("journal");
        plimsoll("run", "--for", "1h", "--speed", "max", "--quiet", "--journal", journal);
    }

    @Test
    void listsTheDecisionsThatChangedSomething() {
        var some = decisions("explain", journal);
        var all = decisions("explain", journal, "--all");

        assertThat(some).isNotEmpty();
        assertThat(all).containsAll(some).hasSizeGreaterThan(some.size());
        assertThat(all.getFirst()).startsWith("#1 ");
    }

    @Test
    void listsTheDecisionsOfOneLoop() {
        assertThat(decisions("explain", journal, "--all", "--loop", "web"))
                .isNotEmpty()
                .allMatch(head -> head.endsWith(" web"));
    }

    @Test
    void listsTheDecisionsForWhichARuleFired() {
        var out = plimsoll("explain", journal, "--rule", "above-threshold").out();

        assertThat(out.lines().filter(line -> line.startsWith("  above-threshold ")))
                .isNotEmpty()
                .hasSameSizeAs(decisions("explain", journal, "--rule", "above-threshold"));
    }

    @Test
    void tellsAllThatOneDecisionRestedOnAndWhatBecameOfIt() {
        var id = decisions("explain", journal).getFirst().replaceAll("^#| .*", "");

        var whole = plimsoll("explain", journal, id);

        assertThat(whole.out())
                .startsWith("#" + id + " ")
                .contains(
                        "\n  facts of ",
                        "\n  policy: {\"reading\":\"plimsoll\"",
                        "\n  remembered: {",
                        "\n  group ",
                        ": done\n");
        assertThat(plimsoll("explain", journal, "#" + id)).isEqualTo(whole);
    }

    @Test
    void printsDecisionsAsDocuments() {
        var json = plimsoll("explain", journal, "1", "-o", "json").out();
        var yaml = plimsoll("explain", journal, "1", "-o", "yaml").out();

        assertThat(json)
                .hasLineCount(1)
                .startsWith(
                        "{\"id\":1,\"loop\":\"web\",\"now\":\"2026-01-05T00:00:00Z\","
                                + "\"decision\":{\"apiVersion\":\"plimsoll.dev/v1alpha1\","
                                + "\"kind\":\"SizingDecision\",\"plan\":[");
        assertThat(yaml)
                .startsWith(
                        """
                        ---
                        id: 1
                        loop: web
                        now: "2026-01-05T00:00:00Z"
                        decision:
                          apiVersion: plimsoll.dev/v1alpha1
                        """);
    }

    @Test
    void listsLoopsThatCouldNotDecide() throws IOException {
        var failing = Files.copy(journal, folder.resolve("failing"));
        try (var file = new JournalFile(failing, 1 << 30, "0.1", _ -> {})) {
            file.failed(new LoopId("sizing", "web"), Instant.EPOCH, "java.lang.Error: a < b");
        }

        var all = plimsoll("explain", failing);
        var ofBatch = plimsoll("explain", failing, "--loop", "batch");

        assertThat(all.out())
                .startsWith(plimsoll("explain", journal).out())
                .endsWith("! 1970-01-01 00:00:00 web could not decide: java.lang.Error: a < b\n");
        assertThat(ofBatch.out()).doesNotContain("could not decide");
        assertThat(plimsoll("replay", failing).code()).isZero();
    }

    @Test
    void saysThatThereIsNoSuchDecision() {
        var explain = plimsoll("explain", journal, "999999");

        assertThat(explain.code()).isEqualTo(2);
        assertThat(explain.err())
                .isEqualTo(
                        "plimsoll: %s: the journal has no decision 999999; 'plimsoll explain %s --all' lists all decisions\n"
                                .formatted(journal, journal));
        assertThat(plimsoll("explain", journal, "--loop", "red").err())
                .startsWith("plimsoll: no decision of " + journal + " matches;");
    }

    @Test
    void leavesARecordOutThatWasCutShort() throws IOException {
        var torn = folder.resolve("torn");
        var bytes = Files.readAllBytes(journal);
        Files.write(torn, Arrays.copyOf(bytes, bytes.length - 3));

        var explain = plimsoll("explain", torn);

        assertThat(explain.code()).isZero();
        assertThat(explain.err())
                .isEqualTo(
                        "plimsoll: warning: the last record is incomplete because its process"
                                + " ended; it is ignored\n");
    }

    /// The heads of what is explained.
    private static List<String> decisions(Object... words) {
        return plimsoll(words).out().lines().filter(line -> line.startsWith("#")).toList();
    }
}
