package dev.plimsoll.formats.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.page.Line.Mark;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
