package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsoll;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What `plan --savings` prints.
class SavingsPageTest {

    private static final Path DUMP = inCheckout("docs/examples/plan-dump.json");

    @Test
    void theDocumentationShowsARealRun() throws IOException {
        var out = plimsoll("plan", DUMP, "--savings").out();

        var section = out.substring(out.indexOf("savings\n"), out.indexOf("\n\ndecision"));

        assertThat(Files.readString(inCheckout("docs/plan.md"))).contains(section);
    }

    @Test
    void printsEveryRowAsADocument() {
        var rows =
                Plain.maps(
                        Plain.map(plimsoll("plan", DUMP, "--savings", "-o", "json").out()),
                        "savings");

        assertThat(rows.stream().map(row -> Plain.text(row, "row")))
                .containsExactly(
                        "as-it-is", "after-the-plan", "same-groups", "any-type", "with-spot");
        assertThat(rows.get(3).toString())
                .isEqualTo(
                        "{row=any-type, costHour=1.057, boundHour=0.91354, how=replaces 3 nodes by"
                                + " 2 and runs 6 pending pods; then 1 c6a.xlarge, 1 r5a.4xlarge,"
                                + " nodes=[{group=general, instanceType=c6a.xlarge, nodes=1},"
                                + " {group=memory, instanceType=r5a.4xlarge, nodes=1}]}");
    }

    @Test
    void theRestOfThePlanIsTheSame() {
        var plan = plimsoll("plan", DUMP, "-o", "json").out();
        var more = plimsoll("plan", DUMP, "--savings", "-o", "json").out();

        assertThat(more).startsWith(plan.strip().replaceAll("}$", ""));
    }

    @Test
    void saysThatNothingCanBeComparedWithoutPrices() {
        var dump = new Cluster().node("n", "g", "none.of-any-list", "4", "8Gi").toString();

        assertThat(plimsollReading(dump, "plan", "-", "--savings").out())
                .contains(
                        "savings\n"
                                + "  ~ nothing to compare: no node has a known price; set priceHour"
                                + " or prices in a policy\n");
    }

    @Test
    void aVerdictHasNoSavings() {
        var said = plimsoll("plan", DUMP, "--savings", "--explain", "pod", "web-0");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("it does not print the plan; remove", "--savings");
    }
}
