package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A process of `plimsoll run` on a control plane.
final class Replica implements AutoCloseable {

    private final Path journal;
    private final Path log;
    private final Path policy;
    private final Child process;

    private Replica(Path journal, Path log, Path policy, Child process) {
        this.journal = journal;
        this.log = log;
        this.policy = policy;
        this.process = process;
    }

    /// Starts it with turns of a second, and waits for nothing.
    ///
    /// @param folder for its policy, journal and output
    /// @param policy the text of the policy
    static Replica start(Path folder, Path kubeconfig, String policy, String... more) {
        try {
            Files.createDirectories(folder);
            var file = folder.resolve("policy.yaml");
            Files.writeString(file, policy);
            var journal = folder.resolve("journal");
            var log = folder.resolve("log");
            var words = new ArrayList<>(List.of("run", "--kubeconfig", kubeconfig.toString()));
            words.addAll(List.of("-c", file.toString(), "--every", "1s"));
            words.addAll(List.of("--journal", journal.toString(), "--listen", "127.0.0.1:0"));
            words.addAll(List.of(more));
            return new Replica(journal, log, file, Child.start(java(), command(words), log));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Runs any command to its end.
    ///
    /// @return what it printed, with its exit code as the last line
    static String run(Path folder, String... words) {
        try {
            var out = Files.createTempFile(folder, "out", "");
            var all = new ArrayList<>(List.of(java().toString()));
            all.addAll(command(List.of(words)));
            var process =
                    new ProcessBuilder(all)
                            .redirectErrorStream(true)
                            .redirectOutput(out.toFile())
                            .start();
            int code = process.waitFor();
            return Files.readString(out) + "exit " + code;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static List<String> command(List<String> words) {
        var all =
                new ArrayList<>(
                        List.of(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xmx512m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.plimsoll.cli.Main"));
        all.addAll(words);
        return all;
    }

    Path journal() {
        return journal;
    }

    /// Everything that it has printed.
    String output() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    boolean says(String words) {
        return output().contains(words);
    }

    /// Waits until it says the words.
    void awaitSays(String words) {
        long end = System.nanoTime() + ControlPlane.PATIENCE.toNanos();
        while (!says(words)) {
            process.mustRun();
            if (System.nanoTime() > end) {
                throw new IllegalStateException(
                        "waited in vain for '" + words + "' in:\n" + output());
            }
            pause(Duration.ofMillis(50));
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    /// Replaces its policy while it runs.
    void change(String text) {
        try {
            Files.writeString(policy, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void pause() {
        process.signal("STOP");
    }

    void resume() {
        process.signal("CONT");
    }

    /// Ends it as Kubernetes ends a pod.
    ///
    /// @return its exit code
    int stop() {
        return process.terminate();
    }

    /// Ends it as a crash does.
    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
