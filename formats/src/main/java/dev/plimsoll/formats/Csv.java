package dev.plimsoll.formats;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Tables as text: a header of names, then a line each, with commas between. Blanks around a value
/// do not count, nor do empty lines and lines that begin with `#`; quotes are not understood.
///
/// A line becomes a mapping from the header's names to what stands below them, so that [Fields]
/// reads it with places. An empty value is as good as absent.
public final class Csv {

    private final String file;
    private final Mistakes mistakes;
    private final List<Value.Scalar> header = new ArrayList<>();
    private final List<Value.Mapping> lines = new ArrayList<>();

    private Csv(String file, Mistakes mistakes) {
        this.file = file;
        this.mistakes = mistakes;
    }

    /// The lines below the header.
    ///
    /// @throws BadInput if it cannot be read at all
    public static List<Value.Mapping> read(Source source, Mistakes mistakes) {
        var csv = new Csv(source.label(), mistakes);
        int line = 0;
        for (var text : texts(source)) {
            csv.line(++line, text);
        }
        if (csv.header.isEmpty()) {
            mistakes.add(source.place(), "", "this is empty; start with a header line");
        }
        return csv.lines;
    }

    private static List<String> texts(Source source) {
        var decoded = new InputStreamReader(source.open(), StandardCharsets.UTF_8);
        try (var reader = new BufferedReader(decoded)) {
            return reader.lines().toList();
        } catch (IOException | UncheckedIOException failure) {
            throw new BadInput(source.place(), "", "cannot be read: " + failure.getMessage());
        }
    }

    private void line(int number, String text) {
        if (text.isBlank() || text.startsWith("#")) {
            return;
        }
        var values = values(number, text);
        if (header.isEmpty()) {
            header(values);
            return;
        }
        if (values.size() > header.size()) {
            var first = values.get(header.size());
            mistakes.add(
                    first.place(),
                    "",
                    "the line has "
                            + values.size()
                            + " values, the header "
                            + header.size()
                            + " columns; remove "
                            + first.described()
                            + ", or a comma before it");
            return;
        }
        lines.add(new Value.Mapping(entries(values), new Place(file, number, 1)));
    }

    private void header(List<Value.Scalar> names) {
        for (var name : names) {
            if (header.stream().anyMatch(other -> other.text().equals(name.text()))) {
                mistakes.add(name.place(), "", name.described() + " names two columns; remove one");
            }
            header.add(name);
        }
    }

    private List<Value.Entry> entries(List<Value.Scalar> values) {
        var entries = new ArrayList<Value.Entry>();
        for (int i = 0; i < values.size(); i++) {
            var name = header.get(i);
            var value = values.get(i);
            Value said = value.text().isEmpty() ? new Value.Nothing(value.place()) : value;
            entries.add(new Value.Entry(name.text(), name.place(), said));
        }
        return entries;
    }

    /// A byte order mark, which some spreadsheets write, is no part of the first name.
    private List<Value.Scalar> values(int line, String text) {
        var values = new ArrayList<Value.Scalar>();
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        while (start <= text.length()) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 ? text.length() : comma;
            var place = new Place(file, line, start + 1);
            values.add(new Value.Scalar(text.substring(start, end).strip(), false, place));
            start = end + 1;
        }
        return values;
    }
}
