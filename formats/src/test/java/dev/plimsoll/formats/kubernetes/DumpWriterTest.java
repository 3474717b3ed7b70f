package dev.plimsoll.formats.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.BadInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Dumps as they are written.
class DumpWriterTest {

    @Test
    void writesOneListWithAnObjectALine() {
        assertThat(
                        written(
                                """
                                {"kind":"NodeList","apiVersion":"v1","items":[{"metadata":{"name":"a","selfLink":"b"},
                                "status":{"allocatable":{"cpu":1.5},"phase":null}}]}
                                {"kind":"ConfigMap","metadata":{"name":"left-out"}}
                                {"spec":{"containers":[{"name":"c","image":"i"}]},"metadata":{"name":"\\u00e9"}}
                                """))
                .isEqualTo(
                        """
                        {"apiVersion":"v1","kind":"List","items":[
                        {"apiVersion":"v1","kind":"Node","metadata":{"name":"a"},"status":{"allocatable":{"cpu":1.5}}},
                        {"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"c"}]},"metadata":{"name":"é"}}
                        ]}
                        """);
    }

    @Test
    void keepsTheMarkOfACompleteDump() {
        var marked =
                """
                {"apiVersion":"v1","kind":"List","items":[
                {"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}}
                ],"metadata":{"annotations":{"plimsoll.dev/complete":"true"}}}
                """;

        assertThat(written(marked)).isEqualTo(marked);
    }

    @Test
    void refusesAWatchThatDeletes() {
        assertThatThrownBy(() ->
                        written(
                                "{\"type\":\"DELETED\",\"object\":{\"kind\":\"Node\","
                                        + "\"metadata\":{\"name\":\"a\"}}}"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("collect the output of kubectl without --watch");
    }

    private static String written(String text) {
        var out = new ByteArrayOutputStream();
        var writer = new DumpWriter(out);
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        writer.read(List.of("-"), in);
        writer.end();
        assertThat(writer.bytes()).isEqualTo(out.size());
        return out.toString(StandardCharsets.UTF_8);
    }
}
