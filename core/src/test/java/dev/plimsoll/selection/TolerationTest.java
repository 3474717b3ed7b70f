package dev.plimsoll.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.selection.Taint.Effect;
import dev.plimsoll.selection.Toleration.Match;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TolerationTest {

    /// Kubernetes' documentation of taints and tolerations, against the taint `gpu=yes:NoSchedule`.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    key | match  | value | effects                 | tolerates
                    gpu | EQUAL  | yes   | NO_SCHEDULE             | true
                    gpu | EQUAL  | yes   | NO_SCHEDULE NO_EXECUTE  | true
                    gpu | EQUAL  | yes   | NO_EXECUTE              | false
                    gpu | EQUAL  | yes   | PREFER_NO_SCHEDULE      | false
                    gpu | EQUAL  | no    | NO_SCHEDULE             | false
                    gpu | EQUAL  | ''    | NO_SCHEDULE             | false
                    gpu | EXISTS | ''    | NO_SCHEDULE             | true
                    gpu | EXISTS | no    | NO_SCHEDULE             | true
                    tpu | EXISTS | ''    | NO_SCHEDULE             | false
                    tpu | EQUAL  | yes   | NO_SCHEDULE             | false
                    ''  | EXISTS | ''    | NO_SCHEDULE             | true
                    ''  | EXISTS | ''    | NO_EXECUTE              | false
                    ''  | EQUAL  | yes   | NO_SCHEDULE             | false
                    gpu | EXISTS | ''    |                         | false
                    """)
    void toleratesWhatItNames(
            String key, Match match, String value, String effects, boolean tolerates) {
        var named =
                effects == null
                        ? List.<Effect>of()
                        : Arrays.stream(effects.split(" ")).map(Effect::valueOf).toList();
        var toleration = new Toleration(key, match, value, named);

        assertThat(toleration.tolerates(new Taint("gpu", "yes", Effect.NO_SCHEDULE)))
                .isEqualTo(tolerates);
    }

    /// The API reference of tolerations, and the verdicts of kube-scheduler 1.37 for numbers that
    /// are not written plainly: a toleration of key `nodes`, against the taint `nodes=<taint>`.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    match | value                | taint                | tolerates
                    GT    | 950                  | 949                  | false
                    GT    | 950                  | 950                  | false
                    GT    | 950                  | 951                  | true
                    LT    | 950                  | 949                  | true
                    LT    | 950                  | 950                  | false
                    LT    | 950                  | 951                  | false
                    GT    | -1                   | -2                   | false
                    GT    | -1                   | 0                    | true
                    LT    | 0                    | -1                   | true
                    GT    | 9                    | 10                   | true
                    GT    | 9223372036854775806  | 9223372036854775807  | true
                    GT    | 1                    | 9223372036854775808  | false
                    LT    | 9223372036854775808  | 1                    | false
                    LT    | 1                    | -9223372036854775808 | true
                    GT    | 5                    | 010                  | false
                    GT    | 05                   | 10                   | false
                    GT    | 5                    | +10                  | false
                    GT    | -5                   | -0                   | false
                    GT    | 5                    | 5.5                  | false
                    GT    | 5                    | high                 | false
                    GT    | low                  | 5                    | false
                    GT    | 5                    | ''                   | false
                    LT    | ''                   | 5                    | false
                    """)
    void comparesPlainWholeNumbers(Match match, String value, String taint, boolean tolerates) {
        var toleration = new Toleration("nodes", match, value, List.of(Effect.NO_SCHEDULE));

        assertThat(toleration.tolerates(new Taint("nodes", taint, Effect.NO_SCHEDULE)))
                .isEqualTo(tolerates);
    }

    @ParameterizedTest
    @EnumSource(
            value = Match.class,
            names = {"GT", "LT"})
    void comparesOnlyTaintsOfItsKeyAndEffect(Match match) {
        var toleration = new Toleration("nodes", match, "5", List.of(Effect.NO_SCHEDULE));
        var matching = match == Match.GT ? "6" : "4";

        assertThat(toleration.tolerates(new Taint("nodes", matching, Effect.NO_SCHEDULE))).isTrue();
        assertThat(toleration.tolerates(new Taint("racks", matching, Effect.NO_SCHEDULE)))
                .isFalse();
        assertThat(toleration.tolerates(new Taint("nodes", matching, Effect.NO_EXECUTE))).isFalse();
    }

    @Test
    void aTaintIsWrittenAsKubectlDoesAndRepelsUnlessItOnlyPrefers() {
        assertThat(new Taint("gpu", "yes", Effect.NO_SCHEDULE))
                .hasToString("gpu=yes:NoSchedule")
                .returns(true, Taint::repels);
        assertThat(new Taint("gpu", "", Effect.NO_EXECUTE))
                .hasToString("gpu:NoExecute")
                .returns(true, Taint::repels);
        assertThat(new Taint("gpu", "", Effect.PREFER_NO_SCHEDULE))
                .hasToString("gpu:PreferNoSchedule")
                .returns(false, Taint::repels);
    }
}
