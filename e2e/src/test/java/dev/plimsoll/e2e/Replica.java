package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// A process of `plimsoll run` on a control plane.
final class Replica implements AutoCloseable {

    private static final Pattern ADDRESS = Pattern.compile("http://[\\d.:]+(?=;)");

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
        return start(512, folder, kubeconfig, policy, more);
    }

    /// @param heap its maximum in MiB
    static Replica start(int heap, Path folder, Path kubeconfig, String policy, String... more) {
        return start(
                words ->
                        Child.start(
                                Plimsoll.java(),
                                Plimsoll.arguments(heap, words),
                                folder.resolve("log")),
                folder,
                kubeconfig,
                policy,
                more);
    }

    /// Starts it by the launcher of the checkout, as users do, which builds it first if need be.
    ///
    /// @param heap its maximum in MiB
    static Replica launch(int heap, Path folder, Path kubeconfig, String policy, String... more)
            throws IOException, InterruptedException {
        var launcher = Path.of(System.getProperty("plimsoll.root"), "plimsoll").toString();
        var help = Ended.run(System.getenv(), Ended.NOTHING, List.of(launcher, "help"));
        if (help.code() != 0) {
            throw new IllegalStateException("the launcher does not start: " + help.err());
        }
        return start(
                words -> {
                    var all = new ArrayList<>(List.of("PLIMSOLL_JAVA_OPTS=-Xmx" + heap + "m"));
                    all.add(launcher);
                    all.addAll(words);
                    return Child.start(Path.of("/usr/bin/env"), all, folder.resolve("log"));
                },
                folder,
                kubeconfig,
                policy,
                more);
    }

    private static Replica start(
            Function<List<String>, Child> program,
            Path folder,
            Path kubeconfig,
            String policy,
            String... more) {
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
            return new Replica(journal, log, file, program.apply(words));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Ends it, and decides again everything that it has decided.
    ///
    /// @return what `replay` says
    Ended stopAndReplay() {
        int code = stop();
        return code == 0
                ? Plimsoll.run(journal.resolveSibling("home"), "replay", journal.toString())
                : new Ended(code, output(), "");
    }

    /// Ends it as a crash does, and decides again everything that it has decided; then again from a
    /// journal whose last record was cut in its middle.
    ///
    /// @return what `replay` says at last
    Ended killAndReplay() {
        kill();
        var home = journal.resolveSibling("home");
        var ended = Plimsoll.run(home, "replay", journal.toString());
        var cut = cut();
        return ended.code() == 0 && cut.isPresent()
                ? Plimsoll.run(home, "replay", cut.get().toString())
                : ended;
    }

    /// A copy of the journal without the second half of its last record, if that is not the first.
    private Optional<Path> cut() {
        try {
            var text = Files.readString(journal);
            int last = text.lastIndexOf('\n', text.length() - 2) + 1;
            if (last == 0) {
                return Optional.empty();
            }
            var copy = journal.resolveSibling("cut");
            Files.writeString(copy, text.substring(0, (last + text.length()) / 2));
            return Optional.of(copy);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Everything that it has printed.
    String output() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// How often it has said the words.
    int count(String words) {
        return output().split(Pattern.quote(words), -1).length - 1;
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

    /// The answer of its port for health and metrics.
    ///
    /// @param path such as `/metrics`
    String get(String path) {
        awaitSays(" on http://");
        var address = ADDRESS.matcher(output());
        if (!address.find()) {
            throw new IllegalStateException("it listens nowhere:\n" + output());
        }
        var request = HttpRequest.newBuilder(URI.create(address.group() + path)).build();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }

    /// A value of its metrics, summed over its labels.
    double metric(String name) {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /// The most memory that it has used, in MiB.
    long resident() throws IOException, InterruptedException {
        var status = Path.of("/proc", process.processId(), "status");
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1_024)
                .findFirst()
                .orElseThrow();
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

    /// Whether the process still exists.
    void mustRun() {
        process.mustRun();
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
    private void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
