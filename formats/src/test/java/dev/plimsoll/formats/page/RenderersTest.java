package dev.plimsoll.formats.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.formats.page.Look.Colours;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One page in every form.
class RenderersTest {

    private static final Page PAGE =
            new Page(
                    List.of("1 node to add.", "Read: 2 nodes."),
                    List.of(
                            Section.of(
                                    "groups",
                                    Table.with("group", "nodes", "$/h")
                                            .row("web", 12, "$0.888")
                                            .row("a|b", 1, "-")
                                            .build()),
                            Section.of("empty", List.of()),
                            Section.of(
                                    "steps",
                                    List.of(
                                            Line.of(Mark.ADD, "web grows"),
                                            Line.of("1 pod"),
                                            Line.below("web: no room")))),
                    List.of("decision 12ab"));

    @Test
    void asPlainText() {
        assertThat(PlainText.of(PAGE))
                .isEqualTo(
                        """
                        1 node to add.
                        Read: 2 nodes.

                        groups
                          group  nodes     $/h
                          web       12  $0.888
                          a|b        1  -

                        steps
                          + web grows
                          1 pod
                            web: no room

                        decision 12ab
                        """);
    }

    /// Further lines are indented, and a name is not broken.
    @Test
    void wrapsLinesAtBlanks() {
        var page =
                new Page(
                        List.of("1 node to add for 3 pods, the cheapest of all plans."),
                        List.of(
                                Section.of(
                                        "steps",
                                        List.of(
                                                Line.of(
                                                        Mark.ADD,
                                                        "web grows from 1 to 2 nodes for 3 pods,"
                                                                + " e.g. one like it"),
                                                Line.below("general, memory: insufficient cpu"),
                                                Line.of(
                                                        "a-name-that-is-longer-than-a-line is"
                                                                + " left"))),
                                Section.of(
                                        "nodes",
                                        Table.with("node", "why")
                                                .row("n-1", "insufficient cpu: requests 3")
                                                .row("n-2", "cordoned")
                                                .build())),
                        List.of("decision 12ab"));

        assertThat(PlainText.of(page, new Look(28, Colours.NONE)))
                .isEqualTo(
                        """
                        1 node to add for 3 pods,
                          the cheapest of all plans.

                        steps
                          + web grows from 1 to 2
                            nodes for 3 pods, e.g.
                            one like it
                            general, memory:
                              insufficient cpu
                          a-name-that-is-longer-than-a-line
                            is left

                        nodes
                          node  why
                          n-1   insufficient cpu:
                                requests 3
                          n-2   cordoned

                        decision 12ab
                        """);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 27, 80})
    void wrappingLosesNoWord(int width) {
        var wrapped = PlainText.of(PAGE, new Look(width, Colours.NONE));

        assertThat(wrapped.split("\\s+")).isEqualTo(PlainText.of(PAGE).split("\\s+"));
    }

    /// A line with a coloured sign is as wide as without colour.
    @Test
    void coloursSigns() {
        var lines =
                List.of(
                        Line.of(Mark.ADD, "web grows"),
                        Line.of(Mark.NOTE, "a note"),
                        Line.of(Mark.WARNING, "look at it"),
                        Line.of(Mark.STAY, "no change"));

        assertThat(
                        PlainText.of(
                                Page.of(List.of(), Section.of("", lines)),
                                new Look(14, Colours.ANSI)))
                .isEqualTo(
                        """
                          \033[32m+\033[0m web grows
                          \033[36m~\033[0m a note
                          \033[33m!\033[0m look at it
                          = no change
                        """);
    }

    @Test
    void numbersAreToTheRight() {
        var table = Table.with("type", "nodes", "$/h");
        table.row("3 types", "3 → 12", "$1.50").row("m5.large", "7", "$12.25");

        assertThat(PlainText.of(table.build(), ""))
                .isEqualTo(
                        """
                        type      nodes      $/h
                        3 types   3 → 12   $1.50
                        m5.large       7  $12.25
                        """);
    }

    @Test
    void asMarkdown() {
        assertThat(Markdown.of(PAGE))
                .isEqualTo(
                        """
                        **1 node to add.**

                        Read: 2 nodes.

                        #### groups

                        | group | nodes | $/h |
                        |---|---|---|
                        | web | 12 | $0.888 |
                        | a\\|b | 1 | - |

                        #### steps

                        - `+` web grows
                        - 1 pod
                          - web: no room

                        decision 12ab
                        """);
    }

    /// A blank line after the summary, so that what follows is Markdown again.
    @Test
    void markdownClosesDetails() {
        var table = Section.of("a<b", Table.with("node").row("n-1").row("n-2").build()).asDetail();
        var lines = List.of(Line.of("1 pod"), Line.below("web: no room"));

        assertThat(Markdown.of(Page.of(List.of("x"), table, Section.of("left", lines).asDetail())))
                .isEqualTo(
                        """
                        **x**

                        <details><summary>a&lt;b (2)</summary>

                        | node |
                        |---|
                        | n-1 |
                        | n-2 |

                        </details>

                        <details><summary>left (1)</summary>

                        - 1 pod
                          - web: no room

                        </details>
                        """);
    }

    /// The backslashes are those of CommonMark: it prints the text of the first column.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '^',
            textBlock =
                    """
                    text              | markdown
                    a-b.c/d:e=f (g)   | a-b.c/d:e=f (g)
                    +$0.19/h, 3 × x   | +$0.19/h, 3 × x
                    node_pool_1       | node_pool_1
                    _node_ a_         | \\_node\\_ a\\_
                    *a* `b` ~c~       | \\*a\\* \\`b\\` \\~c\\~
                    [a](b) <b> a&b;   | \\[a](b) \\<b> a\\&b;
                    1 < 2 & 3         | 1 \\< 2 & 3
                    a\\b \\. \\         | a\\b \\\\. \\\\
                    - a               | \\- a
                    + a               | \\+ a
                    # a               | \\# a
                    #1 a              | #1 a
                    ---               | \\---
                    >a                | \\>a
                    1. a              | 1\\. a
                    1.5 a             | 1.5 a
                    """)
    void markdownInterpretsNoName(String text, String markdown) {
        assertThat(Markdown.of(new Page(List.of(), List.of(), List.of(text))))
                .isEqualTo("\n" + markdown + "\n");
    }

    @Test
    void asJson() {
        assertThat(Json.text(PageTree.of(PAGE)))
                .isEqualTo(
                        "{\"head\":[\"1 node to add.\",\"Read: 2 nodes.\"],\"sections\":["
                                + "{\"title\":\"groups\",\"rows\":["
                                + "{\"group\":\"web\",\"nodes\":\"12\",\"$/h\":\"$0.888\"},"
                                + "{\"group\":\"a|b\",\"nodes\":\"1\",\"$/h\":\"-\"}]},"
                                + "{\"title\":\"steps\",\"lines\":["
                                + "{\"mark\":\"+\",\"text\":\"web grows\"},{\"text\":\"1 pod\"},"
                                + "{\"depth\":1,\"text\":\"web: no room\"}]}],"
                                + "\"foot\":[\"decision 12ab\"]}");
    }

    /// Whatever a name holds, the page has as many lines as it has without it.
    @ParameterizedTest
    @ValueSource(
            strings = {"a\nb", "a\r\nb", "a\u001b[2Jb", "a\u2028b", "a\u0085b", "a\tb", "a\u202eb"})
    void noNameWritesALineOfItsOwn(String name) {
        var plain = PlainText.of(page(name));
        var markdown = Markdown.of(page(name));

        assertThat(plain.lines().count()).isEqualTo(PlainText.of(page("ab")).lines().count());
        assertThat(markdown.lines().count()).isEqualTo(Markdown.of(page("ab")).lines().count());
        assertThat((plain + markdown).replace("\n", ""))
                .contains("a\\")
                .doesNotContainPattern("[\\p{Cntrl}\u0085\u2028\u202e]");
    }

    private static Page page(String name) {
        return new Page(
                List.of(name),
                List.of(
                        Section.of(name, Table.with(name).row(name).build()),
                        Section.of("lines", List.of(Line.of(name)))),
                List.of(name));
    }

    @Test
    void everyRowHasACellAColumn() {
        assertThatThrownBy(() -> Table.with("a", "b").row("1").build())
                .hasMessage("a row has a cell a column, got [1]");
    }
}
