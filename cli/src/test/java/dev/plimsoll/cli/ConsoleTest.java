package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

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

    private static Console console(OutputStream out) {
        return new Console(InputStream.nullInputStream(), out, OutputStream.nullOutputStream());
    }
}
