package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What holds for the plan of any dump.
class PlanLawsTest {

    @TempDir private Path folder = Path.of("");

    @Test
    void anotherJudgeAcceptsEveryPlacement() {
        var named = new AtomicInteger();
        Seeds.forOneIn(
                20,
                random -> {
                    var dump = new AnyDump(random);

                    var judged = new Judged(folder, dump.toString(), "");

                    judged.isAccepted();
                    judged.costsNoLessThanItsBound();
                    named.addAndGet(judged.namesTrueExamples());
                });
        assertThat(named).hasPositiveValue();
    }

    /// With room to keep free and replacements, whatever else the policy says.
    @Test
    void theDollarsOfTheStepsAddUp() {
        Seeds.forOneIn(
                20,
                random -> {
                    var dump = new AnyDump(random);
                    var policy =
                            dump.policy()
                                    + "slack: {rate: %d%%}\n".formatted(5 * random.nextInt(9));

                    var said =
                            plimsoll(
                                    "plan",
                                    file("dump.json", dump.toString()),
                                    "-c",
                                    file("policy.yaml", policy),
                                    "-o",
                                    "json");

                    StepDollars.addUp(Plain.map(said.out()));
                });
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anotherJudgeAcceptsEveryPlacementUnderAPolicy() {
        var named = new AtomicInteger();
        Seeds.forOneIn(
                40,
                random -> {
                    var dump = new AnyDump(random);

                    var judged = new Judged(folder, dump.toString(), dump.policy());

                    judged.isAccepted();
                    judged.costsNoLessThanItsBound();
                    judged.keepsToLimits();
                    named.addAndGet(judged.namesTrueExamples());
                });
        assertThat(named).hasPositiveValue();
    }
}
