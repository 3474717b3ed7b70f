package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.fit.Verdict;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.document.Questions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OursTest {

    @Test
    void saysOfManyPodsWhatEachQuestionIsAnswered() {
        for (long seed = 1; seed <= 20; seed++) {
            var asked = Cases.of(seed);
            var ours = new Ours(asked);

            for (int pod = 0; pod < asked.pods().size(); pod += 10) {
                assertThat(fits(ours.verdicts(pod))).isEqualTo(answered(asked, pod));
            }
        }
    }

    private static Map<String, Object> fits(Map<String, Verdict> verdicts) {
        var fits = new LinkedHashMap<String, Object>();
        verdicts.forEach((node, verdict) -> {
            if (!(verdict instanceof Verdict.Unknown)) {
                fits.put(node, verdict.fits());
            }
        });
        return fits;
    }

    private static Map<String, Object> answered(Case asked, int pod) {
        var question = Ours.value(Ours.question(asked, pod));
        var fits = new LinkedHashMap<String, Object>();
        for (var verdict :
                JsonTree.maps(beside(Questions.read(question, new Mistakes())), "verdicts")) {
            if (verdict.get("fits") instanceof Boolean known) {
                fits.put(JsonTree.text(verdict, "node"), known);
            }
        }
        return fits;
    }

    private static <S, P, M, A> Map<String, Object> beside(Questions.Asked<S, P, M, A> asked) {
        return asked.kind().details(asked.answer().details());
    }
}
