package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A control plane leaves nothing behind and says why it does not start.
@Tag("e2e")
@Tag("smoke")
class ControlPlaneTest {

    @Test
    void nothingIsLeftAfterClosing() throws IOException {
        var before = ProcessHandle.current().descendants().toList();

        List<ProcessHandle> during;
        try (var plane = ControlPlane.start(Setup.whole())) {
            during = started(ProcessHandle.current(), before);
            assertThat(plane.api().list(Api.path("v1", "Namespace", ""))).isNotEmpty();
        }

        assertThat(during).hasSizeGreaterThanOrEqualTo(10);
        mustEnd(during);
        assertThat(homesOf(ProcessHandle.current().pid())).isEmpty();
    }

    @Test
    void nothingIsLeftAfterAKill() throws IOException {
        var victim =
                new ProcessBuilder(victim()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var out = new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8);
        assertThat(new BufferedReader(out).readLine()).isEqualTo("started");
        var processes = victim.descendants().toList();
        assertThat(processes).hasSizeGreaterThanOrEqualTo(10);

        victim.destroyForcibly();

        mustEnd(processes);
        assertThat(homesOf(victim.pid())).isNotEmpty();
        Home.make().close();
        assertThat(homesOf(victim.pid())).isEmpty();
    }

    @Test
    void saysWhatAProgramSaidThatDidNotStart() {
        var wrong = Setup.of().withFlags(Program.API_SERVER, "--no-such-flag");

        assertThatThrownBy(() -> ControlPlane.start(wrong))
                .hasMessageContaining("kube-apiserver ended with exit code 1")
                .hasMessageContaining("unknown flag: --no-such-flag");
    }

    /// Is killed before it can close what it starts.
    static final class Victim {

        public static void main(String[] arguments) throws IOException {
            var plane = ControlPlane.start(Setup.whole());
            System.out.println("started");
            System.in.read();
            plane.close();
        }
    }

    private static List<String> victim() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Dplimsoll.root=" + System.getProperty("plimsoll.root"),
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName());
    }

    private static List<ProcessHandle> started(ProcessHandle by, List<ProcessHandle> before) {
        return by.descendants().filter(each -> !before.contains(each)).toList();
    }

    private static void mustEnd(List<ProcessHandle> processes) {
        processes.stream()
                .map(ProcessHandle::onExit)
                .map(end -> end.orTimeout(10, TimeUnit.SECONDS))
                .forEach(CompletableFuture::join);
    }

    private static List<Path> homesOf(long pid) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return entries.filter(entry ->
                            entry.getFileName().toString().startsWith("plimsoll-e2e-" + pid + "-"))
                    .toList();
        }
    }
}
