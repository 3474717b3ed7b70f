package dev.plimsoll.oracle;

import dev.plimsoll.fitting.Fitting;
import dev.plimsoll.fitting.Seen;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.Questions;
import dev.plimsoll.packing.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Asks our own rules, by a question document.
public final class Fits {

    private Fits() {}

    /// The document that asks where the pod fits: what `plimsoll decide` takes.
    public static Map<String, Object> question(
            List<? extends Map<String, Object>> objects, Map<String, Object> pod) {
        var seen = new LinkedHashMap<String, Object>();
        seen.put("objects", objects);
        seen.put("pod", pod);
        var question = new LinkedHashMap<String, Object>();
        question.put("kind", "FitQuestion");
        question.put("seen", seen);
        return question;
    }

    /// The verdict of each node, by name.
    public static Map<String, Verdict> verdicts(
            List<? extends Map<String, Object>> objects, Map<String, Object> pod) {
        var mistakes = new Mistakes();
        var text = Json.text(question(objects, pod));
        try (var documents = Values.read(Source.text("question", text), mistakes)) {
            var asked = Questions.read(documents.next(), mistakes);
            return Fitting.verdicts((Seen) asked.question().seen());
        }
    }
}
