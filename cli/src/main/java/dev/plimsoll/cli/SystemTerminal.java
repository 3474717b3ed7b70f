package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Look;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// The terminal of this process.
///
/// The program `stty` tells its size: the JDK has no call for it, and its handlers of signals such
/// as SIGWINCH do not compile without warnings.
final class SystemTerminal implements Terminal {

    @Override
    public Look look() {
        return Console.look();
    }

    @Override
    public Optional<ScreenSize> size() {
        if (!Console.isTerminal() || !hasScreen(System.getenv())) {
            return Optional.empty();
        }
        return Optional.of(
                ScreenSize.ofStty(stty())
                        .orElseGet(() -> ScreenSize.ofEnvironment(System.getenv())));
    }

    /// A terminal of this kind can move its cursor.
    static boolean hasScreen(Map<String, String> environment) {
        var kind = environment.getOrDefault("TERM", "");
        return !kind.isEmpty() && !kind.equals("dumb");
    }

    /// The answer of `stty`; empty where there is no such program or no terminal.
    private static String stty() {
        try {
            var stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(Redirect.DISCARD)
                            .start();
            try (var answer = stty.getInputStream()) {
                return new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
            }
        } catch (IOException _) {
            return "";
        }
    }
}
