package dev.plimsoll.formats;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// A reader of UTF-8 for the YAML parser. It refuses malformed bytes, characters that YAML does not
/// allow, and texts that are too long, each with its place.
///
/// The parser takes time with the square of the length of a text without a line end. So its length
/// is bounded: the time for a file is linear in the file's length.
final class Utf8 extends Reader {

    static final int BUFFER = 1 << 16;

    private final String file;
    private final InputStream in;
    private final CharsetDecoder decoder =
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
    private int line = 1;
    private int column = 1;
    private int length;
    private boolean ended;

    Utf8(String file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    /// The parser has reached the end of a value: the next character starts another text.
    void valueEnds() {
        length = 0;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        var chars = CharBuffer.wrap(target, offset, length);
        while (true) {
            var result = decoder.decode(bytes, chars, ended);
            int count = chars.position();
            for (int at = offset; at < offset + count; at++) {
                walk(target[at]);
            }
            if (result.isError()) {
                throw bad("this is not text in UTF-8; save the file in UTF-8");
            }
            if (count > 0) {
                return count;
            }
            if (ended) {
                return -1;
            }
            fill();
        }
    }

    private void fill() throws IOException {
        bytes.compact();
        int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
        if (count < 0) {
            ended = true;
        } else {
            bytes.position(bytes.position() + count);
        }
        bytes.flip();
    }

    private void walk(char c) {
        if (c == '\n') {
            line++;
            column = 1;
            length = 0;
            return;
        }
        if (++length > Tokens.LONGEST) {
            throw new BadInput(new Place(file, line, 1), "", Tokens.tooLong());
        }
        if ((c < ' ' && c != '\t' && c != '\r') || c == 0x7F) {
            throw bad(
                    "YAML does not allow the character "
                            + (int) c
                            + "; remove it, or write it as \"\\x"
                            + HexFormat.of().toHexDigits((byte) c)
                            + "\"");
        }
        column++;
    }

    private BadInput bad(String sentence) {
        return new BadInput(new Place(file, line, column), "", sentence);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
