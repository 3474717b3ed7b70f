package dev.plimsoll.cli;

import dev.plimsoll.Seeds;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What holds for the plan of any dump.
class PlanLawsTest {

    @TempDir private Path folder = Path.of("");

    @Test
    void anotherJudgeAcceptsEveryPlacement() {
        Seeds.forOneIn(
                20,
                random -> {
                    var dump = new AnyDump(random);

                    var judged = new Judged(folder, dump.toString(), "");

                    judged.isAccepted();
                    judged.costsNoLessThanItsBound();
                });
    }

    @Test
    void anotherJudgeAcceptsEveryPlacementUnderAPolicy() {
        Seeds.forOneIn(
                40,
                random -> {
                    var dump = new AnyDump(random);

                    var judged = new Judged(folder, dump.toString(), dump.policy());

                    judged.isAccepted();
                    judged.costsNoLessThanItsBound();
                    judged.keepsToMaxima();
                });
    }
}
