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
            pid=$1
            shift
            "$@" 3<&- &
            child=$!
            echo "$child" >"$pid"
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
    private final Path pid;
    private final Process shell;
    private volatile boolean isKilled;

    private Child(String name, Path log, Path pid, Process shell) {
        this.name = name;
        this.log = log;
        this.pid = pid;
        this.shell = shell;
    }

    /// @param log the file to which everything that it prints is added
    static Child start(Path binary, List<String> arguments, Path log) {
        var pid = log.resolveSibling(log.getFileName() + ".pid");
        var command = new ArrayList<>(List.of("sh", "-c", GUARD, "sh"));
        command.add(pid.toString());
        command.add(binary.toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // They are all Go programs: less time for garbage, for some hundred megabytes.
        builder.environment().put("GOGC", "400");
        try {
            Files.deleteIfExists(pid);
            return new Child(binary.getFileName().toString(), log, pid, builder.start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// @throws ChildEnded if it ended by itself, with what it said last
    void mustRun() {
        if (!isKilled && !shell.isAlive()) {
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

    /// Sends a signal, such as `STOP`, to the process itself.
    void signal(String name) {
        try {
            var kill = new ProcessBuilder("kill", "-" + name, processId()).inheritIO().start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException(this.name + " got no signal " + name);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    /// The shell writes it right after the start.
    String processId() throws IOException, InterruptedException {
        while (!Files.exists(pid) || !Files.readString(pid).endsWith("\n")) {
            mustRun();
            Thread.sleep(1);
        }
        return Files.readString(pid).strip();
    }

    /// Asks it to end, and waits until it has.
    ///
    /// @return its exit code
    int terminate() {
        isKilled = true;
        signal("TERM");
        try {
            if (!shell.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException(name + " does not end");
            }
            return shell.exitValue();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    /// Ends it on purpose: `mustRun` does not object. The process is gone afterwards.
    void kill() {
        isKilled = true;
        close();
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
