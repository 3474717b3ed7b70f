package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The programs of the control plane, built from pinned sources and kept outside the checkout.
final class Binaries {

    private Binaries() {}

    /// Their directory. Where they have to be built first, that takes minutes and shows on stderr.
    static Path directory() {
        var script = Path.of(System.getProperty("plimsoll.root"), "e2e", "controlplane", "build");
        try {
            var build =
                    new ProcessBuilder(script.toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            build.getOutputStream().close();
            var said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = build.waitFor();
            if (code != 0) {
                throw new IllegalStateException(
                        "e2e/controlplane/build ended with exit code " + code + "; see its words");
            }
            return Path.of(said.strip());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
