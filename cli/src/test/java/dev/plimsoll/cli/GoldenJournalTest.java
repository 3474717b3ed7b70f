package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.formats.journal.JournalReader;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// A journal that was recorded by the present version of the rules guards this version: who changes
/// a decision has to raise it.
class GoldenJournalTest {

    private static final String FILE = "cli/src/test/resources/dev/plimsoll/cli/golden.journal";

    private static final String ADVICE =
            """
            The rules decide otherwise than when %1$s was recorded.
            If this is intended, raise JournalFile.RULES, tell it in CHANGELOG.md under 'Decides differently', and record the journal again:
              rm %1$s
              ./plimsoll run --for 90m --speed max --quiet --journal %1$s
              rm %1$s.memory
            """
                    .formatted(FILE);

    @Test
    void decidesAsRecordedUnlessTheVersionOfTheRulesIsRaised() {
        var replay = plimsoll("replay", inCheckout(FILE));

        assertThat(replay.out()).as(ADVICE).matches("same decisions: [0-9]{3} decided again\n");
        assertThat(replay.err()).as(ADVICE).isEmpty();
    }

    @Test
    void isRecordedByThePresentVersionOfTheRules() {
        var rules = new ArrayList<Integer>();

        try (var reader = JournalReader.open(inCheckout(FILE))) {
            reader.forEachRemaining(entry -> {
                if (entry instanceof Entry.Opened opened) {
                    rules.add(opened.rules());
                }
            });
        }

        assertThat(rules).as(ADVICE).containsExactly(JournalFile.RULES);
    }
}
