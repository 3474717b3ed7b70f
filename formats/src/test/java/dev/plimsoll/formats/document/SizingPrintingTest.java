package dev.plimsoll.formats.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Counting;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Graces;
import dev.plimsoll.sizing.Policy.Growth;
import dev.plimsoll.sizing.Policy.HealthCheck;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// What is printed is what is read: one decision's answer feeds the next question, and a journal is
/// read as it was written.
class SizingPrintingTest {

    private static final SizingKind KIND = new SizingKind();

    @Test
    void readsOutcomesAsItPrintsThem() {
        Seeds.forAll(random -> {
            var outcomes = new AnyPast(random).outcomes();

            var read = read(Map.of("last", Steps.outcomes(outcomes)), SizingPrintingTest::outcomes);

            assertThat(read).isEqualTo(outcomes);
        });
    }

    @Test
    void readsAPastAsItPrintsIt() {
        Seeds.forAll(random -> {
            var past = new AnyPast(random).sizing();

            Past read = read(KIND.past(past), KIND::past);

            assertThat(read).isEqualTo(past);
        });
    }

    @Test
    void printsNothingOfAnEmptyPast() {
        Past read = read(Map.of(), KIND::past);

        assertThat(KIND.past(Past.NONE)).isEmpty();
        assertThat(read).isEqualTo(Past.NONE);
    }

    @Test
    void readsAPolicyAsItPrintsIt() {
        Seeds.forAll(random -> {
            var policy = anyPolicy(random);

            Policy read = read(KIND.policy(policy), KIND::policy);

            assertThat(read).isEqualTo(policy);
        });
    }

    @Test
    void feedsWhatOneDecisionRemembersToTheNextQuestion() {
        var first =
                Questions.read(
                        document(
                                """
                                kind: SizingQuestion
                                now: 2026-01-01T00:00:00Z
                                seen:
                                  group: blue
                                  nodes: [{count: 2, allocatable: {cpu: 1}}]
                                  pods: [{count: 10, requests: {cpu: 500m}}, {requests: {cpu: 900m}}]
                                """),
                        new Mistakes());

        var remember = remember(first);
        Past past = read(remember, KIND::past);

        assertThat(past.coolDown().until()).isEqualTo(Instant.parse("2026-01-01T00:02:00Z"));
        assertThat(KIND.past(past)).isEqualTo(remember);
    }

    private static <M> Map<String, Object> remember(Questions.Asked<?, ?, M, ?> asked) {
        return asked.kind().past(asked.answer().decision().remember());
    }

    private static Policy anyPolicy(RandomGenerator random) {
        var lines = random.ints(3, 0, 10_000_001).sorted().toArray();
        var rates = random.ints(2, 0, 1_000_001).sorted().toArray();
        var limits = random.ints(2, 0, Integer.MAX_VALUE).sorted().toArray();
        var graces = random.longs(2, 0, 1L << 60).sorted().toArray();
        var any = new AnyObject(random);
        var reading = any.of(List.of(Reading.values()));
        return new Policy(
                reading,
                new Limits(limits[0], limits[1]),
                new Growth(
                        new Percent(Math.max(1, lines[2])),
                        random.nextBoolean(),
                        anyDuration(random),
                        anyDuration(random)),
                new Shrink(
                        new Drop(new Percent(lines[1]), rates[0]),
                        new Drop(new Percent(lines[0]), rates[1]),
                        any.of(List.of(Policy.Order.values())),
                        anyDuration(random),
                        reading == Reading.SOURCE ? Duration.ZERO : anyDuration(random)),
                new Graces(
                        Duration.ofNanos(graces[0]),
                        Duration.ofNanos(graces[1]),
                        anyDuration(random)),
                new Counting(
                        any.of(List.of(Policy.Whose.values())),
                        any.of(List.of(Policy.Daemons.values())),
                        any.of(List.of(Policy.Finish.values()))),
                new Policy.Rotation(
                        anyDuration(random),
                        anyDuration(random),
                        reading == Reading.SOURCE
                                ? new HealthCheck(random.nextInt(1, 101), random.nextInt(100))
                                : HealthCheck.STRICT),
                random.nextBoolean() ? Policy.UNLIMITED : random.nextInt(Integer.MAX_VALUE),
                random.nextBoolean());
    }

    private static Duration anyDuration(RandomGenerator random) {
        return switch (random.nextInt(3)) {
            case 0 -> Duration.ZERO;
            case 1 -> Duration.ofSeconds(random.nextLong(3_153_600_000L));
            default -> Duration.ofNanos(random.nextLong(1L << 40));
        };
    }

    private static List<Outcome> outcomes(Fields fields) {
        return Steps.outcomes(fields, "last");
    }

    /// What is read from a printed tree, in both languages.
    static <T> T read(Map<String, Object> tree, Function<Fields, T> reading) {
        var fromJson = reading(Json.text(tree), reading);
        assertThat(reading(Yaml.text(tree), reading)).isEqualTo(fromJson);
        return fromJson;
    }

    private static <T> T reading(String text, Function<Fields, T> reading) {
        var mistakes = new Mistakes();
        var fields = Fields.of(document(text), "", mistakes);
        var read = reading.apply(fields);
        fields.done();
        mistakes.throwIfAny();
        return read;
    }

    private static Value document(String text) {
        try (var documents = Values.read(Source.text("printed", text), new Mistakes())) {
            return documents.next();
        }
    }
}
