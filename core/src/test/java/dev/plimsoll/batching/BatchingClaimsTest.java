package dev.plimsoll.batching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.batching.Policy.Limits;
import dev.plimsoll.batching.Policy.Patience;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule.Effect;
import dev.plimsoll.decision.Step.UseBatch;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Percent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every reason is true as printed: its facts and its sentence are checked against the question and
/// the plan.
class BatchingClaimsTest {

    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
    private static final Pattern STAY = Pattern.compile("batches stay at (\\d+)");
    private static final Pattern NEXT = Pattern.compile("so the batch size is (\\d+)");
    private static final Pattern THRESHOLD =
            Pattern.compile(
                    "(\\d+) of (\\d+) addresses of subnet pods are used, (more|less) than the"
                            + " threshold of ([0-9.]+)%");

    @Test
    void everyReasonIsTrueAndEveryRuleFires() {
        var fired = new TreeSet<String>();

        Seeds.forAll(random -> {
            for (int i = 0; i < 20; i++) {
                var question = any(random);
                var decision = new Batching().decide(question);
                for (var reason : decision.reasons()) {
                    new Claim(question, decision, reason).check();
                    fired.add(reason.rule().code());
                }
                checkEffects(question, decision);
            }
        });

        assertThat(fired).isEqualTo(codes());
    }

    /// A plan without steps is chosen by nobody, and a change of the batch by somebody.
    private static void checkEffects(
            Question<Seen, Policy, Past> question, Decision<Past> decision) {
        boolean chosen =
                decision.reasons().stream()
                        .anyMatch(reason -> reason.rule().effect() == Effect.CHOSE);
        assertThat(chosen)
                .as(() -> decision.reasons() + " for " + question)
                .isEqualTo(!decision.plan().steps().isEmpty());
    }

    @Test
    void tellsUsageAndThresholdApart() {
        var rule = new Formula.Threshold(new Percent(9005), Percent.of(50), 16, 1);
        var subnet = OneSubnet.of(1000, 16, OneSubnet.nodes(20, 5)).by(rule).used(925);

        var reason = subnet.decide().reasons().getLast();

        assertThat(reason.sentence())
                .isEqualTo(
                        "925 of 1000 addresses of subnet pods are used, more than the threshold of"
                                + " 90.05%, so the batch size is 1");
        assertThat(reason.facts())
                .contains(
                        new Fact.Decimal("usedPercent", new BigDecimal("92.5")),
                        new Fact.Figure("threshold", new BigDecimal("90.05")))
                .extracting(Fact::name)
                .doesNotContain("percent");
    }

    private static SortedSet<String> codes() {
        var codes = new TreeSet<String>();
        Rules.ALL.forEach(rule -> codes.add(rule.code()));
        return codes;
    }

    /// One reason of a decision.
    private static final class Claim {

        private final Seen seen;
        private final Policy policy;
        private final Question<Seen, Policy, Past> question;
        private final Decision<Past> decision;
        private final Reason reason;
        private final TreeMap<String, String> facts = new TreeMap<>();

        Claim(Question<Seen, Policy, Past> question, Decision<Past> decision, Reason reason) {
            this.seen = question.seen();
            this.policy = question.policy();
            this.question = question;
            this.decision = decision;
            this.reason = reason;
            for (var fact : reason.facts()) {
                facts.put(
                        fact.name(),
                        fact instanceof Fact.Decimal(_, var exact)
                                ? exact.toPlainString()
                                : fact.text());
            }
        }

        void check() {
            assertThat(isTrue()).as(() -> reason.sentence() + " for " + question).isTrue();
            facts.forEach((name, text) -> {
                switch (name) {
                    case "capacity" -> assertThat(number(name)).isEqualTo(capacity());
                    case "nodes" -> assertThat(number(name)).isEqualTo(nodes());
                    case "pods" -> assertThat(number(name)).isEqualTo(pods());
                    case "batch" -> assertThat(number(name)).isEqualTo(seen.batch());
                    case "next" -> assertThat(number(name)).isEqualTo(decided());
                    case "usedPercent" ->
                            assertThat(new BigDecimal(text)).isEqualByComparingTo(percent());
                    default -> {}
                }
            });
            checkSentence();
        }

