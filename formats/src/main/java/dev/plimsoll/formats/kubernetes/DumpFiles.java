package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The texts of a dump: files, folders of files, or a stream.
final class DumpFiles {

    private static final List<String> ENDINGS =
            List.of(".json", ".yaml", ".yml", ".jsonl", ".ndjson");

    private final ObjectReceiver objects;
    private final Mistakes mistakes;
    private final Mistakes passedOver = new Mistakes();

    DumpFiles(ObjectReceiver objects, Mistakes mistakes) {
        this.objects = objects;
        this.mistakes = mistakes;
    }

    /// Reads all of these: files, folders with everything under them in the order of names, and `-`
    /// for standard input.
    void read(List<String> names, InputStream standardInput) {
        for (var name : names) {
            try {
                if (name.equals(ClusterReader.STANDARD_INPUT)) {
                    read(Source.stream("standard input", standardInput), mistakes);
                } else {
                    read(Source.path(name));
                }
            } catch (BadInput bad) {
                mistakes.addAll(bad);
            }
        }
    }

    void read(Source source) {
        try {
            read(source, mistakes);
        } catch (BadInput bad) {
            mistakes.addAll(bad);
        }
    }

    /// The files and values in folders that were skipped, each with its place.
    List<String> skipped() {
        var sentences = new ArrayList<String>();
        passedOver.list().forEach(mistake -> sentences.add(mistake.toString()));
        return sentences;
    }

    private void read(Path path) {
        if (Files.isDirectory(path)) {
            readFolder(path);
        } else {
            read(Source.file(path), mistakes);
        }
    }

    private void readFolder(Path folder) {
        for (var entry : entries(folder)) {
            try {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    readFolder(entry);
                } else if (hasKnownEnding(entry)) {
                    read(Source.file(entry), passedOver);
                } else {
                    passedOver.add(
                            Source.file(entry).place(),
                            "",
                            "skipped: its name does not end in .json or .yaml");
                }
            } catch (BadInput bad) {
                mistakes.addAll(bad);
            }
        }
    }

    /// @param refused receives mistakes about values that are not Kubernetes objects
    private void read(Source source, Mistakes refused) {
        try (var tokens = Tokens.of(source)) {
            new DumpText(tokens, objects, mistakes, refused).read(source.place());
        }
    }

    private static List<Path> entries(Path folder) {
        var entries = new ArrayList<Path>();
        try (var stream = Files.newDirectoryStream(folder, DumpFiles::isVisible)) {
            stream.forEach(entries::add);
        } catch (IOException failure) {
            throw Source.unreadable(folder.toString(), failure);
        }
        entries.sort(null);
        return entries;
    }

    private static boolean isVisible(Path entry) {
        return !String.valueOf(entry.getFileName()).startsWith(".");
    }

    private static boolean hasKnownEnding(Path file) {
        var name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return ENDINGS.stream().anyMatch(name::endsWith);
    }
}
