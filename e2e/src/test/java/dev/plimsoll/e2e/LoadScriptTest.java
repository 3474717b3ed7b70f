package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The text of the script `e2e/load`.
class LoadScriptTest {

    private static final Path SCRIPT = Path.of(System.getProperty("plimsoll.root"), "e2e", "load");

    @Test
    void mixesThePodsThatAreMeasured() throws IOException {
        var sizes = Stream.of(set("sizes='(.*)'").split(" ")).map(LoadScriptTest::size).toList();

        assertThat(sizes).isEqualTo(MixedWorkloadTest.SIZES);
        assertThat(set("spread=(.*)")).isEqualTo(String.valueOf(MixedWorkloadTest.SPREAD));
    }

    /// What the line of the script that matches a pattern sets.
    private static String set(String pattern) throws IOException {
        var line = Pattern.compile("^" + pattern + "$", Pattern.MULTILINE);
        var found = line.matcher(Files.readString(SCRIPT)).results().toList();
        assertThat(found).hasSize(1);
        return found.getFirst().group(1);
    }

    /// @return cpu in millis and memory in MiB
    private static List<Integer> size(String text) {
        int slash = text.indexOf('/');
        long bytes = Quantity.amount("memory", text.substring(slash + 1));
        return List.of((int) Quantity.amount("cpu", text.substring(0, slash)), (int) (bytes >> 20));
    }
}
