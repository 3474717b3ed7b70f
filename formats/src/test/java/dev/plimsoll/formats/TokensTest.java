package dev.plimsoll.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

class TokensTest {

    @Test
    void readsJsonAndYamlAlike() {
        var json = "{\"a\": [1, \"x\", null, true], \"b\": {}}";
        var yaml = "a:\n- 1\n- 'x'\n-\n- true\nb: {}\n";

        assertThat(tokens(json))
                .containsExactly(
                        "START_MAP",
                        "KEY a",
                        "START_LIST",
                        "SCALAR 1",
                        "SCALAR 'x'",
                        "NULL",
                        "SCALAR true",
                        "END_LIST",
                        "KEY b",
                        "START_MAP",
                        "END_MAP",
                        "END_MAP");
        assertThat(tokens(yaml)).isEqualTo(tokens(json));
    }

    @Test
    void readsSeveralDocuments() {
        var documents =
                List.of(
                        "{\"a\":1}{\"a\":2}\n{\"a\":3}",
                        "a: 1\n---\na: 2\n---\na: 3\n",
                        "{\"a\":1}\n---\n{\"a\":2}\n---\n{\"a\":3}");

        for (var text : documents) {
            assertThat(tokens(text))
                    .containsExactly(
                            "START_MAP",
                            "KEY a",
                            "SCALAR 1",
                            "END_MAP",
                            "START_MAP",
                            "KEY a",
                            "SCALAR 2",
                            "END_MAP",
                            "START_MAP",
                            "KEY a",
                            "SCALAR 3",
                            "END_MAP");
        }
    }

    @Test
    void takesAFlowMappingOfYamlForYaml() {
        assertThat(tokens("{a: [b]}"))
                .containsExactly(
                        "START_MAP", "KEY a", "START_LIST", "SCALAR b", "END_LIST", "END_MAP");
        assertThat(tokens("[a, b]"))
                .containsExactly("START_LIST", "SCALAR a", "SCALAR b", "END_LIST");
    }

    @Test
    void passesOverAByteOrderMark() {
        assertThat(tokens("\uFEFF{\"a\":1}")).hasSize(4);
        assertThat(tokens("\uFEFFa: 1")).hasSize(4);
    }

    @Test
    void knowsThePlaceOfEachToken() {
        for (var text : List.of("{\n  \"a\": 1\n}", "# c\n  a:  1\n")) {
            try (var tokens = Tokens.of(Source.text("f", text))) {
                tokens.next();
                tokens.next();

                assertThat(tokens.place()).isEqualTo(new Place("f", 2, 3));
            }
        }
    }

    @Test
    void skipsAMappingOrAList() {
        for (var text : List.of("{\"a\":{\"b\":[1,{}]},\"c\":1}", "a: {b: [1, {}]}\nc: 1\n")) {
            try (var tokens = Tokens.of(Source.text("f", text))) {
                tokens.next();
                tokens.next();
                tokens.next();

                tokens.skip();

                assertThat(tokens.next()).isEqualTo(Token.KEY);
                assertThat(tokens.text()).isEqualTo("c");
                tokens.skip();
                assertThat(tokens.next()).isEqualTo(Token.SCALAR);
            }
        }
    }

    @Test
    void replacesAliasesByWhatTheyStandFor() {
        assertThat(tokens("a: &x {k: &y v}\nb: *x\nc: [*y]\n*y : d\n"))
                .containsExactly(
                        "START_MAP",
                        "KEY a",
                        "START_MAP",
                        "KEY k",
                        "SCALAR v",
                        "END_MAP",
                        "KEY b",
                        "START_MAP",
                        "KEY k",
                        "SCALAR v",
                        "END_MAP",
                        "KEY c",
                        "START_LIST",
                        "SCALAR v",
                        "END_LIST",
                        "KEY v",
                        "SCALAR d",
                        "END_MAP");
    }

