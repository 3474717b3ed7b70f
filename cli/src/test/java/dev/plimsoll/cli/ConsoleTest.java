package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.formats.page.Look;
import dev.plimsoll.formats.page.Look.Colours;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {

    @Test
    void goesOnUntilSomebodyAsksItToStop() {
        var console = console(OutputStream.nullOutputStream());
        console.out().println("one");

        assertThat(console.isStopping()).isFalse();

        console.stop();

        assertThat(console.isStopping()).isTrue();
    }

    /// As with `plimsoll run | head`.
    @Test
    void stopsWhenNobodyReadsAnyMore() {
        var console =
                console(
                        new OutputStream() {
                            @Override
                            public void write(int b) throws IOException {
                                throw new IOException("Broken pipe");
                            }
                        });

        assertThat(console.isStopping()).isFalse();

        console.out().println("one");

        assertThat(console.isStopping()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    COLUMNS | NO_COLOR | TERM  | width | colours
                            |          | xterm | 80    | ANSI
                    120     |          | xterm | 120   | ANSI
                    120     | ''       | ''    | 120   | ANSI
                    120     | 1        | xterm | 120   | NONE
                    120     | 0        | xterm | 120   | NONE
                    120     |          | dumb  | 120   | NONE
                    0       |          | xterm | 80    | ANSI
                    -1      |          | xterm | 80    | ANSI
                    wide    |          | xterm | 80    | ANSI
                    """)
    void aTerminalHasAWidthAndColours(
            String columns, String noColour, String term, int width, Colours colours) {
        var environment = new HashMap<String, String>();
        environment.put("COLUMNS", columns);
        environment.put("NO_COLOR", noColour);
        environment.put("TERM", term);
        environment.values().removeIf(Objects::isNull);

        assertThat(Console.onTerminal(environment)).isEqualTo(new Look(width, colours));
    }

    /// Tests run without a terminal.
    @Test
    void aPipeHasNeitherWidthNorColours() {
        assertThat(Console.look()).isEqualTo(Look.PLAIN);
    }

    private static Console console(OutputStream out) {
        return new Console(InputStream.nullInputStream(), out, OutputStream.nullOutputStream());
    }
}
