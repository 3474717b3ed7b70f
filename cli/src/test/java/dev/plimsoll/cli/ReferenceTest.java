package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.formats.document.Kinds;
import dev.plimsoll.formats.document.SizingKind;
import dev.plimsoll.sizing.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The tables of docs/policy.md and docs/documents.md list what the program reads and prints.
class ReferenceTest {

    /// A policy with an unknown key in every mapping: the complaint lists the known ones.
    private static final String POLICY =
            """
            kind: Policy
            groups:
            - {name: a, match: {labels: {p: a}, ZZZZZZ: 1}, template: {ZZZZZZ: 1}, provider: {ZZZZZZ: 1}, ZZZZZZ: 1}
            sizing: {ZZZZZZ: 1}
            slack: {ZZZZZZ: 1}
            ranking: {strategies: [priority], priorities: [{priority: 1, groups: [a], ZZZZZZ: 1}], ZZZZZZ: 1}
            scaling: {disruption: [{nodes: 1%, ZZZZZZ: 1}], ZZZZZZ: 1}
            prices: {ZZZZZZ: 1}
            subnets: [{name: s, capacity: 1, groups: [a], ZZZZZZ: 1}]
            ZZZZZZ: 1
            """;

    private static final Pattern KNOWN =
            Pattern.compile("(?m): ([\\w.\\[\\]]*)ZZZZZZ: unknown key; .* one of (.*)$");

    /// A key that is known only to be refused.
    private static final String ESCALATOR = "node_groups";

    @Test
    void thePolicyReferenceHasExactlyTheKeysThatAreRead() throws IOException {
        var read = new LinkedHashMap<String, Set<String>>();
        KNOWN.matcher(plimsollReading(POLICY, "validate", "-").err())
                .results()
                .forEach(match -> read.put(section(match.group(1)), keys(match.group(2))));

        var documented = new LinkedHashMap<String, Set<String>>();
        tables("docs/policy.md")
                .forEach((heading, rows) -> documented.put(heading, new TreeSet<>(rows.keySet())));

        documented.values().removeIf(Set::isEmpty);
        assertThat(read).hasSize(13);
        assertThat(documented).containsExactlyInAnyOrderEntriesOf(read);
    }

    @Test
    void theDefaultsOfSizingAreTheRealOnes() throws IOException {
        var sizing = table("docs/policy.md", "sizing");
        var defaults = new SizingKind().policy(Policy.defaults(Policy.Reading.PLIMSOLL));

        assertThat(defaults).isNotEmpty();
        defaults.forEach((key, value) ->
                assertThat(sizing.getOrDefault(key, List.of()))
                        .as(key)
                        .contains(String.valueOf(value)));
    }

    @Test
    void theDocumentReferenceHasEveryKindOfQuestion() throws IOException {
        var documented = new ArrayList<>(table("docs/documents.md", "Questions").keySet());

        assertThat(documented)
                .containsAll(List.of("seen", "policy", "past", "last", "now", "seed"));
        assertThat(documented.stream().filter(key -> key.endsWith("Question")))
                .containsExactlyElementsOf(
                        Kinds.all().stream().map(kind -> kind.name() + "Question").toList());
    }

    /// `wakeAt` is absent where nothing has to be decided again.
    @Test
    void theDocumentReferenceHasEveryKeyOfAPlan() throws IOException {
        var documented = new ArrayList<>(table("docs/documents.md", "plan -o json").keySet());
        var dump = inCheckout("docs/examples/plan-dump.json");
        var plan = plimsoll("plan", dump, "-o", "json", "--savings", "--placement").out();

        documented.remove("wakeAt");
        assertThat(Plain.map(plan).keySet().stream().map(String::valueOf))
                .containsExactlyElementsOf(documented);
    }

    /// Most keys occur in some plan of any dump; no plan has others.
    @Test
    void theDocumentReferenceHasEveryKeyOfAGroup() throws IOException {
        var documented = table("docs/documents.md", "A group of a plan").keySet();
        var printed = new TreeSet<String>();
        Seeds.forOneIn(
                200,
                random -> {
                    var plan =
                            plimsollReading(
                                    new AnyDump(random).toString(), "plan", "-", "-o", "json");
                    for (var group : Plain.maps(Plain.map(plan.out()), "groups")) {
                        group.keySet().forEach(key -> printed.add(String.valueOf(key)));
                    }
                });

        assertThat(documented).containsAll(printed);
        assertThat(printed).contains("types", "zones", "cpuPercent", "costHour", "unusedHour");
    }

    @Test
    void theDocumentReferenceHasEveryExitCode() throws IOException {
        assertThat(Files.readString(inCheckout("docs/documents.md")))
                .contains(
                        Arrays.stream(ExitCode.values())
                                .map(code -> "\n| " + code.number() + " | ")
                                .toList());
    }

    /// `groups[0].match.` is the section `groups.match`; the policy itself has none.
    private static String section(String path) {
        var section = path.replaceAll("\\[\\d+]", "").replaceAll("\\.$", "");
        return section.isEmpty() ? "The policy" : section;
    }

    private static Set<String> keys(String list) {
        var keys = new TreeSet<>(List.of(list.split(", ")));
        keys.remove(ESCALATOR);
        return keys;
    }

    private static Map<String, List<String>> table(String document, String heading)
            throws IOException {
        return tables(document).getOrDefault(heading, Map.of());
    }

    /// By heading, the rows whose first cell is a key, and their other cells.
    private static Map<String, Map<String, List<String>>> tables(String document)
            throws IOException {
        var tables = new LinkedHashMap<String, Map<String, List<String>>>();
        var rows = new LinkedHashMap<String, List<String>>();
        for (var line : Files.readAllLines(inCheckout(document))) {
            if (line.startsWith("##")) {
                rows = new LinkedHashMap<>();
                tables.put(line.replaceAll("^#+ |`", ""), rows);
            } else if (line.startsWith("| `")) {
                var cells = List.of(line.substring(2, line.length() - 1).split(" \\| "));
                rows.put(cells.getFirst().replace("`", ""), cells.subList(1, cells.size()));
            }
        }
        return tables;
    }
}
