package dev.plimsoll.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The built-in prices equal the output of the importer.
@Tag("shared")
class PriceImportTest {

    @Test
    void makesTheCommittedPrices() throws IOException {
        var tables = Path.of(System.getProperty("plimsoll.shared"), "data", "prices");

        for (var file : PriceImport.files(tables).entrySet()) {
            assertThat(file.getValue()).isEqualTo(committed(file.getKey()));
        }
    }

    private static String committed(String name) throws IOException {
        var path = "/dev/plimsoll/formats/prices/" + name;
        try (var stream = PriceImportTest.class.getResourceAsStream(path)) {
            var bytes = Objects.requireNonNull(stream, path).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
