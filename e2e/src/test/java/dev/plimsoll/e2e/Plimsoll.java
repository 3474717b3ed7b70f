package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The program, started from the classes of the tests in a process of its own.
final class Plimsoll {

    private Plimsoll() {}

    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /// The arguments of [#java].
    static List<String> arguments(List<String> words) {
        return arguments(512, words);
    }

    /// @param heap its maximum in MiB
    static List<String> arguments(int heap, List<String> words) {
        var all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        all.addAll(List.of("-Xmx" + heap + "m", "-cp"));
        all.addAll(List.of(System.getProperty("java.class.path"), "dev.plimsoll.cli.Main"));
        all.addAll(words);
        return all;
    }

    /// Runs a command to its end.
    ///
    /// @param home its home, which has no kubeconfig
    static Ended run(Path home, String... words) {
        var command = new ArrayList<>(List.of(java().toString()));
        command.addAll(arguments(List.of(words)));
        try {
            return Ended.run(Map.of("HOME", home.toString()), Ended.NOTHING, command);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
