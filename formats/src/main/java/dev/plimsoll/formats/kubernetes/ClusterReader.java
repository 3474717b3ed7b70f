package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    private final Mistakes mistakes = new Mistakes();
    private final ObjectReader objects;
    private final DumpFiles files;

    public ClusterReader(Inventory inventory) {
        this(inventory, _ -> {});
    }

    /// @param progress receives the number of objects read so far
    public ClusterReader(Inventory inventory, IntConsumer progress) {
        objects = new ObjectReader(inventory, mistakes, progress);
        files = new DumpFiles(objects, mistakes);
    }

    /// Reads all of these: files, folders with everything under them in the order of names, and `-`
    /// for standard input.
    ///
    /// @throws BadInput with all mistakes in them; the inventory is then incomplete
    public Summary read(List<String> names, InputStream standardInput) {
        files.read(names, standardInput);
        mistakes.throwIfAny();
        return summary();
    }

    /// Reads one text.
    ///
    /// @throws BadInput with all mistakes in it
    public Summary read(Source source) {
        files.read(source);
        mistakes.throwIfAny();
        return summary();
    }

    /// Reads one page of a list that the API server sends. Call [#listed] after the last one.
    public ServerText.PageEnd page(ObjectKind kind, InputStream in) {
        return new ServerText(kind, objects::take).page(in, _ -> false);
    }

    /// @throws BadInput with all mistakes of the objects that were read
    public Summary listed() {
        objects.complete();
        mistakes.throwIfAny();
        return summary();
    }

    private Summary summary() {
        var warnings = new ArrayList<>(files.skipped());
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
                warnings,
                objects.isComplete());
    }
}
