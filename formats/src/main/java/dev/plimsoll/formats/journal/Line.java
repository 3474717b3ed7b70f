package dev.plimsoll.formats.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterOutputStream;

/// One record as a line of text.
final class Line {

    private Line() {}

    /// The line with its end.
    static String encode(String json) {
        var bytes = new ByteArrayOutputStream();
        var deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try (var out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } finally {
            deflater.end();
        }
        var body = Base64.getEncoder().encodeToString(bytes.toByteArray());
        return "%d %s %s\n".formatted(body.length(), checksum(body), body);
    }

    /// The JSON of a whole line without its end; nothing if a byte of it was changed.
    static Optional<String> decode(String line) {
        var parts = line.split(" ", -1);
        if (parts.length != 3
                || !parts[0].equals(Integer.toString(parts[2].length()))
                || !parts[1].equals(checksum(parts[2]))) {
            return Optional.empty();
        }
        var bytes = new ByteArrayOutputStream();
        try (var out = new InflaterOutputStream(bytes)) {
            out.write(Base64.getDecoder().decode(parts[2]));
        } catch (IOException | IllegalArgumentException notOurs) {
            return Optional.empty();
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }

    private static String checksum(String body) {
        var crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.ISO_8859_1));
        return "%08x".formatted(crc.getValue());
    }
}
