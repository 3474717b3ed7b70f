package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.decision.NoPast;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Step;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sharing.Member;
import dev.plimsoll.sharing.Policy;
import dev.plimsoll.sharing.Policy.Draw;
import dev.plimsoll.sharing.Policy.Mode;
import dev.plimsoll.sharing.Seen;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Workload;
import dev.plimsoll.sharing.Sharing;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Results of Karmada's own webstermethod.go, line by line.
@Tag("shared")
class WebsterVectorsTest {

    private static final Policy WEBSTER = new Policy(Mode.WEBSTER, Draw.REMAINDER, Percent.of(0));

    @Test
    void dealsAsKarmadaDoesOnEveryLine() {
        var mistakes = new Mistakes();
        int lines = 0;
        try (var documents = Values.read(Source.file(vectors()), mistakes)) {
            while (documents.hasNext()) {
                var line = Fields.of(documents.next(), "", mistakes);

                assertThat(dealt(line)).as("line %d", ++lines).isEqualTo(counts(line, "result"));
            }
        }
        mistakes.throwIfAny();
        assertThat(lines).isEqualTo(480);
    }

    private static SortedMap<String, Integer> dealt(Fields line) {
        var members = new ArrayList<Member>();
        counts(line, "weights").forEach((name, weight) -> members.add(Member.of(name, weight)));
        var workload =
                new Workload(line.text("uid", ""), 0, line.whole("replicas", 0, 0, 1_000_000));
        var seen = new Seen(workload, members, List.of(), Previous.NONE, counts(line, "init"));
        var dealt = new TreeMap<String, Integer>();
        for (var step : decide(seen)) {
            if (step instanceof Step.RunReplicas(_, var cluster, var replicas)) {
                dealt.put(cluster, replicas);
            }
        }
        return dealt;
    }

    private static List<Step> decide(Seen seen) {
        var question = new Question<>(seen, WEBSTER, NoPast.NONE, List.of(), Instant.EPOCH, 0);
        return new Sharing().decide(question).plan().steps();
    }

    private static SortedMap<String, Integer> counts(Fields line, String key) {
        var counts = new TreeMap<String, Integer>();
        var fields = line.fields(key);
        for (var name : fields.keys()) {
            counts.put(name, fields.whole(name, 0, 0, Integer.MAX_VALUE));
        }
        return counts;
    }

    private static Path vectors() {
        var shared = System.getProperty("plimsoll.shared");
        if (shared == null) {
            throw new IllegalStateException(
                    "no -Dplimsoll.shared=FOLDER; './check shared' names it");
        }
        return Path.of(shared).resolve("vectors/webster.jsonl");
    }
}
