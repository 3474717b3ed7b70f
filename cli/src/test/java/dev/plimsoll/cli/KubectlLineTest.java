package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The command that makes a dump is the same everywhere.
class KubectlLineTest {

    /// A `kubectl get` with a list of kinds.
    private static final Pattern LINE =
            Pattern.compile("kubectl get [a-z]+,[a-z,]+( -[A-Za-z]+( json)?)*");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/plan.md"})
    void standsInTheDocuments(String document) throws IOException {
        assertThat(Files.readString(inCheckout(document)))
                .contains("$ " + Dump.KUBECTL + " > dump.json\n");
    }

    @Test
    void isTheSameInEveryDocument() throws IOException {
        for (var document : documents()) {
            assertThat(lines(Files.readString(document)))
                    .as(document.toString())
                    .allMatch(Dump.KUBECTL::equals);
        }
    }

    @Test
    void standsInTheHelp() {
        assertThat(lines(plimsoll("help").out())).containsExactly(Dump.KUBECTL);
        assertThat(lines(plimsoll("help", "plan").out())).containsExactly(Dump.KUBECTL);
    }

    /// Kinds of custom resources are not in it: kubectl prints nothing if it does not know a kind.
    @Test
    void namesTheKindsThatEveryClusterHas() {
        assertThat(Dump.KUBECTL)
                .isEqualTo(
                        "kubectl get nodes,pods,pdb,ns,pv,pvc,sc,csinodes,csidrivers,"
                                + "csistoragecapacities,volumeattachments -A -o json");
    }

    private static List<String> lines(String text) {
        return LINE.matcher(text).results().map(MatchResult::group).toList();
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> documents = Files.walk(inCheckout("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")
                                    .map(Shell::inCheckout),
                            documents.filter(file -> file.toString().endsWith(".md")))
                    .toList();
        }
    }
}