        private void checkSentence() {
            var stay = STAY.matcher(reason.sentence());
            if (stay.find()) {
                assertThat(stay.group(1)).isEqualTo(Integer.toString(seen.batch()));
                assertThat(decided()).isEqualTo(seen.batch());
            }
            var next = NEXT.matcher(reason.sentence());
            if (next.find()) {
                assertThat(next.group(1)).isEqualTo(Integer.toString(decided()));
            }
            var threshold = THRESHOLD.matcher(reason.sentence());
            if (threshold.find()) {
                var used = new BigDecimal(threshold.group(1)).movePointRight(2);
                var line = new BigDecimal(threshold.group(2));
                int compared = used.compareTo(line.multiply(new BigDecimal(threshold.group(4))));
                assertThat(compared).isEqualTo(threshold.group(3).equals("more") ? 1 : -1);
            }
        }

        private boolean isTrue() {
            return switch (reason.rule().code()) {
                case "overwritten" -> number("wanted") != seen.batch();
                case "capacity-unknown" -> seen.capacity() instanceof Count.Unknown;
                case "tight", "overfull" -> number("least") > capacity();
                case "exhausted" ->
                        number("least") > capacity() && number("others") >= seen.others();
                case "lower-batch" ->
                        number("needNow") > capacity()
                                && (number("need") <= capacity() || decided() == 1)
                                && decided() < seen.batch();
                case "max-batch" ->
                        seen.batch() > Math.min(policy.limits().batch(), mostOfANode())
                                && decided() <= policy.limits().batch();
                case "power-of-two" ->
                        Integer.bitCount(seen.batch()) > 1 && decided() < seen.batch();
                case "raise-batch" -> number("need") <= capacity() && decided() > seen.batch();
                case "raise-too-tight" ->
                        number("larger") == 2L * seen.batch()
                                && number("needThen") + number("larger") * Math.max(2, nodes())
                                        > capacity();
                case "held-down" ->
                        number("seconds") > 0
                                && !question.past().change().equals(Past.Change.NONE)
                                && decided() <= seen.batch();
                case "stale-figures" ->
                        number("seconds") == seen.age().toSeconds() && decided() <= seen.batch();
                case "lagging" -> number("lagging") == seen.lagging() && decided() <= seen.batch();
                case "batch-fits" -> number("need") <= capacity() && decided() == seen.batch();
                case "smallest" -> seen.batch() == 1 && decided() == 1;
                case "no-free-addresses" -> number("least") <= capacity() && minFree() == 0;
                case "no-free-addresses-stays" -> need().at(1) > 100 * capacity();
                case "free-addresses-again" -> minFree() == policy.minFreePercent();
                case "min-free" -> minFree() == number("percent");
                case "usage-too-high" ->
                        100 * number("used")
                                        + (policy.rule().factor() - 100) * nodes() * seen.batch()
                                > 100 * capacity();
                case "usage-low" -> number("used") + nodes() * decided() <= capacity();
                case "usage-not-settled" -> number("before") != number("used");
                case "usage-fits" -> number("used") <= capacity();
                case "level", "not-falling", "falling", "threshold-not-crossed" ->
                        decided() != seen.batch() && isTrend();
                case "above-upper-threshold" -> compared() > 0;
                case "below-lower-threshold" -> compared() < 0;
                case "between-thresholds" ->
                        text("which").equals("upper") ? compared() <= 0 : compared() >= 0;
                case "steady" -> need().used() == before();
                case "formula-unchanged" -> decided() == seen.batch();
                case "little-free" -> number("free") < number("least");
                default -> throw new AssertionError("no check for " + reason.rule().code());
            };
        }

        private boolean isTrend() {
            return switch (reason.rule().code()) {
                case "not-falling" -> need().used() >= before();
                case "falling" -> need().used() < before();
                case "threshold-not-crossed" ->
                        text("which").equals("upper") ? compared() <= 0 : compared() >= 0;
                default -> true;
            };
        }

        private long before() {
            return SourceRules.before(question, need().used());
        }

        private int compared() {
            var line = new BigDecimal(text("threshold")).multiply(BigDecimal.valueOf(capacity()));
            return BigDecimal.valueOf(100 * number("used")).compareTo(line);
        }

        private BigDecimal percent() {
            return BigDecimal.valueOf(100 * number("used"))
                    .divide(BigDecimal.valueOf(capacity()), 4, RoundingMode.HALF_UP);
        }

        private Need need() {
            return new Need(question);
        }

        private String text(String name) {
            return facts.getOrDefault(name, "");
        }

        private long number(String name) {
            return Long.parseLong(text(name));
        }

        private int decided() {
            for (var step : decision.plan().steps()) {
                if (step instanceof UseBatch(_, _, int addresses, _)) {
                    return addresses;
                }
            }
            return seen.batch();
        }

