package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Completion scripts; that of bash runs in a real bash.
class CompletionTest {

    @TempDir Path folder;

    /// Words that are typed, the last one up to the cursor. Where the script has no words, bash
    /// completes file names.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    typed                           | completed
                    plimsoll de                     | decide
                    plimsoll re                     | replay
                    plimsoll --                     | --help --version
                    plimsoll help i                 | init
                    plimsoll completion ''          | bash zsh fish
                    plimsoll plan -o ''             | table wide json yaml md
                    plimsoll plan dump.json -o j    | json
                    plimsoll plan --explain ''      | pod node group
                    plimsoll plan --f               | --fail-on
                    plimsoll plan dump.json --p     | --prices --placement
                    plimsoll plan ''                | -
                    plimsoll plan -c ''             | -
                    plimsoll plan -c po             | -
                    plimsoll run --speed ''         | -
                    plimsoll simulate ''            | subnet fleet
                    plimsoll simulate subnet --lo   | --load
                    plimsoll simulate --load s      | steady shared
                    plimsoll simulate --load = s    | steady shared
                    plimsoll simulate --agent =     | at-once stepwise
                    plimsoll explain --rule above-t | above-threshold
                    plimsoll validate -             | --help
                    plimsoll frob ''                | -
                    """)
    void completesInARealBash(String typed, String completed) throws Exception {
        assertThat(bash(typed)).isEqualTo(completed.equals("-") ? "" : completed);
    }

    /// A new command or option is in every script, since it is in the tables.
    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void knowsEveryCommandOptionAndChoice(String shell) {
        var words = List.of(plimsoll("completion", shell).out().split("[^a-zA-Z0-9-]+"));

        for (var command : Main.commands()) {
            assertThat(words).contains(command.name()).containsAll(command.operandChoices());
            for (var option : command.options()) {
                var name =
                        shell.equals("fish") ? option.name().replaceAll("^-+", "") : option.name();
                assertThat(words).contains(name).containsAll(option.choices());
            }
        }
    }

    @Test
    void writesOptionsOfZshWithTheirMeaning() {
        assertThat(plimsoll("completion", "zsh").out())
                .startsWith("#compdef plimsoll\n")
                .contains(
                        """
                        '*--for[virtual time to run, e.g. 24h; without it, until Ctrl-C, or 4h with --faults]:DURATION:_files' \\
                        """
                                .stripTrailing(),
                        "'*-c[a policy; on the embedded cluster for its groups: '\\''web'\\'' and"
                                + " '\\''batch'\\'' without another scenario]:POLICY:_files'",
                        "'*--explain[pod NAME, node NAME or group NAME: what fits, and why not]"
                                + ":KIND:(pod node group):NAME:_files'",
                        "simulate) _arguments ",
                        "'*:operand:(subnet fleet)'");
    }

    @Test
    void writesOptionsOfFishWithTheirMeaning() {
        assertThat(plimsoll("completion", "fish").out())
                .contains(
                        "complete -c plimsoll -n __plimsoll_has_no_command -a plan -d 'what a"
                                + " cluster costs, and which nodes to add for its pending pods'\n",
                        "complete -c plimsoll -n '__plimsoll_runs plan' -F\n",
                        "complete -c plimsoll -n '__plimsoll_runs plan' -s o -r -f -a 'table wide"
                            + " json yaml md' -d 'table (the default), wide, json, yaml or md'\n",
                        "complete -c plimsoll -n '__plimsoll_runs run' -l quiet"
                                + " -d 'print only the summary'\n",
                        "complete -c plimsoll -n '__plimsoll_runs run' -s c -r -F -d 'a policy; on"
                                + " the embedded cluster for its groups: \\'web\\' and \\'batch\\'"
                                + " without another scenario'\n");
    }

    @Test
    void refusesOtherShells() {
        var refused = plimsoll("completion", "csh");

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo(
                        "plimsoll: csh: there is no script for this shell; write bash, zsh,"
                                + " fish\n");
    }

    private String bash(String typed) throws IOException, InterruptedException {
        var script = plimsoll("completion", "bash");
        var file = Files.writeString(folder.resolve("plimsoll.bash"), script.out());
        var command = new ArrayList<>(List.of("bash", "--norc", "-euc"));
        command.add(
                """
                . "$1"
                complete -p plimsoll >/dev/null
                COMP_WORDS=(%s)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                set +e
                _plimsoll
                echo "${COMPREPLY[*]-}"
                """
                        .formatted(typed));
        command.addAll(List.of("bash", file.toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var out = process.inputReader(StandardCharsets.UTF_8).readAllAsString();
        assertThat(process.waitFor()).isZero();
        return out.strip();
    }
}
