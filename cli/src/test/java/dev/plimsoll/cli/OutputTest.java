package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of output that cannot be written, or that could do harm, in every locale.
class OutputTest {

    private static final String DUMP = inCheckout("docs/examples/plan-dump.json").toString();

    private static final File FULL = new File("/dev/full");
    private static final String NO_SPACE =
            "cannot write to standard output: No space left on device";

    @TempDir private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    failure                   | limit   | code | sentence
                    No space left on device   | cost=0  | 1    | cannot write to standard output: No space left on device
                    No space left on device   | cost=99 | 3    | cannot write to standard output: No space left on device
                    Bad file descriptor       | cost=99 | 3    | cannot write to standard output: Bad file descriptor
                    Broken pipe               | cost=0  | 1    |
                    Broken pipe               | cost=99 | 0    |
                    """)
    void lostOutputIsNoSuccess(String failure, String limit, int code, String sentence) {
        var err = new ByteArrayOutputStream();
        var console = new Console(InputStream.nullInputStream(), failing(failure), err);

        var exit = console.finish(Main.run(List.of("plan", DUMP, "--fail-on", limit), console));

        assertThat(exit.number()).isEqualTo(code);
        assertThat(err.toString(StandardCharsets.UTF_8).contains("cannot write"))
                .isEqualTo(sentence != null);
        if (sentence != null) {
            assertThat(err.toString(StandardCharsets.UTF_8)).endsWith(sentence + "\n");
        }
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }

    /// On a device that is always full.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "help",
                "plan DUMP",
                "init DUMP",
                "decide QUESTION",
                "validate POLICY",
                "run --for 5m --speed max"
            })
    void everyCommandSaysThatTheDiskIsFull(String words) throws IOException {
        var err = new ByteArrayOutputStream();
        try (var full = new FileOutputStream(FULL)) {
            var console = new Console(InputStream.nullInputStream(), full, err);

            var exit = console.finish(Main.run(command(words), console));

            assertThat(exit.number()).isEqualTo(3);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(NO_SPACE);
    }

    @Test
    void theProcessEndsWithThatCode() throws Exception {
        var process = RealProcess.plimsoll(command("run --for 5m --speed max"));

        var running = process.redirectOutput(Redirect.to(FULL)).start();
        var err = new String(running.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(running.waitFor()).isEqualTo(3);
        assertThat(err).contains(NO_SPACE);
    }

    /// A run, its journal and replay, a plan and a picture are the same bytes in every locale.
    @Test
    void printsTheSameInEveryLocale() throws Exception {
        var before = Locale.getDefault();
        try {
            var expected = everything(Locale.US);
            for (var tag : List.of("ar-EG", "tr-TR", "fa-IR")) {
                assertThat(everything(Locale.forLanguageTag(tag))).as(tag).isEqualTo(expected);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    private List<Object> everything(Locale locale) throws IOException {
        Locale.setDefault(locale);
        var own = Files.createDirectories(folder.resolve(locale.toLanguageTag()));
        var journal = own.resolve("day.journal");
        var picture = own.resolve("picture.svg");
        var all = new ArrayList<>();
        all.add(
                Shell.plimsoll(
                                "simulate",
                                "subnet",
                                "--for",
                                "5m",
                                "--speed",
                                "max",
                                "--picture",
                                picture)
                        .code());
        all.add(Files.readString(picture));
        all.add(Shell.plimsoll("run", "--for", "30m", "--speed", "max", "--journal", journal));
        all.add(Files.readString(journal));
        all.add(Shell.plimsoll("replay", journal));
        all.add(Shell.plimsoll("explain", journal, "50"));
        for (var format : List.of("wide", "json", "md")) {
            all.add(Shell.plimsoll("plan", DUMP, "-o", format, "--placement"));
        }
        all.add(Shell.plimsoll("init", DUMP));
        all.add(Shell.plimsoll("help", "plan"));
        return all;
    }

    /// A name from a dump cannot write a line of its own into a comment or onto a terminal.
    @Test
    void namesCannotWriteLines() throws IOException {
        var dump =
                Files.readString(Path.of(DUMP))
                        .replace("model-0", "model-0\\n## Approved\\u001b[2J");

        for (var format : List.of("table", "wide", "md")) {
            var plan = Shell.plimsollReading(dump, "plan", "-", "-o", format, "--placement");

            assertThat(plan.out())
                    .containsPattern("model-0\\\\n## Approved\\\\u001b\\\\?\\[2J")
                    .doesNotContain("\n## Approved", "\u001b");
        }
    }

    @Test
    void helpIsThereForEveryCommand() {
        assertThat(Shell.plimsoll("help", "plan")).isEqualTo(Shell.plimsoll("plan", "--help"));
        assertThat(Shell.plimsoll("help", "nothing").code()).isEqualTo(2);
    }

    private static List<String> command(String words) {
        var command = new ArrayList<String>();
        for (var word : words.split(" ", -1)) {
            command.add(
                    switch (word) {
                        case "DUMP" -> DUMP;
                        case "QUESTION" ->
                                inCheckout("docs/examples/sizing-scale-up.yaml").toString();
                        case "POLICY" -> inCheckout("docs/examples/policy.yaml").toString();
                        default -> word;
                    });
        }
        return command;
    }
}
