package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// The dollars of the steps of a plan.
final class StepDollars {

    /// The rules that say what a replacement saves in all.
    private static final List<String> WHOLE =
            List.of("replacement-found", "replace", "replace-by-none");

    private StepDollars() {}

    /// What is added less what is saved is the difference of the cost.
    static void addUp(Map<?, ?> plan) {
        var sum = BigDecimal.ZERO;
        for (var reason : Plain.maps(plan, "reasons")) {
            if (!WHOLE.contains(Plain.text(reason, "rule"))) {
                sum = sum.add(in(reason, "facts", "added")).subtract(in(reason, "facts", "saved"));
            }
        }
        assertThat(sum)
                .isEqualByComparingTo(
                        in(plan, "cost", "afterHour").subtract(in(plan, "cost", "nowHour")));
    }

    private static BigDecimal in(Map<?, ?> tree, String key, String below) {
        var text = Plain.in(tree, key, below).toString();
        return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
    }
}
