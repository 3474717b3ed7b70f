package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.savings.SavingsRow.Name;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What holds for the savings of any dump.
class SavingsLawsTest {

    @TempDir private Path folder = Path.of("");

    private final Map<Name, Integer> found = new EnumMap<>(Name.class);
    private int proven;

    @Test
    void everyRowHoldsThePodsWithinItsBoundAndTheRowAboveIt() {
        Seeds.forOneIn(
                25,
                random -> {
                    var dump = onSomeSpotNodes(new AnyDump(random).toString(), random);

                    judge(dump, "");
                });

        assertThat(found.get(Name.SAME_GROUPS)).isPositive();
        assertThat(found.get(Name.ANY_TYPE)).isPositive();
        assertThat(found.get(Name.WITH_SPOT)).isPositive();
        assertThat(proven).isPositive();
    }

    @Test
    void everyRowKeepsToThePolicyAndKeepsItsRoomFree() {
        Seeds.forOneIn(
                25,
                random -> {
                    var any = new AnyDump(random);
                    var slack = random.nextBoolean() ? "slack: {rate: 20%}\n" : "";
                    var policy = any.policy() + slack;

                    judge(any.toString(), policy).keepToMaxima(policy);
                });

        assertThat(found.get(Name.SAME_GROUPS)).isPositive();
        assertThat(proven).isPositive();
    }

    private JudgedSavings judge(String dump, String policy) {
        var words = new ArrayList<String>(List.of("-f", file("dump.json", dump)));
        if (!policy.isEmpty()) {
            words.addAll(List.of("-c", file("policy.yaml", policy)));
        }

        var judged = new JudgedSavings(Plain.trees(dump), words);

        judged.costNoMoreThanTheRowAbove();
        proven += judged.costNoLessThanTheirBounds();
        judged.holdTheSamePods();
        judged.keepOthersOffSpotNodes();
        judged.areAccepted();
        for (var name : Name.values()) {
            found.merge(name, judged.isFound(name) ? 1 : 0, Integer::sum);
        }
        return judged;
    }

    /// The nodes of some pools are spot nodes.
    private static String onSomeSpotNodes(String dump, RandomGenerator random) {
        var marked = dump;
        for (int i = 1; i < 5; i++) {
            var label = "\"eks.amazonaws.com/nodegroup\":\"g" + i + "\"";
            if (random.nextInt(3) == 0) {
                marked =
                        marked.replace(
                                label, label + ",\"eks.amazonaws.com/capacityType\":\"SPOT\"");
            }
        }
        return marked;
    }

    private String file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text).toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
