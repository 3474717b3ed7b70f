package dev.plimsoll.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Step.RunReplicas;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sharing.Division.Share;
import dev.plimsoll.sharing.Seen.Strategy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Every reason is true as printed: its facts are checked against the question and the plan.
class SharingClaimsTest {

    @Test
    void everyReasonIsTrueAndEveryRuleFires() {
        var fired = new TreeSet<String>();

        Seeds.forAll(random -> {
            var policy = SharingLawsTest.anyPolicy(random);
            var first = any(random);
            var seen = random.nextInt(4) == 0 ? again(first, policy) : first;
            for (var reason : OneWorkload.decide(seen, policy).reasons()) {
                var claim = new Claim(seen, policy, reason);
                assertThat(claim.isTrue())
                        .as(() -> reason.sentence() + " for " + seen + policy)
                        .isTrue();
                fired.add(reason.rule().code());
            }
        });

        assertThat(fired).isEqualTo(codes());
    }

    /// A minimum of 5 where 2 are wanted and there is room for 4: it is not the room that gives 2.
    @Test
    void saysTheRoomThatThereIs() {
        var workload = OneWorkload.of(2, "1").with(new Room.Of(4)).atLeast(5);

        assertThat(workload.decide(OneWorkload.STICKY).reasons())
                .extracting(Reason::sentence)
                .contains(
                        "the minimum of member01 is lowered from 5 to 2: it has room for 4"
                                + " replicas");
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
        private final Reason reason;
        private final Division division;
        private final TreeMap<String, String> facts = new TreeMap<>();

        Claim(Seen seen, Policy policy, Reason reason) {
            this.seen = seen;
            this.policy = policy;
            this.reason = reason;
            division = Sharing.divide(seen, policy);
            reason.facts().forEach(fact -> facts.put(fact.name(), fact.text()));
        }

        boolean isTrue() {
            return switch (reason.rule().code()) {
                case "no-clusters" -> seen.members().isEmpty() && number("replicas") == wanted();
                case "not-enough-room" ->
                        number("placed") + number("short") == wanted()
                                && division.missing() == number("short")
                                && seen.members().stream().allMatch(this::isFull);
                case "minimum-gives-way" ->
                        number("asked") == member().least()
                                && number("asked") > number("granted")
                                && number("sum") > wanted();
                case "minimum-without-room" ->
                        number("asked") > number("room")
                                && number("room") == most(member())
                                && number("room") >= number("granted");
                case "within-quota" ->
                        division.shares().stream()
                                .allMatch(share ->
                                        share.replicas() == share.before() && isWithinOne(share));
                case "moves", "moves-from-scratch" ->
                        number("moved") == division.moved() && areNamed();
                case "previous-ignored" -> seen.previous().strategy() != Strategy.STATIC;
                case "no-weights" -> seen.members().stream().noneMatch(this::weighs);
                case "weight-rules-used" -> !seen.weightings().isEmpty();
                case "bounds-ignored" -> !policy.looksAtBounds();
                case "room-unknown" ->
                        number("before") == running(member())
                                && share().replicas() <= number("before");
                default -> isTrueOfACluster();
            };
        }

        private boolean isTrueOfACluster() {
            var share = share();
            boolean holds =
                    switch (reason.rule().code()) {
                        case "exact-quota" -> isQuota(share.replicas());
                        case "quota-floor" ->
                                share.replicas() == floor() && !isQuota(share.replicas());
                        case "odd-replica-kept" ->
                                share.replicas() == floor() + 1
                                        && share.before() >= share.replicas();
                        case "odd-replica-drawn", "odd-replica-by-weight" ->
                                share.replicas() == floor() + 1;
                        case "no-more-room" -> share.replicas() == most(member());
                        case "at-minimum" -> share.replicas() <= member().least();
                        case "webster" -> policy.mode() == Policy.Mode.WEBSTER;
                        case "keeps-previous" ->
                                seen.initial().getOrDefault(share.cluster(), 0) == share.replicas();
                        case "no-weight" -> !weighs(member()) && share.replicas() == 0;
                        case "cluster-left" -> share.replicas() == 0 && members() == 0;
                        default -> throw new AssertionError(reason.rule().code());
                    };
            return holds && isPlanned(share);
        }

        private boolean isPlanned(Share share) {
            var step = new RunReplicas(seen.workload().uid(), share.cluster(), share.replicas());
            return number("replicas") == share.replicas()
                    && OneWorkload.decide(seen, policy).plan().steps().contains(step);
        }

        private long members() {
            return seen.members().stream()
                    .filter(member -> member.name().equals(reason.subject()))
                    .count();
        }

        private Member member() {
            return seen.members().stream()
                    .filter(member -> member.name().equals(reason.subject()))
                    .findFirst()
                    .orElseThrow();
        }

        private Share share() {
            return division.shares().stream()
                    .filter(share -> share.cluster().equals(reason.subject()))
                    .findFirst()
                    .orElseThrow();
        }

        private boolean isFull(Member member) {
            var here =
                    division.shares().stream()
                            .filter(share -> share.cluster().equals(member.name()))
                            .findFirst()
                            .orElseThrow();
            return (!weighs(member) && seen.members().stream().anyMatch(this::weighs))
                    || here.replicas() == most(member);
        }

        private boolean weighs(Member member) {
            return seen.weightings().isEmpty()
                    ? member.weight() instanceof Weight.Of(long value) && value > 0
                    : seen.weightings().stream().anyMatch(rule -> rule.weight() > 0);
        }

        private boolean areNamed() {
            return division.shares().stream()
                    .filter(share -> share.replicas() < share.before())
                    .limit(3)
                    .allMatch(share -> facts.getOrDefault("givers", "").contains(share.cluster()));
        }

        private static boolean isWithinOne(Share share) {
            var parts = share.quota().split("/", -1);
            var whole = new BigInteger(parts.length == 1 ? "1" : parts[1]);
            var off =
                    BigInteger.valueOf(share.replicas())
                            .multiply(whole)
                            .subtract(new BigInteger(parts[0]));
            return off.abs().compareTo(whole) <= 0;
        }

        private boolean isQuota(long replicas) {
            return facts.getOrDefault("quota", "").equals(Long.toString(replicas));
        }

        /// The quota that is printed, rounded down.
        private long floor() {
            var quota = facts.getOrDefault("quota", "");
            var parts = quota.split("/", -1);
            return parts.length == 1
                    ? new BigDecimal(quota).longValue()
                    : new BigInteger(parts[0]).divide(new BigInteger(parts[1])).longValueExact();
        }

        private int running(Member member) {
            return seen.previous().replicas().getOrDefault(member.name(), 0);
        }

        private int most(Member member) {
            return member.room().most(running(member), Integer.MAX_VALUE);
        }

        private int wanted() {
            return seen.workload().replicas();
        }

        private long number(String name) {
            return Long.parseLong(facts.getOrDefault(name, ""));
        }
    }

    private static Seen any(SplittableRandom random) {
        var seen = SharingLawsTest.anyWorkload(random).seen();
        var initial = new TreeMap<String, Integer>();
        if (random.nextInt(4) == 0 && seen.workload().replicas() < 1_000) {
            initial.put("member01", random.nextInt(1, 4));
            initial.put("other", random.nextInt(1, 4));
        }
        return new Seen(
                seen.workload(),
                random.nextInt(20) == 0 ? List.of() : seen.members(),
                random.nextInt(10) == 0 ? List.of(everywhere(random)) : List.of(),
                seen.previous(),
                initial);
    }

    /// The same question with its own division as the previous one.
    private static Seen again(Seen seen, Policy policy) {
        var running = new TreeMap<String, Integer>();
        for (var share : Sharing.divide(seen, policy).shares()) {
            running.put(share.cluster(), share.replicas());
        }
        return new Seen(
                seen.workload(),
                seen.members(),
                seen.weightings(),
                new Seen.Previous(running, Strategy.STATIC),
                seen.initial());
    }

    private static Weighting everywhere(SplittableRandom random) {
        return new Weighting(List.of(), Labels.NONE, List.of(), List.of(), random.nextInt(2));
    }
}