    @Test
    void refusesABombOfAliases() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int level = 1; level < 10; level++) {
            var alias = "*a" + (level - 1);
            bomb.append("a%d: &a%d [".formatted(level, level))
                    .append(
                            IntStream.range(0, 10)
                                    .mapToObj(_ -> alias)
                                    .collect(Collectors.joining(", ")))
                    .append("]\n");
        }

        assertThatThrownBy(() -> tokens(bomb.toString()))
                .isInstanceOf(BadInput.class)
                .hasMessage("f:4:45: aliases expand to more than 10000 values; write them out");
    }

    @Test
    void saysWhatIsWrongWithAText() {
        var softly = new SoftAssertions();
        var table =
                """
                a: [1, 2            | f:1:9: the file is cut off in the middle of a value; save it again, or rerun kubectl
                a: b: c             | f:1:5: this is not YAML: mapping values are not allowed here; fix the syntax
                {"a": 1             | f:1:8: a: the file is cut off in the middle of a value; save it again, or rerun kubectl
                {"a": [{"b": "x     | f:1:16: a[0].b: the file is cut off in the middle of a value; save it again, or rerun kubectl
                {"a": 1, b: 2}      | f:1:10: a: this is not JSON: Unexpected character ('b' (code 98)): was expecting double-quote to start field name; fix the syntax, or write YAML
                a: "x               | f:1:6: the file is cut off in the middle of a value; save it again, or rerun kubectl
                <<: {a: 1}          | f:1:1: merge keys (<<) are not supported; write the merged keys out
                ? [a]               | f:1:3: a key must be a string, not a mapping or a list; write a string before the colon
                a: *x               | f:1:4: no &x comes before *x; define it, or put a string that starts with * in quotes
                a: &x [*x]          | f:1:8: *xrefers to itself; write its value out
                a: "\u0007"         | f:1:5: YAML does not allow the character 7; remove it, or write it as "\\x07"
                a: \u0000           | f: this is not text: byte 3 is zero; name a YAML or JSON file in UTF-8
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split(" \\| ", -1);
            softly.assertThat(complaint(cells[0].stripTrailing())).isEqualTo(cells[1].strip());
        }
        softly.assertAll();
    }

    @Test
    void refusesWhatIsNotUtf8() {
        assertThat(complaint('a', ':', ' ', 0xC3, 0x28))
                .isEqualTo("f:1:4: this is not text in UTF-8; save the file in UTF-8");
        assertThat(complaint('{', '"', 'a', '"', ':', '"', 0xC3, 0x28, '"', '}'))
                .isEqualTo("f:1:9: a: this is not text in UTF-8; save the file in UTF-8");
        assertThat(complaint(0xFF, 0xFE, 'a', 0))
                .isEqualTo(
                        "f: this is text in UTF-16, as PowerShell's > writes it; save it in UTF-8");
        assertThat(complaint(0x1F, 0x8B, 8))
                .isEqualTo("f: this is compressed with gzip; decompress it with gunzip first");
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        for (var text : List.of("[".repeat(300), "{a: ".repeat(300), "{\"a\":".repeat(300))) {
            assertThatThrownBy(() -> tokens(text))
                    .isInstanceOf(BadInput.class)
                    .hasMessageContaining("nested more than 200 levels deep");
        }
        assertThat(tokens("[".repeat(200) + "]".repeat(200))).hasSize(400);
        assertThat(tokens("{a: ".repeat(200) + "}".repeat(200))).hasSize(601);
    }

    /// The YAML parser takes time with the square of a text's length in one line.
    @Test
    void refusesATextOrCommentThatIsTooLong() {
        var tooLong = "x".repeat(Tokens.LONGEST + 100_000);
        var texts =
                List.of(
                        "a: " + tooLong,
                        "a: \"" + tooLong + "\"",
                        "a: |\n  " + tooLong,
                        "# " + tooLong + "\na: 1",
                        "a:" + " ".repeat(tooLong.length()) + "1",
                        "{\"a\": \"" + tooLong + "\"}");

        for (var text : texts) {
            assertThat(complaint(text))
                    .describedAs(text.substring(0, 10))
                    .matches(
                            "f:[12]:[0-9]+:( a:)? a string or comment on this line has more than"
                                    + " 4194304 characters, more than any Kubernetes object, policy"
                                    + " or question has; check that this is the right file");
        }
    }

    @Test
    void readsLongTextsOfManyLinesAndLongLinesOfManyTexts() {
        var line = "x".repeat(999) + "\n  ";
        var lines = line.repeat(Tokens.LONGEST / line.length() + 100);
        var list = "a: [" + "'" + "x".repeat(999) + "', ";
        var texts = "'x', ".repeat(Tokens.LONGEST / 5 + 10_000);

        assertThat(tokens("a: |\n  " + lines)).hasSize(4);
        assertThat(tokens("a: \"" + lines + "\"")).hasSize(4);
        assertThat(tokens("#" + lines.replace("  ", "# ") + "\na: 1")).hasSize(4);
        assertThat(tokens(list + texts + "]")).hasSizeGreaterThan(texts.length() / 5);
        assertThat(tokens("a: " + "x".repeat(Tokens.LONGEST / 2) + "\n")).hasSize(4);
    }

    @Test
    void neverEndsInAnythingButTokensOrASentence() {
        var alphabet = "{}[]\",:-#&*!|>%@ab01. \n\t'\\?~<xuUN\u00e9\u2028\uFEFF".toCharArray();
        Seeds.forAll(random -> {
            var text = new StringBuilder();
            int length = random.nextInt(60);
            for (int i = 0; i < length; i++) {
                text.append(alphabet[random.nextInt(alphabet.length)]);
            }

            assertThat(complaint(text.toString())).doesNotContain("Exception");
        });
    }

    @Test
    void neverEndsInAnythingElseForAnyBytes() {
        Seeds.forAll(random -> {
            var bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (random.nextBoolean() && bytes.length > 4) {
                bytes[0] = '{';
                bytes[1] = '"';
            }

            assertThat(complaint(bytes)).doesNotContain("Exception");
        });
    }

    private static String complaint(String text) {
        return complaint(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String complaint(int... bytes) {
        var raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        return complaint(raw);
    }

    private static String complaint(byte[] bytes) {
        try {
            return all(Tokens.of(Source.bytes("f", bytes))).toString();
        } catch (BadInput sentence) {
            return String.valueOf(sentence.getMessage());
        }
    }

    private static List<String> tokens(String text) {
        return all(Tokens.of(Source.text("f", text)));
    }

    private static List<String> all(Tokens tokens) {
        try (tokens) {
            var all = new ArrayList<String>();
            for (var token = tokens.next(); token != Token.END; token = tokens.next()) {
                all.add(
                        switch (token) {
                            case KEY -> "KEY " + tokens.text();
                            case SCALAR ->
                                    "SCALAR "
                                            + (tokens.quoted()
                                                    ? "'" + tokens.text() + "'"
                                                    : tokens.text());
                            default -> token.name();
                        });
            }
            return all;
        }
    }
}
