package dev.plimsoll.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuesTest {

    @Test
    void readsDocumentsOneByOneAndPassesOverEmptyOnes() {
        var mistakes = new Mistakes();
        try (var documents =
                Values.read(
                        Source.text("f", "---\n---\na: 1\n---\n# none\n---\n- b\n"), mistakes)) {
            assertThat(documents.next()).isInstanceOf(Value.Mapping.class);
            assertThat(documents.next()).isInstanceOf(Value.Sequence.class);
            assertThat(documents.hasNext()).isFalse();
        }
    }

    @Test
    void reportsAKeyThatStandsTwiceAndKeepsTheFirst() {
        for (var text : new String[] {"a: 1\nb: 2\na: 3\n", "{\"a\": 1,\n\"b\": 2,\n\"a\": 3}"}) {
            var mistakes = new Mistakes();
            var document = Values.readPolicy(Source.text("f", text), mistakes).getFirst();

            assertThat(mistakes.list())
                    .extracting(Mistake::toString)
                    .containsExactly("f:3:1: the key 'a' appears twice; remove one");
            assertThat(((Value.Mapping) document).get("a"))
                    .isInstanceOfSatisfying(
                            Value.Scalar.class, scalar -> assertThat(scalar.text()).isEqualTo("1"));
        }
    }

    @Test
    void refusesAPolicyWithALineThatNobodyCanOversee() {
        var text = "a: 1\nb: " + "x".repeat(10_000_000 / 4) + "\n";

        assertThatThrownBy(() -> Values.readPolicy(Source.text("f", text), new Mistakes()))
                .hasMessage(
                        "f:2:100001: this line is longer than 100000 characters, too long for a"
                                + " policy; break it into several lines");
        try (var documents = Values.read(Source.text("f", text), new Mistakes())) {
            assertThat(documents.hasNext()).isTrue();
        }
    }

    @Test
    void refusesAPolicyOfMoreThanFourMebibytes() {
        var text = "a: x\n".repeat(1 << 20);

        assertThatThrownBy(() -> Values.readPolicy(Source.text("f", text), new Mistakes()))
                .hasMessage(
                        "f: this is larger than 4 MiB, too large for a policy; check"
                                + " that it is the right file");
    }

    @Test
    void saysWhyAFileCannotBeRead(@TempDir Path folder) throws IOException {
        var missing = folder.resolve("missing.yaml");
        Files.createDirectory(folder.resolve("sub"));

        assertThatThrownBy(() -> Values.read(Source.file(missing), new Mistakes()))
                .hasMessage(missing + ": the file does not exist; check the path");
        assertThatThrownBy(() -> Values.read(Source.file(folder.resolve("sub")), new Mistakes()))
                .hasMessage(
                        folder.resolve("sub")
                                + ": it cannot be read (Is a directory); name another file");
    }

    @Test
    void saysThatAFolderMayNotBeRead() {
        assertThat(Source.unreadable("dumps", new AccessDeniedException("dumps")))
                .hasMessage(
                        "dumps: permission to read it is denied; change"
                                + " its permissions, or run as its owner");
    }

    @Test
    void keepsTheFirstHundredMistakesAndCountsTheRest() {
        var mistakes = new Mistakes();
        for (int i = 0; i < 150; i++) {
            mistakes.add(new Place("f", i, 1), "", "wrong");
        }

        assertThat(mistakes.list()).hasSize(100);
        assertThatThrownBy(mistakes::throwIfAny).hasMessageEndingWith("f:99:1: wrong\nand 50 more");
    }
}
