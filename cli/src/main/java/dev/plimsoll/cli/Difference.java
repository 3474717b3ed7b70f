package dev.plimsoll.cli;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.Plain;
import java.util.ArrayList;
import java.util.List;

/// A recorded decision beside the one that is made now, line by line.
final class Difference {

    private Difference() {}

    static void print(Entry.Decided<?, ?, ?> entry, String now, Console console) {
        console.line(Explain.title(entry));
        var before = lines(entry.decision());
        var after = lines(read(now));
        for (var line : before) {
            if (!after.contains(line)) {
                console.line("  - " + line);
            }
        }
        for (var line : after) {
            if (!before.contains(line)) {
                console.line("  + " + line);
            }
        }
    }

    private static Value read(String json) {
        try (var documents = Values.read(Source.text("decision", json), new Mistakes())) {
            return documents.next();
        }
    }

    /// Steps, reasons, and what the decision remembers.
    private static List<String> lines(Value decision) {
        var lines = new ArrayList<String>();
        for (var step : Explain.items(decision, "plan")) {
            lines.add("step " + Json.text(Plain.of(step)));
        }
        for (var reason : Explain.items(decision, "reasons")) {
            lines.add(Explain.text(reason, "rule") + ": " + Explain.text(reason, "sentence"));
        }
        if (decision instanceof Value.Mapping mapping) {
            lines.add("remember " + Json.text(Plain.of(mapping.get("remember"))));
            lines.add("wakeAt " + Explain.text(decision, "wakeAt"));
        }
        return lines;
    }
}
