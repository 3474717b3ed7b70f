package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The plan for a redacted dump is the plan for the dump, under other names.
class RedactionLawsTest {

    /// Ties between pods break by an id that is made from their names and labels too, so purchases
    /// can differ where several are about as good.
    private static final BigDecimal NEARLY = new BigDecimal("0.05");

    @ParameterizedTest
    @ValueSource(strings = {"plan-dump.json", "snapshotz.json"})
    void keepsThePlanOfAnExample(String name) throws IOException {
        var dump = Files.readString(inCheckout("docs/examples").resolve(name));

        keepsTheCluster(dump);
        var redacted = redacted(dump);
        assertThat(bought(redacted)).isEqualTo(bought(dump));
    }

    @Test
    void keepsTheClusterOfAnyDump() {
        Seeds.forOneIn(20, random -> keepsTheCluster(new AnyDump(random).toString()));
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheClusterOfAProvider(Provider provider) {
        Seeds.forOneIn(200, random -> keepsTheCluster(provider.dump(random, 1).toString()));
    }

    private static void keepsTheCluster(String dump) {
        var redacted = redacted(dump);
        var plan = plan(dump);
        var under = plan(redacted);

        assertThat(facts(under)).isEqualTo(facts(plan));
        assertThat(verdicts(redacted, under)).isEqualTo(verdicts(dump, plan));
        var cost = cost(plan);
        assertThat(cost(under).subtract(cost).abs()).isLessThanOrEqualTo(cost.multiply(NEARLY));
    }

    private static String redacted(String dump) {
        var redacted = plimsollReading(dump, "collect", "-", "--redact");
        assertThat(redacted.code()).as(redacted.err()).isZero();
        return redacted.out();
    }

    private static Map<?, ?> plan(String dump) {
        return Plain.map(plimsollReading(dump, "plan", "-", "-o", "json").out());
    }

    private static BigDecimal cost(Map<?, ?> plan) {
        return new BigDecimal(String.valueOf(Plain.in(plan, "cost", "afterHour")));
    }

    /// What a plan says that does not follow from names.
    private static Map<String, Object> facts(Map<?, ?> plan) {
        var facts = new LinkedHashMap<String, Object>();
        for (var key : List.of("nowHour", "boundHour", "unpricedNow")) {
            facts.put(key, Plain.in(plan, "cost", key));
        }
        facts.put("duals", Plain.part(plan, "duals"));
        facts.put("groups", rows(Plain.maps(plan, "groups"), "name", "types", "nodes"));
        facts.put("pending", rows(Plain.maps(plan, "pending"), "pods"));
        facts.put("left", sum(plan, "left"));
        return facts;
    }

    private static List<String> bought(String dump) {
        var plan = plan(dump);
        var bought = rows(Plain.maps(plan, "groups"), "name", "wanted", "pods", "costHour");
        bought.addAll(rows(Plain.maps(plan, "pending"), "pods", "left"));
        return bought;
    }

    private static int sum(Map<?, ?> plan, String key) {
        int sum = 0;
        for (var pods : Plain.maps(plan, "pending")) {
            sum += Plain.number(pods, key);
        }
        return sum;
    }

    /// Whether the largest set of pending pods fits each node, and by which rule not.
    private static List<String> verdicts(String dump, Map<?, ?> plan) {
        var verdicts = new ArrayList<String>();
        for (var example : examples(plan)) {
            var page =
                    plimsollReading(dump, "plan", "-", "-o", "json", "--explain", "pod", example);
            for (var section : Plain.maps(Plain.map(page.out()), "sections")) {
                verdicts.addAll(rows(Plain.maps(section, "rows"), "group", "fits", "rule"));
            }
        }
        return verdicts;
    }

    /// The pod of the only set of the most pods that are alike; none if there are several.
    private static List<String> examples(Map<?, ?> plan) {
        var pending = Plain.maps(plan, "pending");
        int most = pending.stream().mapToInt(pods -> Plain.number(pods, "pods")).max().orElse(0);
        var largest =
                pending.stream()
                        .filter(pods -> Plain.number(pods, "pods") == most)
                        .map(pods -> Plain.text(pods, "example"))
                        .toList();
        return largest.size() == 1 ? largest : List.of();
    }

    private static List<String> rows(List<Map<?, ?>> maps, String... keys) {
        var rows = new ArrayList<String>();
        for (var map : maps) {
            var row = new ArrayList<Object>();
            for (var key : keys) {
                row.add(Plain.part(map, key));
            }
            rows.add(row.toString());
        }
        rows.sort(null);
        return rows;
    }
}
