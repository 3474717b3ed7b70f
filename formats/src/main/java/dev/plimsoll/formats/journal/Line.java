package dev.plimsoll.formats.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterOutputStream;

/// One record as a line of text, its end left out: `LENGTH CHECKSUM BODY`.
///
/// The checksum goes over the checksum of the line before and the body, so a line that was taken
/// out, put in or moved shows as well as a changed one.
record Line(String text, String checksum) {

    /// The checksum before the first line of a file.
    static final String FIRST = "";

    private static final Pattern HEAD = Pattern.compile("[0-9]{1,9} [0-9a-f]{8} [A-Za-z0-9+/=]");
    private static final Pattern BEGINNING =
            Pattern.compile(
                    "[0-9]{1,9}( [0-9a-f]{0,8})?|([0-9]{1,9}) [0-9a-f]{8} ([A-Za-z0-9+/=]*)");
    private static final int LONGEST_HEAD = 20;

    /// @param before the checksum of the line before
    static Line encode(String json, String before) {
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
        var checksum = checksum(before, body);
        return new Line(body.length() + " " + checksum + " " + body, checksum);
    }

    /// The line, if it is as it was written after the one before.
    static Optional<Line> checked(String text, String before) {
        var parts = text.split(" ", -1);
        return parts.length == 3
                        && parts[0].equals(Integer.toString(parts[2].length()))
                        && parts[1].equals(checksum(before, parts[2]))
                ? Optional.of(new Line(text, parts[1]))
                : Optional.empty();
    }

    /// @throws IllegalArgumentException if it holds something else
    String json() {
        var bytes = new ByteArrayOutputStream();
        try (var out = new InflaterOutputStream(bytes)) {
            out.write(Base64.getDecoder().decode(text.substring(text.lastIndexOf(' ') + 1)));
        } catch (IOException malformed) {
            throw new IllegalArgumentException("this does not inflate", malformed);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// The text after the last line end is what is left of a line that was not written whole. A
    /// file system may fill the rest of it with zero bytes.
    static boolean isCutShort(String rest) {
        var written = withoutZeros(rest);
        return written.isEmpty() || isBeginning(written);
    }

    /// The text without zero bytes at its end.
    static String withoutZeros(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == 0) {
            end--;
        }
        return text.substring(0, end);
    }

    /// The text after the last line end is the start of a line: not longer than its length says.
    static boolean isBeginning(String rest) {
        var parts = BEGINNING.matcher(rest);
        return parts.matches()
                && (parts.group(2) == null
                        || parts.group(3).length() <= Integer.parseInt(parts.group(2)));
    }

    /// The start of a journal, or of one with a changed byte in its first characters.
    static boolean isHead(String start) {
        if (start.isEmpty() || isBeginning(start) || HEAD.matcher(start).lookingAt()) {
            return true;
        }
        for (int at = 0; at < Math.min(start.length(), LONGEST_HEAD); at++) {
            for (var right : new String[] {"0", " "}) {
                var mended = start.substring(0, at) + right + start.substring(at + 1);
                if (HEAD.matcher(mended).lookingAt()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String checksum(String before, String body) {
        var crc = new CRC32C();
        crc.update(before.getBytes(StandardCharsets.US_ASCII));
        crc.update(body.getBytes(StandardCharsets.ISO_8859_1));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
