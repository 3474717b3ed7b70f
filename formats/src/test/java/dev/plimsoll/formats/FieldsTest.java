package dev.plimsoll.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FieldsTest {

    @Test
    void readsEachKindOfValue() {
        read(
                """
                name: blue
                nodes: 3
                draining: true
                line: 62.5
                rate: 10%
                wait: 1h30m
                now: 2026-01-31T08:00:00+01:00
                priceHour: 0.192
                cpu: 1500m
                allocatable: {cpu: 4, memory: 16Gi}
                labels: {pool: blue, n: 1, empty: ""}
                order: oldest
                zones: [a, b]
                groups: [{name: x}, {name: y}]
                sizing: {minNodes: 2}
                """,
                fields -> {
                    assertThat(fields.text("name", "?")).isEqualTo("blue");
                    assertThat(fields.whole("nodes", 0, 0, 10)).isEqualTo(3);
                    assertThat(fields.flag("draining", false)).isTrue();
                    assertThat(fields.percent("line", Percent.WHOLE)).isEqualTo(new Percent(6_250));
                    assertThat(fields.share("rate", Percent.WHOLE)).isEqualTo(Percent.of(10));
                    assertThat(fields.duration("wait", Duration.ZERO))
                            .isEqualTo(Duration.ofMinutes(90));
                    assertThat(fields.time("now", Instant.EPOCH))
                            .isEqualTo(Instant.parse("2026-01-31T07:00:00Z"));
                    assertThat(fields.money("priceHour", Money.NONE))
                            .isEqualTo(Money.dollars(new BigDecimal("0.192")));
                    assertThat(fields.quantity("cpu", "cpu", 0)).isEqualTo(1_500);
                    assertThat(fields.resources("allocatable", Resources.NONE))
                            .isEqualTo(Resources.of(new Cpu(4_000), Bytes.gibibytes(16)));
                    assertThat(fields.labels("labels")).hasToString("empty=,n=1,pool=blue");
                    assertThat(fields.choice("order", "x", orders())).isEqualTo("OLDEST");
                    assertThat(fields.texts("zones")).containsExactly("a", "b");
                    assertThat(fields.list("groups"))
                            .extracting(group -> group.text("name", ""))
                            .containsExactly("x", "y");
                    assertThat(fields.fields("sizing").whole("minNodes", 0, 0, 10)).isEqualTo(2);
                    fields.done();
                    assertThat(fields.mistakes().list()).isEmpty();
                });
    }

    @Test
    void givesTheDefaultForWhatIsAbsentOrNull() {
        read(
                "name:\nnodes: null\n",
                fields -> {
                    assertThat(fields.has("name")).isFalse();
                    assertThat(fields.text("name", "?")).isEqualTo("?");
                    assertThat(fields.whole("nodes", 7, 0, 10)).isEqualTo(7);
                    assertThat(fields.duration("wait", Duration.ofDays(1)))
                            .isEqualTo(Duration.ofDays(1));
                    assertThat(fields.labels("labels")).isEqualTo(Labels.NONE);
                    assertThat(fields.fields("sizing").whole("minNodes", 1, 0, 10)).isEqualTo(1);
                    assertThat(fields.list("groups")).isEmpty();
                    fields.done();
                    assertThat(fields.mistakes().list()).isEmpty();
                });
    }

    @Test
    void reportsAllMistakesAtOnceWithTheirPlaces() {
        read(
                """
                groups:
                - {name: a}
                - name: b
                  minNodez: 1
                  maxNodes: many
                  labels: [x]
                sizing: {minNodes: -1}
                nodes: {count: 1}
                """,
                fields -> {
                    for (var group : fields.list("groups")) {
                        group.requiredText("name");
                        group.requiredText("match");
                        group.whole("minNodes", 0, 0, 10);
                        group.whole("maxNodes", 0, 0, 10);
                        group.labels("labels");
                    }
                    fields.fields("sizing").whole("minNodes", 0, 0, Integer.MAX_VALUE);
                    fields.list("nodes");
                    fields.done();

                    assertThat(fields.mistakes().list())
                            .extracting(Mistake::toString)
                            .containsExactly(
                                    "f:2:3: groups[0]: 'match' is missing; add 'match: …'",
                                    "f:3:3: groups[1]: 'match' is missing; add 'match: …'",
                                    "f:4:3: groups[1].minNodez: unknown key; did you mean"
                                            + " 'minNodes'?",
                                    "f:5:13: groups[1].maxNodes: 'many' is not a whole number;"
                                            + " write a number from 0 to 10",
                                    "f:6:11: groups[1].labels: expected keys with values, got a"
                                            + " list; write 'key: value' lines",
                                    "f:7:20: sizing.minNodes: '-1' is out of range; write 0 or"
                                            + " more",
                                    "f:8:8: nodes: expected a list, got a mapping; write [a, b], or"
                                            + " a '- ' before each");
                });
    }

    @Test
    void saysWhatIsWrongWithASingleValue() {
        var table =
                """
                whole    | 1.5          | '1.5' is not a whole number; write a number from 0 to 10
                whole    | 11           | '11' is out of range; write a number from 0 to 10
                whole    | "5"          | the text '5' is in quotes; write the number without them
                whole    | .nan         | '.nan' is not a whole number; write a number from 0 to 10
                whole    | 99999999999999999999 | '99999999999999999999' is out of range; write a number from 0 to 10
                whole    | [1]          | expected a single value, got a list
                flag     | yes          | 'yes' is neither true nor false; write one of them
                flag     | "true"       | the text 'true' is in quotes; write the truth value without them
                percent  | NaN          | 'NaN' is not a percent; write one such as 70 or 62.5
                percent  | .inf         | '.inf' is not a percent; write one such as 70 or 62.5
                percent  | -1           | '-1' is negative; write zero or more
                percent  | 1e9          | '1e9' is more than 100000%; write less
                percent  | 0.001        | '0.001' is finer than a hundredth of a percent; round it
                share    | 130%         | '130%' is more than 100%; write a share such as 10% or 0.1
                share    | 10           | '10' is more than 100%; write a share such as 10% or 0.1
                share    | ten          | 'ten' is not a share; write one such as 10% or 0.1
                duration | 90           | '90' has no unit; write 90s for seconds, 90m for minutes or 90h for hours
                duration | 1d           | '1d' is not a duration; write one such as 90s, 10m or 1h30m
                duration | -1s          | '-1s' is not a duration; write one such as 90s, 10m or 1h30m
                duration | 9999999h     | '9999999h' is longer than a hundred years; write less
                time     | 2026-01-31   | '2026-01-31' is not a time; write one such as 2026-01-31T08:00:00Z
                money    | -0.1         | '-0.1' is negative; write zero or more dollars
                money    | NaN          | 'NaN' is not an amount of dollars; write a number such as 0.192
                money    | 0.1234567891 | '0.1234567891' is finer than a billionth of a dollar; round it to 0.123456789
                money    | 1e12         | '1e12' is more than a billion dollars; write less
                quantity | -1           | '-1' is negative; an amount is zero or more
                quantity | 4 GB         | '4 GB' is not a quantity; write a number with a Kubernetes suffix, such as 500m, 2 or 4Gi
                choice   | oldes        | 'oldes' is not one of newest, oldest; did you mean 'oldest'?
                choice   | x            | 'x' is not one of newest, oldest
                """;
        for (var row : table.lines().toList()) {
            var cells = row.split(" \\| ", -1);
            read(
                    "key: " + cells[1].strip(),
                    fields -> {
                        ask(fields, cells[0].strip());

                        assertThat(fields.mistakes().list())
                                .extracting(Mistake::toString)
                                .containsExactly("f:1:6: key: " + cells[2]);
                    });
        }
    }

    @Test
    void readsDurationsAsGoWritesThem() {
        assertThat(Durations.parse("0s")).isEqualTo(Duration.ZERO);
        assertThat(Durations.parse("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Durations.parse("1.5h")).isEqualTo(Duration.ofMinutes(90));
        assertThat(Durations.parse("1h2m3s4ms5us6ns"))
                .isEqualTo(Duration.ofNanos(3_723_004_005_006L));
        assertThat(Durations.text(Duration.ofNanos(3_723_004_005_006L)))
                .isEqualTo("1h2m3s4ms5us6ns");
        assertThat(Durations.text(Duration.ofHours(36))).isEqualTo("36h");
        assertThat(Durations.text(Duration.ZERO)).isEqualTo("0s");
    }

    @Test
    void namesTheKnownKeysWhereNoneIsClose() {
        read(
                "zzz: 1\n",
                fields -> {
                    fields.text("name", "");
                    fields.text("kind", "");
                    fields.done();

                    assertThat(fields.mistakes().list())
                            .extracting(Mistake::toString)
                            .containsExactly(
                                    "f:1:1: zzz: unknown key; remove it, or write one of name,"
                                            + " kind");
                });
    }

    @Test
    void quotesKeysThatWouldMisleadInAPath() {
        read(
                "allocatable: {example.com/gpu: -1}\n",
                fields -> {
                    fields.resources("allocatable", Resources.NONE);

                    assertThat(fields.mistakes().list())
                            .extracting(Mistake::toString)
                            .containsExactly(
                                    "f:1:32: allocatable['example.com/gpu']: '-1' is negative; an"
                                            + " amount is zero or more");
                });
    }

    @Test
    void refusesADocumentThatIsNoMapping() {
        read(
                "hello world\n",
                fields ->
                        assertThat(fields.mistakes().list())
                                .extracting(Mistake::toString)
                                .containsExactly(
                                        "f:1:1: expected keys with values, got 'hello world'; write"
                                                + " 'key: value' lines"));
    }

    private static void ask(Fields fields, String getter) {
        switch (getter) {
            case "whole" -> assertThat(fields.whole("key", 3, 0, 10)).isEqualTo(3);
            case "flag" -> assertThat(fields.flag("key", true)).isTrue();
            case "percent" ->
                    assertThat(fields.percent("key", Percent.WHOLE)).isEqualTo(Percent.WHOLE);
            case "share" -> assertThat(fields.share("key", Percent.WHOLE)).isEqualTo(Percent.WHOLE);
            case "duration" -> assertThat(fields.duration("key", Duration.ZERO)).isZero();
            case "time" -> assertThat(fields.time("key", Instant.EPOCH)).isEqualTo(Instant.EPOCH);
            case "money" -> assertThat(fields.money("key", Money.NONE)).isEqualTo(Money.NONE);
            case "quantity" -> assertThat(fields.quantity("key", "memory", 1)).isEqualTo(1);
            case "choice" -> assertThat(fields.choice("key", "X", orders())).isEqualTo("X");
            default -> throw new IllegalArgumentException(getter);
        }
    }

    private static Map<String, String> orders() {
        var orders = new LinkedHashMap<String, String>();
        orders.put("oldest", "OLDEST");
        orders.put("newest", "NEWEST");
        return orders;
    }

    private static void read(String text, Consumer<Fields> test) {
        var mistakes = new Mistakes();
        var documents = Values.readPolicy(Source.text("f", text), mistakes);
        assertThat(documents).hasSize(1);
        List.of(Fields.of(documents.getFirst(), "", mistakes)).forEach(test);
    }
}
