package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Dumps that `collect` writes.
class CollectTest {

    private static final Path EXAMPLE = inCheckout("docs/examples/plan-dump.json");

    @TempDir private Path folder = Path.of("");

    @Test
    void writesADumpWithTheSamePlanToTheByte() {
        Seeds.forOneIn(
                100,
                random -> {
                    var dump = new AnyDump(random).toString();

                    var collected = plimsollReading(dump, "collect", "-").out();

                    assertThat(plimsollReading(collected, "plan", "-", "-o", "json"))
                            .isEqualTo(plimsollReading(dump, "plan", "-", "-o", "json"));
                    assertThat(plimsollReading(collected, "collect", "-").out())
                            .isEqualTo(collected);
                });
    }

    @Test
    void saysWhatItWrote() {
        assertThat(plimsoll("collect", EXAMPLE).err())
                .isEqualTo(
                        """
                        plimsoll: the dump has 15 × Pod, 3 × Node (6 KiB)
                        plimsoll: names and labels are kept; add --redact to share it
                        """);
        assertThat(plimsoll("collect", EXAMPLE, "--redact").err())
                .endsWith(
                        "plimsoll: names are replaced; node pools, clouds, regions, instance types"
                                + " and times are kept\n");
    }

    @Test
    void writesAFileForItsOwnerAndReplacesAnOldOne() throws IOException {
        var file = Files.writeString(folder.resolve("dump.json"), "old");

        var collected = plimsoll("collect", EXAMPLE, "--out", file);

        assertThat(collected.code()).isZero();
        assertThat(collected.out()).isEmpty();
        assertThat(collected.err()).startsWith("plimsoll: " + file + " has 15 × Pod");
        assertThat(Files.readString(file)).isEqualTo(plimsoll("collect", EXAMPLE).out());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(files()).containsExactly("dump.json");
    }

    @Test
    void redactsAFileInItsPlace() throws IOException {
        var file = Files.copy(EXAMPLE, folder.resolve("dump.json"));

        assertThat(plimsoll("collect", file, "--redact", "--out", file).code()).isZero();

        assertThat(Files.readString(file)).contains("m5.xlarge").doesNotContain("shop", "web-");
    }

    @Test
    void leavesAnOldFileAloneIfTheInputIsBad() throws IOException {
        var file = Files.writeString(folder.resolve("dump.json"), "old");

        var collected =
                plimsollReading("{\"kind\":\"List\",\"items\":[", "collect", "-", "--out", file);

        assertThat(collected.code()).isEqualTo(2);
        assertThat(collected.err()).contains("cut off");
        assertThat(Files.readString(file)).isEqualTo("old");
        assertThat(files()).containsExactly("dump.json");
    }

    @Test
    void refusesAFolderAsItsFile() {
        assertThat(plimsoll("collect", EXAMPLE, "--out", folder).err())
                .isEqualTo("plimsoll: " + folder + ": this is not a file; name one\n");
        var lost = folder.resolve("no/dump.json");
        assertThat(plimsoll("collect", EXAMPLE, "--out", lost).err())
                .isEqualTo(
                        "plimsoll: "
                                + lost
                                + ": its folder does not exist; create it, or name another\n");
    }

    @Test
    void refusesDumpsWithoutNodesAndPods() {
        var empty = plimsollReading("{\"kind\":\"List\",\"items\":[]}", "collect", "-");

        assertThat(empty.code()).isEqualTo(2);
        assertThat(empty.err()).contains("standard input: the dump has neither nodes nor pods");
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
