package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A process that does not outlive this one, however this one ends.
///
/// A small shell stands between: it holds the read end of a pipe whose other end is ours. When that
/// is closed, by us or by the kernel after a `kill -9`, the shell ends the process.
final class Child implements AutoCloseable {

    private static final String GUARD =
            """
            exec 3<&0
            "$@" 3<&- &
            child=$!
            { read -r _ <&3; kill -9 "$child"; } 2>/dev/null &
            guard=$!
            wait "$child"
            code=$?
            kill "$guard" 2>/dev/null
            exit "$code"
            """;

    private static final int LAST_LINES = 20;

    private final String name;
    private final Path log;
    private final Process shell;

    private Child(String name, Path log, Process shell) {
        this.name = name;
        this.log = log;
        this.shell = shell;
    }

    /// @param log where all it prints goes
    static Child start(Path binary, List<String> arguments, Path log) {
        var command = new ArrayList<>(List.of("sh", "-c", GUARD, "sh", binary.toString()));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        // They are all Go programs: less time for garbage, for some hundred megabytes.
        builder.environment().put("GOGC", "400");
        try {
            return new Child(binary.getFileName().toString(), log, builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// @throws ChildEnded if it ended, with what it said last
    void mustRun() {
        if (!shell.isAlive()) {
            throw new ChildEnded(name, shell.exitValue(), lastWords());
        }
    }

    private String lastWords() {
        try {
            var lines = Files.readAllLines(log);
            var last = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
            return String.join("\n", last);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Ends it at once. Its files may be removed afterwards.
    @Override
    public void close() {
        try {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.getOutputStream().close();
            if (!shell.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
