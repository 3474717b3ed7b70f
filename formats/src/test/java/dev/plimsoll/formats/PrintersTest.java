package dev.plimsoll.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PrintersTest {

    private static final List<String> TEXTS =
            List.of(
                    "",
                    "a",
                    "no",
                    "null",
                    "~",
                    "1",
                    "1e3",
                    "0x1F",
                    "- a",
                    "a: b",
                    "a #b",
                    "#",
                    " a ",
                    "a\nb",
                    "\t",
                    "ü",
                    "\u2028",
                    "\uFEFF",
                    "\u0001",
                    "\\",
                    "\"",
                    "'",
                    "<<",
                    "*x",
                    "&x",
                    "=",
                    "2026-01-01",
                    "12:30:00",
                    ".5",
                    "a b",
                    "10%",
                    "!x",
                    "{",
                    "[",
                    "\uD83D\uDE00");

    @Test
    void printsJsonOnOneLine() {
        assertThat(Json.text(tree()))
                .isEqualTo(
                        """
                        {"name":"blue","facts":{"nodes":2,"after":62.5,"ok":true},"plan":[],"lines":["a\\nb",{"no":"no"}]}\
                        """);
    }

    @Test
    void printsYamlInBlocks() {
        assertThat(Yaml.text(tree()))
                .isEqualTo(
                        """
                        name: blue
                        facts:
                          nodes: 2
                          after: 62.5
                          ok: true
                        plan: []
                        lines:
                        - "a\\nb"
                        - "no": "no"
                        """);
    }

    @Test
    void whatIsPrintedReadsBackAsTheSameTree() {
        Seeds.forAll(random -> {
            var tree = anyTree(random, 4);

            assertThat(readBack(Json.text(tree))).isEqualTo(tree);
            assertThat(readBack(Yaml.text(tree))).isEqualTo(tree);
        });
    }

    private static Map<String, Object> tree() {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("nodes", 2L);
        facts.put("after", new BigDecimal("62.5"));
        facts.put("ok", true);
        var tree = new LinkedHashMap<String, Object>();
        tree.put("name", "blue");
        tree.put("facts", facts);
        tree.put("plan", List.of());
        tree.put("lines", List.of("a\nb", Map.of("no", "no")));
        return tree;
    }

    private static Object anyTree(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> random.nextLong();
            case 1 -> BigDecimal.valueOf(random.nextInt(), 1 + random.nextInt(5));
            case 2 -> random.nextBoolean();
            case 3 -> TEXTS.get(random.nextInt(TEXTS.size()));
            case 4 -> {
                var list = new ArrayList<Object>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(anyTree(random, depth - 1));
                }
                yield list;
            }
            default -> {
                var map = new LinkedHashMap<String, Object>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    map.put(TEXTS.get(random.nextInt(TEXTS.size())), anyTree(random, depth - 1));
                }
                yield map;
            }
        };
    }

    private static Object readBack(String text) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("f", text), mistakes)) {
            var tree = plain(documents.next());
            assertThat(documents.hasNext()).isFalse();
            mistakes.throwIfAny();
            return tree;
        }
    }

    private static Object plain(Value value) {
        return switch (value) {
            case Value.Mapping mapping -> {
                var map = new LinkedHashMap<String, Object>();
                mapping.entries().forEach(entry -> map.put(entry.key(), plain(entry.value())));
                yield map;
            }
            case Value.Sequence sequence ->
                    sequence.items().stream().map(PrintersTest::plain).toList();
            case Value.Scalar scalar when scalar.quoted() -> scalar.text();
            case Value.Scalar scalar when scalar.text().matches("true|false") ->
                    Boolean.valueOf(scalar.text());
            case Value.Scalar scalar when scalar.text().matches("-?[0-9]+") ->
                    Long.valueOf(scalar.text());
            case Value.Scalar scalar when scalar.text().matches("-?[0-9.]+") ->
                    new BigDecimal(scalar.text());
            case Value.Scalar scalar -> scalar.text();
            case Value.Nothing _ -> "nothing";
        };
    }
}