        private int minFree() {
            for (var step : decision.plan().steps()) {
                if (step instanceof UseBatch(_, _, _, int percent)) {
                    return percent;
                }
            }
            return -1;
        }

        private long capacity() {
            return seen.capacity().orElse(0);
        }

        private long nodes() {
            return seen.nodes().stream().mapToLong(Nodes::count).sum();
        }

        private long pods() {
            return seen.nodes().stream().mapToLong(some -> (long) some.count() * some.pods()).sum();
        }

        private int mostOfANode() {
            return seen.nodes().stream()
                    .mapToInt(some -> Math.min(some.max(), policy.limits().perNode()))
                    .max()
                    .orElse(policy.limits().perNode());
        }
    }

    private static Question<Seen, Policy, Past> any(SplittableRandom random) {
        int capacity = random.nextInt(0, 1 << random.nextInt(3, 11));
        int batch = random.nextInt(3) == 0 ? random.nextInt(1, 60) : 1 << random.nextInt(6);
        var seen =
                new Seen(
                        "pods",
                        random.nextInt(20) == 0 ? Count.unknown() : Count.of(capacity),
                        random.nextInt(3) == 0 ? random.nextInt(capacity + 1) : 0,
                        batch,
                        random.nextInt(4) == 0 ? Count.of(25 * random.nextInt(3)) : Count.unknown(),
                        new Seen.Used(anyCount(random, capacity), anyCount(random, capacity)),
                        anyNodes(random),
                        random.nextInt(3) * random.nextInt(4),
                        random.nextInt(4) == 0 ? random.nextInt(1, 9) : 0,
                        Duration.ofSeconds(random.nextInt(6) == 0 ? random.nextInt(300) : 0));
        var last =
                random.nextInt(5) == 0
                        ? List.<Outcome>of(
                                new Outcome.Done(
                                        new UseBatch("pods", 4, 1 << random.nextInt(6), 50)))
                        : List.<Outcome>of();
        return new Question<>(seen, anyPolicy(random), anyPast(random), last, NOON, 0);
    }

    private static List<Nodes> anyNodes(SplittableRandom random) {
        var nodes = new ArrayList<Nodes>();
        int lots = random.nextInt(4);
        for (int i = 0; i < lots; i++) {
            int max = random.nextInt(3) == 0 ? random.nextInt(1, 40) : Nodes.ANY;
            int asked = random.nextInt(4) == 0 ? random.nextInt(60) : 0;
            nodes.add(new Nodes(random.nextInt(1, 5), random.nextInt(0, 30), max, asked));
        }
        return nodes;
    }

    private static Count anyCount(SplittableRandom random, int capacity) {
        return random.nextInt(3) == 0
                ? Count.unknown()
                : Count.of(random.nextInt(capacity + capacity / 8 + 1));
    }

    private static Policy anyPolicy(SplittableRandom random) {
        var formulas =
                Arrays.asList(
                        new Formula.FeedForward(),
                        new Formula.FeedForward(),
                        new Formula.State(random.nextInt(100, 301)),
                        new Formula.Level(Percent.of(random.nextInt(50, 101)), 200),
                        new Formula.Threshold(
                                new Percent(random.nextInt(6_000, 10_001)),
                                new Percent(random.nextInt(6_000)),
                                16,
                                1 << random.nextInt(4)),
                        new Formula.Snippet(200),
                        new Formula.Prose(200));
        return new Policy(
                formulas.get(random.nextInt(formulas.size())),
                25 * random.nextInt(4),
                25 * random.nextInt(4),
                random.nextBoolean() ? Count.unknown() : Count.of(random.nextInt(4)),
                new Limits(
                        random.nextInt(3) == 0 ? random.nextInt(1, 40) : 128,
                        random.nextInt(4) == 0 ? random.nextInt(1, 60) : 250,
                        random.nextInt(2)),
                Patience.DEFAULTS,
                "");
    }

    private static Past anyPast(SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            return random.nextBoolean() ? Past.NONE : Past.begun("pods", NOON);
        }
        var at = NOON.minusSeconds(random.nextInt(200));
        return new Past(
                "pods",
                new Past.Change(at, 4, 8, 1),
                Duration.ofSeconds(60),
                Past.Others.steady(random.nextInt(20)),
                anyCount(random, 200),
                random.nextBoolean() ? Past.Undone.NONE : new Past.Undone(8, at),
                random.nextInt(4) == 0);
    }
}
