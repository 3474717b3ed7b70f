package dev.plimsoll.decision;

import static dev.plimsoll.decision.Fact.fact;
import static dev.plimsoll.decision.Reason.because;
import static dev.plimsoll.decision.Rule.held;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonTest {

    @Test
    void fillsTheHolesOfItsSentence() {
        var rule = held("fits", "{subject} fits its {nodes} nodes, says {subject}");

        assertThat(because(rule, "blue", fact("nodes", 3)).sentence())
                .isEqualTo("blue fits its 3 nodes, says blue");
    }

    @Test
    void fillsAHoleWithinAHole() {
        var rule = held("fits", "at {{resource}Percent}% of its {resource}");
        var percent = Fact.percent("cpuPercent", BigInteger.ONE, BigInteger.TWO);

        assertThat(because(rule, "blue", fact("resource", "cpu"), percent).sentence())
                .isEqualTo("at 50% of its cpu");
    }

    @Test
    void readsWellForOne() {
        var rule = held("some", "{nodes} nodes, {pods} pods and {machines} machines");

        assertThat(sentence(rule, 1)).isEqualTo("1 node, 1 pod and 1 machine");
        assertThat(sentence(rule, 0)).isEqualTo("0 nodes, 0 pods and 0 machines");
        assertThat(sentence(rule, 21)).isEqualTo("21 nodes, 21 pods and 21 machines");
    }

    @Test
    void choosesWordsByACount() {
        var rule = held("some", "{pods} {pods?pod stays: |pods stay, e.g. }{subject}");

        assertThat(because(rule, "web-0", fact("pods", 1)).sentence())
                .isEqualTo("1 pod stays: web-0");
        assertThat(because(rule, "web-0", fact("pods", 3)).sentence())
                .isEqualTo("3 pods stay, e.g. web-0");
        assertThat(because(rule, "web-0", fact("pods", 0)).sentence())
                .isEqualTo("0 pods stay, e.g. web-0");
    }

    @Test
    void leavesOutAPartWhoseCountIsZero() {
        var rule = held("some", "{nodes} nodes[, {arriving} of them arriving] in {name}");

        assertThat(
                        because(
                                        rule,
                                        "",
                                        fact("arriving", 2),
                                        fact("nodes", 3),
                                        fact("name", "[a]"))
                                .sentence())
                .isEqualTo("3 nodes, 2 of them arriving in [a]");
        assertThat(
                        because(
                                        rule,
                                        "",
                                        fact("arriving", 0),
                                        fact("nodes", 3),
                                        fact("name", "[a]"))
                                .sentence())
                .isEqualTo("3 nodes in [a]");
        assertThat(because(rule, "", fact("nodes", 3), fact("name", "[a]")).sentence())
                .isEqualTo("3 nodes in [a]");
    }

    /// A sentence shows one place, the fact keeps four.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    part | whole | value   | text
                       5 |     2 | 250     | 250
                       1 |     8 | 12.5    | 12.5
                       1 |    32 | 3.125   | 3.1
                       1 |     3 | 33.3333 | 33.3
                       2 |     3 | 66.6667 | 66.7
                       0 |     7 | 0       | 0
                    9999 | 10000 | 99.99   | 100
                    """)
    void percentsAreExactToFourPlacesAndToldInOne(
            BigInteger part, BigInteger whole, String value, String text) {
        var percent = Fact.percent("cpuPercent", part, whole);

        assertThat(((Fact.Decimal) percent).value().toPlainString()).isEqualTo(value);
        assertThat(percent.text()).isEqualTo(text);
    }

    @Test
    void evenADecisionToDoNothingNeedsAReason() {
        assertThatThrownBy(
                        () -> new Decision<>(Plan.nothing(), List.of(), "nothing", Instant.EPOCH))
                .hasMessage("a decision has at least one reason, even one without steps");
    }

    private static String sentence(Rule rule, long count) {
        return because(
                        rule,
                        "blue",
                        fact("nodes", count),
                        fact("pods", count),
                        fact("machines", count))
                .sentence();
    }
}
