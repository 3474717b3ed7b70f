package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private static final ScreenSize SMALL = new ScreenSize(20, 3);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Screen screen = new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    @Test
    void entersTheAlternateScreenAndLeavesItOnce() {
        screen.close();
        screen.close();

        assertThat(written()).isEqualTo("\033[?1049h\033[?25l\033[0m\033[?25h\033[?1049l");
    }

    @Test
    void clearsOnceThenWritesOnlyWhatChanged() {
        screen.draw(SMALL, List.of("one", "two"));
        var first = written();
        screen.draw(SMALL, List.of("one", "too"));
        var second = written();
        screen.draw(SMALL, List.of("one", "too"));

        assertThat(first)
                .isEqualTo(Screen.ENTER + "\033[2J\033[1;1Hone\033[K\033[2;1Htwo\033[K\033[H");
        assertThat(second).isEqualTo("\033[2;1Htoo\033[K\033[H");
        assertThat(written()).isEmpty();
    }

    @Test
    void emptiesLinesThatAreGone() {
        screen.draw(SMALL, List.of("one", "two"));
        written();
        screen.draw(SMALL, List.of("one"));

        assertThat(written()).isEqualTo("\033[2;1H\033[K\033[H");
    }

    @Test
    void writesEverythingAgainAfterAResize() {
        screen.draw(SMALL, List.of("one", "two"));
        written();
        screen.draw(new ScreenSize(20, 2), List.of("one", "two"));

        assertThat(written()).isEqualTo("\033[2J\033[1;1Hone\033[K\033[2;1Htwo\033[K\033[H");
    }

    @Test
    void repairsAllLinesWithoutClearing() {
        screen.draw(SMALL, List.of("one", "two"));
        written();
        screen.repair();
        screen.draw(SMALL, List.of("one", "two"));

        assertThat(written())
                .isEqualTo("\033[1;1Hone\033[K\033[2;1Htwo\033[K\033[3;1H\033[K\033[H");
    }

    @Test
    void writesNoLineBelowTheScreen() {
        screen.draw(SMALL, List.of("1", "2", "3", "4"));

        assertThat(written()).contains("\033[3;1H3").doesNotContain("\033[4;1H");
    }

    /// Since the last call.
    private String written() {
        var text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }
}
