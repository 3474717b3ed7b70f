package dev.plimsoll.formats.prices;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The words of each line of a built-in text; lines that start with `#` are comments.
final class Lines {

    private Lines() {}

    static List<String[]> of(String resource) {
        return words(text(resource));
    }

    static List<String[]> words(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", -1))
                .toList();
    }

    static String text(String resource) {
        try (var stream = Lines.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("no " + resource + " in this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
