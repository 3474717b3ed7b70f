package dev.plimsoll.cli;

import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.kubernetes.DumpWriter;
import dev.plimsoll.formats.kubernetes.Redaction;
import dev.plimsoll.formats.prices.Regions;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Writes a dump of a running cluster with exactly the fields that are read, for `plan`.
final class Collect implements Command {

    private static final String OUT = "--out";
    private static final String REDACT = "--redact";
    private static final String STANDARD_OUTPUT = "-";
    private static final int SALT_BYTES = 32;
    private static final int KIBIBYTE = 1_024;

    @Override
    public String name() {
        return "collect";
    }

    @Override
    public String summary() {
        return "write a dump of a running cluster, for plan; with --redact, to share it";
    }

    @Override
    public String operands() {
        return "[DUMP…]";
    }

    @Override
    public List<Option> options() {
        var options = new ArrayList<>(ClusterOrigin.OPTIONS);
        options.add(new Option(OUT, "FILE", "the dump; standard output without it"));
        options.add(new Option(REDACT, "", "replace names, labels and ids by hashes"));
        return options;
    }

    @Override
    public String examples() {
        return """
        Without options the cluster of the current kubeconfig context is read. Nothing is changed.
        A dump has only the fields that plan reads: no commands, images, environment or secrets.
        An existing FILE is replaced once the new dump is complete; only its owner can read it.
        Redacted dumps give the same plan, except where it breaks ties by name. They keep node
        pools, clouds, regions, instance types and times. Hashes differ from run to run.

        examples:

          plimsoll collect --out dump.json
          plimsoll collect --context production --redact --out redacted.json
          plimsoll collect dump.json --redact > redacted.json
          plimsoll plan redacted.json
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var origin = origin(arguments);
        var out = arguments.text(OUT, STANDARD_OUTPUT);
        boolean isRedacted = arguments.has(REDACT);
        if (out.equals(STANDARD_OUTPUT)) {
            var writer = collect(origin, console.out(), isRedacted, console);
            report("the dump", writer, isRedacted, console);
            return ExitCode.DONE;
        }
        try (var file = WholeFile.at(Source.path(out))) {
            var writer = collect(origin, file.out(), isRedacted, console);
            file.keep();
            report(out, writer, isRedacted, console);
        }
        return ExitCode.DONE;
    }

    /// The current context, as for kubectl, if nothing is named.
    private static ClusterOrigin origin(Arguments arguments) {
        boolean isNamed =
                arguments.has(ClusterOrigin.DUMP.name())
                        || !arguments.operands(0, Integer.MAX_VALUE).isEmpty();
        return isNamed
                ? ClusterOrigin.of(arguments)
                : new ClusterOrigin.Live(ClusterOrigin.access(arguments));
    }

    private static DumpWriter collect(
            ClusterOrigin origin, OutputStream out, boolean isRedacted, Console console) {
        var writer = isRedacted ? new DumpWriter(out, redaction()) : new DumpWriter(out);
        origin.copy(writer, console).forEach(console::warn);
        if (!writer.counts().containsKey("Node") && !writer.counts().containsKey("Pod")) {
            throw Dump.nothingIn(origin);
        }
        writer.end();
        return writer;
    }

    private static Redaction redaction() {
        var salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return new Redaction(salt, Regions.builtIn().names());
    }

    private static void report(
            String name, DumpWriter writer, boolean isRedacted, Console console) {
        console.error(
                name
                        + " has "
                        + counted(writer.counts())
                        + " ("
                        + Math.ceilDiv(writer.bytes(), KIBIBYTE)
                        + " KiB)");
        console.error(
                isRedacted
                        ? "names are replaced; node pools, clouds, regions, instance types and"
                                + " times are kept"
                        : "names and labels are kept; add --redact to share it");
    }

    private static String counted(SortedMap<String, Integer> kinds) {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .map(kind -> kind.getValue() + " × " + kind.getKey())
                .collect(Collectors.joining(", "));
    }
}
