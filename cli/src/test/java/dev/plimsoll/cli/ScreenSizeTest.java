package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenSizeTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    stty    | COLUMNS | LINES | columns | rows
                    50 200  | 100     | 30    | 200     | 50
                    0 0     | 100     | 30    | 100     | 30
                    ''      | 100     |       | 100     | 24
                    ''      |         | 30    | 80      | 30
                    ''      | 0       | many  | 80      | 24
                    error   |         |       | 80      | 24
                    """)
    void isWhatSttySaysElseTheEnvironmentElseTheUsualOne(
            String stty, String columns, String rows, int expectedColumns, int expectedRows) {
        var environment = new HashMap<String, String>();
        environment.put("COLUMNS", columns);
        environment.put("LINES", rows);
        environment.values().removeIf(Objects::isNull);

        var size =
                ScreenSize.ofStty(stty + "\n")
                        .orElseGet(() -> ScreenSize.ofEnvironment(environment));

        assertThat(size).isEqualTo(new ScreenSize(expectedColumns, expectedRows));
    }
}
