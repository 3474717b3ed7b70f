package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is said to people who made a mistake: what, where, and how to put it right.
class ComplaintsTest {

    @TempDir private Path folder = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        Files.createDirectory(folder.resolve("folder"));
        Files.createFile(folder.resolve("empty"));
        Files.write(folder.resolve("binary"), new byte[] {0x7F, 'E', 'L', 'F', 0, 1});
        Files.writeString(folder.resolve("text"), "hello");
        Files.writeString(
                folder.resolve("policy"),
                "{kind: Policy, groups: [{name: red, match: {labels: {pool: red}},"
                        + " manage: utilisation}]}");
        Files.writeString(
                folder.resolve("cut"), "{\"kind\":\"SizingQuestion\",\"seen\":{\"nodes\":[");
        Files.writeString(
                folder.resolve("question"), "{kind: SizingQuestion, seen: {nodes: [{name: a}]}}");
        Files.writeString(
                folder.resolve("old"),
                firstLine("{\"record\":\"open\",\"version\":\"0.1\",\"rules\":1}"));
    }

    /// The first line of a journal: `LENGTH CHECKSUM BODY`.
    private static String firstLine(String json) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(bytes)) {
            out.write(json.getBytes(StandardCharsets.UTF_8));
        }
        var body = Base64.getEncoder().encodeToString(bytes.toByteArray());
        var checksum = new CRC32C();
        checksum.update(body.getBytes(StandardCharsets.US_ASCII));
        var digits = HexFormat.of().toHexDigits((int) checksum.getValue());
        return body.length() + " " + digits + " " + body + "\n";
    }

    /// FOLDER stands for where the files are.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    command line                     | complaint
                    frob                             | unknown command 'frob'; 'plimsoll help' lists all commands
                    relpay                           | unknown command 'relpay'; did you mean 'replay'? 'plimsoll help' lists all commands
                    run --sped max                   | --sped: unknown option; did you mean '--speed'? 'plimsoll help run' lists all options
                    run --xyz                        | --xyz: unknown option; 'plimsoll help run' lists all options
                    run --for                        | --for: needs a value: --for DURATION
                    run --journal --quiet            | --journal: needs a value: --journal FILE
                    run --quiet=yes                  | --quiet: takes no value; remove '=yes'
                    run --for 90                     | --for: '90' has no unit; write 90s for seconds, 90m for minutes or 90h for hours
                    run --speed fast                 | --speed: 'fast' is not a speed; write a number above 0, or max
                    run --every 0s                   | --every: turns take time; write a duration such as 30s
                    run --journal=                   | --journal: its value is empty; write --journal FILE
                    run -c=                          | -c: its value is empty; write -c POLICY
                    plan -f=                         | -f: its value is empty; write -f DUMP
                    run more                         | run: usage: plimsoll run
                    run --journal FOLDER/folder      | FOLDER/folder: a journal must be a regular file; name a regular file or a new one
                    run --journal FOLDER/none/j      | FOLDER/none/j: its folder is not there; make it, or name another file
                    run --journal FOLDER/text        | FOLDER/text: this is not a journal; name a file that 'plimsoll run --journal' wrote
                    run --management-context hub     | --management-context: this needs a running cluster; name it with --context
                    run -c FOLDER/policy             | FOLDER/policy: the embedded cluster has no group 'red'; its groups are batch and web
                    decide                           | decide: an operand is missing; usage: plimsoll decide FILE…
                    decide -o xml FOLDER/cut         | -o: 'xml' is not one of table, json, yaml
                    decide FOLDER/none               | FOLDER/none: the file does not exist; check the path
                    decide FOLDER/folder             | FOLDER/folder: it cannot be read (Is a directory); name another file
                    decide FOLDER/empty              | FOLDER/empty: there is no question in it; write one or more
                    decide FOLDER/binary             | FOLDER/binary: this is not text: byte 4 is zero; name a YAML or JSON file in UTF-8
                    decide FOLDER/cut                | FOLDER/cut:1:43: seen.nodes[0]: the file is cut off in the middle of a value; save it again, or rerun kubectl
                    decide FOLDER/question           | FOLDER/question:1:39: seen.nodes[0]: 'allocatable' is missing; add the allocatable resources of the node, such as allocatable: {cpu: 4, memory: 16Gi}
                    replay                           | replay: an operand is missing; usage: plimsoll replay JOURNAL
                    replay FOLDER/none               | FOLDER/none: the file does not exist; check the path
                    replay FOLDER/folder             | FOLDER/folder: it cannot be read (Is a directory); name another file
                    replay FOLDER/policy             | FOLDER/policy: this is not a journal; name a file that 'plimsoll run --journal' wrote
                    replay FOLDER/empty              | FOLDER/empty: the file is empty; name a journal that 'plimsoll run --journal' wrote
                    explain FOLDER/binary            | FOLDER/binary: this is not a journal; name a file that 'plimsoll run --journal' wrote
                    explain FOLDER/empty             | FOLDER/empty: the file is empty; name a journal that 'plimsoll run --journal' wrote
                    explain FOLDER/old               | FOLDER/old: this journal has format 1, and this version reads format 2; use the version that wrote it, or name a new file
                    replay FOLDER/old                | FOLDER/old: this journal has format 1, and this version reads format 2; use the version that wrote it, or name a new file
                    run --journal FOLDER/old         | FOLDER/old: this journal has format 1, and this version reads format 2; use the version that wrote it, or name a new file
                    explain FOLDER/empty many        | ID: 'many' is not the number of a decision; write a number, e.g. 17
                    explain a 1 2                    | explain: usage: plimsoll explain JOURNAL [ID]
                    """)
    void saysWhatIsWrongAndHowToPutItRight(String line, String complaint) {
        var refused = run(line);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err().replace(folder.toString(), "FOLDER").strip())
                .isEqualTo("plimsoll: " + complaint);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    options                                                        | complaint
                    --management-namespace fleet                                   | --management-namespace: this is for Cluster API; add --provider cluster-api
                    --provider nodes --management-context hub                      | --management-context: this is for Cluster API; add --provider cluster-api
                    --provider cluster-api --management-kubeconfig FOLDER/none     | --management-kubeconfig: FOLDER/none does not exist; check the path
                    --provider cluster-api --management-kubeconfig FOLDER/hub --management-context here | FOLDER/hub: there is no context 'here'; choose hub
                    --provider cluster-api --management-context hub                | FOLDER/here: there is no context 'hub'; choose here
                    """)
    void saysWhyTheManagementClusterCannotBeUsed(String options, String complaint)
            throws IOException {
        Files.writeString(folder.resolve("here"), kubeconfig("here"));
        Files.writeString(folder.resolve("hub"), kubeconfig("hub"));

        var refused = run("run --kubeconfig FOLDER/here -c FOLDER/policy " + options);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err().replace(folder.toString(), "FOLDER").strip())
                .isEqualTo("plimsoll: " + complaint);
    }

    private static String kubeconfig(String name) {
        return """
        apiVersion: v1
        kind: Config
        current-context: %1$s
        clusters: [{name: %1$s, cluster: {server: "http://127.0.0.1:1"}}]
        users: [{name: %1$s, user: {token: t}}]
        contexts: [{name: %1$s, context: {cluster: %1$s, user: %1$s}}]
        """
                .formatted(name);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    file     | mistake
                    none     | the file does not exist; check the path
                    folder   | it cannot be read (Is a directory); name another file
                    empty    | this is empty; write a policy with 'kind: Policy' and 'groups'
                    binary   | this is not text: byte 4 is zero; name a YAML or JSON file in UTF-8
                    """)
    void findsThatAFileIsNoPolicyAtAll(String file, String mistake) {
        var validate = run("validate FOLDER/" + file);

        assertThat(validate.code()).isEqualTo(2);
        assertThat(validate.err()).isEqualTo(folder.resolve(file) + ": " + mistake + "\n");
    }

    @Test
    void validatesEveryFileAlthoughOneIsBroken() {
        var validate = run("validate FOLDER/empty FOLDER/policy");

        assertThat(validate.code()).isEqualTo(2);
        assertThat(validate.err()).startsWith(folder + "/empty: this is empty");
        assertThat(validate.out()).isEqualTo(folder + "/policy: no mistakes; groups: red\n");
    }

    @Test
    void countsTheMistakesThatItDoesNotTell() {
        var many = "kind: Policy\ngroups: [" + "{}, ".repeat(200) + "{}]\n";

        var validate = plimsollReading(many, "validate", "-");

        assertThat(validate.err()).endsWith("and 101 more\n");
    }

    @Test
    void answersTheQuestionsBesideAMistake() {
        var good = "{\"kind\": \"SizingQuestion\", \"seen\": {}}\n";
        var bad = "{\"kind\": \"SizingQuestion\", \"seen\": {\"tarjet\": 3}}\n";

        var decide = plimsollReading(good + bad + good, "decide", "-", "-o", "json");

        assertThat(decide.code()).isEqualTo(2);
        assertThat(decide.out()).hasLineCount(2);
        assertThat(decide.err())
                .isEqualTo(
                        """
                        plimsoll: standard input:2:37: seen.tarjet: unknown key; did you mean 'target'?
                        plimsoll: 2 of 3 questions answered
                        """);
    }

    @Test
    void saysThatQuestionsBehindABrokenTextAreNotRead() {
        var good = "{\"kind\": \"SizingQuestion\", \"seen\": {}}\n";

        var decide = plimsollReading(good + good + "{]\n" + good, "decide", "-", "-o", "json");

        assertThat(decide.code()).isEqualTo(2);
        assertThat(decide.out()).hasLineCount(2);
        assertThat(decide.err())
                .startsWith("plimsoll: standard input:3:2: ")
                .endsWith("plimsoll: 2 of 2 questions answered; the rest could not be read\n");
    }

    @Test
    void saysThatAmountsAreTooLarge() {
        var question =
                """
                {kind: SizingQuestion, seen: {nodes: [{allocatable: {cpu: 9e12}}],
                 pods: [{count: 2000, node: node-1, daemonSet: true, requests: {memory: 9e15}}]}}
                """;

        var decide = plimsollReading(question, "decide", "-");

        assertThat(decide.code()).isEqualTo(2);
        assertThat(decide.err())
                .isEqualTo(
                        "plimsoll: standard input:1:1: the amounts add up to more than"
                                + " 9223372036854775807; check their units\n");
    }

    @Test
    void saysWhichAmountsOfARankingAreTooLarge() {
        var pod =
                """
                {kind: RankingQuestion, seen: {prices: {cpuHour: 900000000},
                 options: [{group: a, pods: [{requests: {cpu: 2000}}]}]}}
                """;
        var nodes =
                """
                {kind: RankingQuestion, policy: {strategies: [most-pods]}, seen: {
                 options: [{group: a, node: {cpu: 1}, nodePriceHour: 900000000, count: 100}]}}
                """;

        var tooLarge = plimsollReading(pod, "decide", "-");
        var tooMany = plimsollReading(nodes, "decide", "-");

        assertThat(tooLarge.code()).isEqualTo(2);
        assertThat(tooLarge.err())
                .isEqualTo(
                        "plimsoll: standard input:2:41: seen.options[0].pods[0].requests: one pod"
                                + " costs more than nine billion dollars an hour at these prices;"
                                + " check the units\n");
        assertThat(tooMany.code()).isEqualTo(2);
        assertThat(tooMany.err()).contains("the amounts add up to more than");
    }

    @Test
    void saysThatAJournalIsNotAboutWhatAPolicyNames() {
        var journal = folder.resolve("journal");
        plimsoll("run", "--for", "5m", "--speed", "max", "--quiet", "--journal", journal);

        var replay = plimsoll("replay", journal, "--with", folder.resolve("policy"));

        assertThat(replay.code()).isEqualTo(2);
        assertThat(replay.out()).isEmpty();
        assertThat(replay.err())
                .isEqualTo(
                        "plimsoll: nothing was compared: the policy has none of the groups of the"
                                + " journal (web, batch)\n");
    }

    private Shell run(String line) {
        return plimsoll(
                Arrays.stream(line.split(" "))
                        .map(word -> (Object) word.replace("FOLDER", folder.toString()))
                        .toArray());
    }
}
