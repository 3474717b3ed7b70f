package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands that need no cluster start without its libraries.
class StartTest {

    @ParameterizedTest
    @ValueSource(strings = {"help", "decide QUESTION", "plan DUMP", "validate POLICY"})
    void loadsNoLibraryOfClustersAndMetrics(String command) throws Exception {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xlog:class+load:stdout", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.add(Main.class.getName());
        for (var word : List.of(command.split(" ", -1))) {
            words.add(
                    switch (word) {
                        case "QUESTION" -> inCheckout("docs/examples/fit-spread.yaml").toString();
                        case "DUMP" -> inCheckout("docs/examples/plan-dump.json").toString();
                        case "POLICY" -> inCheckout("docs/examples/policy.yaml").toString();
                        default -> word;
                    });
        }

        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(out)
                .contains("dev.plimsoll.cli.Main")
                .doesNotContain(" io.fabric8.")
                .doesNotContain(" io.prometheus.")
                .doesNotContain(" java.net.http.");
    }
}
