package dev.plimsoll.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A process that has ended, and everything that it wrote.
record Ended(int code, String out, String err) {

    /// Input without a byte.
    static final Path NOTHING = Path.of("/dev/null");

    /// Runs a command to its end.
    ///
    /// @param environment all its variables
    static Ended run(Map<String, String> environment, Path input, List<String> command)
            throws IOException, InterruptedException {
        var out = Files.createTempFile("plimsoll-out", "");
        var err = Files.createTempFile("plimsoll-err", "");
        try {
            var builder = new ProcessBuilder(command).redirectInput(input.toFile());
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            int code = builder.start().waitFor();
            return new Ended(code, Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
