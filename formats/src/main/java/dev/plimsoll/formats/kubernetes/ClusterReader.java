package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Inventory;
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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Reads dumps of a cluster into an inventory: the output of `kubectl get -o json` or `-o yaml`, in
/// files, folders of files or a stream.
///
/// It holds one object at a time, so a dump may be larger than the heap.
public final class ClusterReader {

    /// The command that prints a dump with every kind of object that is read.
    public static final String KUBECTL =
            "kubectl get "
                    + Arrays.stream(ObjectKind.values())
                            .map(ObjectKind::resource)
                            .filter(Predicate.not(String::isEmpty))
                            .collect(Collectors.joining(","))
                    + " -A -o json";

    /// The name of standard input.
    public static final String STANDARD_INPUT = "-";

    private static final List<String> ENDINGS =
            List.of(".json", ".yaml", ".yml", ".jsonl", ".ndjson");

    private final Mistakes mistakes = new Mistakes();
    private final Mistakes passedOver = new Mistakes();
    private final ObjectReader objects;

    public ClusterReader(Inventory inventory) {
        this(inventory, _ -> {});
    }

    /// @param progress receives the number of objects read so far
    public ClusterReader(Inventory inventory, IntConsumer progress) {
        objects = new ObjectReader(inventory, mistakes, progress);
    }

    /// Reads all of these: files, folders with everything under them in the order of names, and `-`
    /// for standard input.
    ///
    /// @throws BadInput with all mistakes in them; the inventory is then incomplete
    public Summary read(List<String> names, InputStream standardInput) {
        for (var name : names) {
            try {
                if (name.equals(STANDARD_INPUT)) {
                    read(Source.stream("standard input", standardInput), mistakes);
                } else {
                    read(Source.path(name));
                }
            } catch (BadInput bad) {
                mistakes.addAll(bad);
            }
        }
        mistakes.throwIfAny();
        return summary();
    }

    /// Reads one text.
    ///
    /// @throws BadInput with all mistakes in it
    public Summary read(Source source) {
        try {
            read(source, mistakes);
        } catch (BadInput bad) {
            mistakes.addAll(bad);
        }
        mistakes.throwIfAny();
        return summary();
    }

    /// Reads one page of a list that the API server sends. Call [#listed] after the last one.
    public ServerText.PageEnd page(ObjectKind kind, InputStream in) {
        return new ServerText(kind, objects::take).page(in, _ -> false);
    }

    /// @throws BadInput with all mistakes of the objects that were read
    public Summary listed() {
        mistakes.throwIfAny();
        return summary();
    }

    private Summary summary() {
        var warnings = new ArrayList<String>();
        passedOver.list().forEach(mistake -> warnings.add(mistake.toString()));
        int unknown = objects.unknownClaims();
        if (unknown > 0) {
            warnings.add(
                    unknown == 1
                            ? "1 NodeClaim has no machine yet; it is not counted"
                            : unknown + " NodeClaims have no machine yet; they are not counted");
        }
        return new Summary(
                objects.counts(),
                objects.passedOver(),
                objects.latest(),
                objects.pools(),
                objects.messages(),
                warnings);
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
        try (var stream = Files.newDirectoryStream(folder, ClusterReader::isVisible)) {
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
