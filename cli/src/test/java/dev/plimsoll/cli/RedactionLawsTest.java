package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.inCheckout;
import static dev.plimsoll.cli.Shell.plimsollReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.formats.kubernetes.DumpWriter;
import dev.plimsoll.formats.kubernetes.Redaction;
import dev.plimsoll.formats.prices.Regions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The plan for a redacted dump is the plan for the dump, under other names.
class RedactionLawsTest {

    private static final byte[] FIXED = {1};

    @ParameterizedTest
    @ValueSource(strings = {"plan-dump.json", "snapshotz.json"})
    void keepsThePlanOfAnExample(String name) throws IOException {
        var dump = Files.readString(inCheckout("docs/examples").resolve(name));

        assertThat(keepsTheCluster(dump, FIXED)).isTrue();
    }

    /// Ties between nodes break by name, and those between pods by an id that is made from their
    /// names and labels too. So some plans choose otherwise.
    @Test
    void keepsMostPlansOfAnyDump() {
        var same = new AtomicInteger();
        var all = new AtomicInteger();

        Seeds.forOneIn(
                10,
                random -> {
                    all.incrementAndGet();
                    if (keepsTheCluster(new AnyDump(random).toString(), salt(random))) {
                        same.incrementAndGet();
                    }
                });

        assertThat(10 * same.get()).isGreaterThanOrEqualTo(9 * all.get());
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheClusterOfAProvider(Provider provider) {
        Seeds.forOneIn(
                200, random -> keepsTheCluster(provider.dump(random, 1).toString(), salt(random)));
    }

    /// The cluster is the same.
    ///
    /// @return whether the plan is the same too
    private static boolean keepsTheCluster(String dump, byte[] salt) {
        var redacted = redacted(dump, salt);
        var plan = plan(dump);
        var under = plan(redacted);

        assertThat(facts(under)).isEqualTo(facts(plan));
        assertThat(verdicts(redacted, under)).isEqualTo(verdicts(dump, plan));
        return outcome(under).equals(outcome(plan));
    }

    private static byte[] salt(SplittableRandom random) {
        var salt = new byte[8];
        random.nextBytes(salt);
        return salt;
    }

    private static String redacted(String dump, byte[] salt) {
        var out = new ByteArrayOutputStream();
        var writer = new DumpWriter(out, new Redaction(salt, Regions.builtIn().names()));
        var in = new ByteArrayInputStream(dump.getBytes(StandardCharsets.UTF_8));
        writer.read(List.of("-"), in);
        writer.end();
        return out.toString(StandardCharsets.UTF_8);
    }

    /// The next decision. What goes later depends on the order of names more often.
    private static Map<?, ?> plan(String dump) {
        return Plain.map(plimsollReading(dump, "plan", "-", "-o", "json", "--horizon", "0s").out());
    }

    /// What a plan says about the cluster as it is.
    private static Map<String, Object> facts(Map<?, ?> plan) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("cost", Plain.in(plan, "cost", "nowHour"));
        facts.put("unpriced", Plain.in(plan, "cost", "unpricedNow"));
        facts.put("groups", rows(Plain.maps(plan, "groups"), "name", "nodes", "priceHour"));
        facts.put("pending", rows(Plain.maps(plan, "pending"), "pods"));
        return facts;
    }

    /// What a plan decides.
    private static List<Object> outcome(Map<?, ?> plan) {
        int left = 0;
        for (var pods : Plain.maps(plan, "pending")) {
            left += Plain.number(pods, "left");
        }
        return List.of(
                left,
                Plain.part(plan, "cost"),
                rows(Plain.maps(plan, "groups"), "name", "types", "wanted", "costHour"));
    }

    /// Whether the largest set of pending pods fits each existing node, and by which rule not.
    private static List<String> verdicts(String dump, Map<?, ?> plan) {
        var verdicts = new ArrayList<String>();
        for (var example : examples(plan)) {
            var page =
                    plimsollReading(dump, "plan", "-", "-o", "json", "--explain", "pod", example);
            var nodes = Plain.maps(Plain.map(page.out()), "sections").getFirst();
            verdicts.addAll(rows(Plain.maps(nodes, "rows"), "group", "fits", "rule"));
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
