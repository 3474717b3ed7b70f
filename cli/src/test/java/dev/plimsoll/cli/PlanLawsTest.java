package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
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
