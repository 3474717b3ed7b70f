package dev.plimsoll.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.selection.Requirement.Operator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequirementTest {

    /// Kubernetes' documentation of label selectors and of node affinity. A label that is not there
    /// is shown as nothing; `''` is one with an empty value.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    operator       | values | label | matches
                    IN             | a b    | a     | true
                    IN             | a b    | b     | true
                    IN             | a b    | c     | false
                    IN             | a b    | ''    | false
                    IN             | a b    |       | false
                    IN             |        | a     | false
                    NOT_IN         | a b    | a     | false
                    NOT_IN         | a b    | c     | true
                    NOT_IN         | a b    | ''    | true
                    NOT_IN         | a b    |       | true
                    NOT_IN         |        | a     | true
                    EXISTS         |        | a     | true
                    EXISTS         |        | ''    | true
                    EXISTS         |        |       | false
                    DOES_NOT_EXIST |        | a     | false
                    DOES_NOT_EXIST |        | ''    | false
                    DOES_NOT_EXIST |        |       | true
                    GT             | 5      | 6     | true
                    GT             | 5      | 5     | false
                    GT             | 5      | 4     | false
                    GT             | 5      | 10    | true
                    GT             | 5      |       | false
                    GT             | 5      | ''    | false
                    GT             | 5      | six   | false
                    GT             | 5      | 6.5   | false
                    GT             | five   | 6     | false
                    GT             | 5 6    | 7     | false
                    GT             |        | 7     | false
                    GT             | -5     | -4    | true
                    GT             | 5      | 006   | true
                    GT             | 5      | 9223372036854775807 | true
                    GT             | 5      | 9223372036854775808 | false
                    LT             | 5      | 4     | true
                    LT             | 5      | 5     | false
                    LT             | 5      | 6     | false
                    LT             | 5      |       | false
                    LT             | 5      | -9223372036854775808 | true
                    """)
    void matchesLabelsAsKubernetesDoes(
            Operator operator, String values, String label, boolean matches) {
        var requirement = new Requirement("key", operator, words(values));
        var labels = label == null ? Labels.of("other", "a") : Labels.of("key", label);

        assertThat(requirement.matches(labels)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    operator       | values | text
                    IN             | b a    | zone in (a, b)
                    NOT_IN         | b a    | zone not in (a, b)
                    EXISTS         |        | zone
                    DOES_NOT_EXIST |        | !zone
                    GT             | 5      | zone > 5
                    LT             | 5      | zone < 5
                    """)
    void isWrittenAsSelectorsAre(Operator operator, String values, String text) {
        assertThat(new Requirement("zone", operator, words(values))).hasToString(text);
    }

    private static List<String> words(String text) {
        return text == null ? List.of() : List.of(text.split(" "));
    }
}
