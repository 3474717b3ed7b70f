package dev.plimsoll.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.selection.Taint.Effect;
import dev.plimsoll.selection.Toleration.Match;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
