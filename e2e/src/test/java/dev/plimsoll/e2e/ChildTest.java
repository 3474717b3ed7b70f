package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildTest {

    @TempDir private Path directory = Path.of("");

    @Test
    void endsWhatItStarted() {
        var before = ProcessHandle.current().descendants().toList();
        var child = start("exec sleep 1000");
        var started =
                ProcessHandle.current()
                        .descendants()
                        .filter(each -> !before.contains(each))
                        .toList();

        child.mustRun();
        child.close();

        assertThat(started).isNotEmpty();
        started.forEach(each -> each.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }

    @Test
    void saysWhyItEndedByItself() {
        try (var child = start("echo no such luck; exit 7")) {
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    child.mustRun();
                                    Thread.onSpinWait();
                                }
                            })
                    .hasMessage("sh ended with exit code 7; it said last:\nno such luck");
        }
    }

    @Test
    void mayBeKilledOnPurpose() {
        try (var child = start("exec sleep 1000")) {
            child.kill();

            child.mustRun();
        }
    }

    private Child start(String script) {
        return Child.start(
                Path.of("/bin/sh"), List.of("-c", script), directory.resolve("child.log"));
    }
}
