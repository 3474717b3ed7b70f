package dev.plimsoll.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.sharing.Division.Share;
import dev.plimsoll.sharing.Policy.Draw;
import dev.plimsoll.sharing.Policy.Mode;
import dev.plimsoll.sharing.Seen.Strategy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Laws that hold for every workload.
class SharingLawsTest {

    @Test
    void placesEveryReplicaThatHasRoom() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random);
            var division = workload.divide(anyPolicy(random));

            long placed = division.shares().stream().mapToLong(Share::replicas).sum();
            assertThat(placed + division.missing()).isEqualTo(workload.replicas());
        });
    }

    @Test
    void staysWithinItsBounds() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random);
            var division = workload.divide(anyDraw(random));
            long mins = 0;
            long rooms = 0;
            for (int i = 0; i < workload.size(); i++) {
                mins += Math.min(workload.min(i), workload.most(i));
                rooms += workload.isWeighed(i) ? workload.most(i) : workload.min(i);
            }

            for (int i = 0; i < workload.size(); i++) {
                int replicas = division.shares().get(i).replicas();
                assertThat(replicas).isLessThanOrEqualTo(workload.most(i));
                if (mins <= workload.replicas()) {
                    assertThat(replicas)
                            .isGreaterThanOrEqualTo(Math.min(workload.min(i), workload.most(i)));
                }
            }
            if (rooms >= workload.replicas()) {
                assertThat(division.missing()).isZero();
            }
        });
    }

    @Test
    void isLessThanOneFromTheQuota() {
        Seeds.forAll(random -> {
            var mode = random.nextBoolean() ? Mode.STICKY : Mode.FRESH;
            var policy = new Policy(mode, Draw.REMAINDER, Percent.of(random.nextInt(2) * 30));

            for (var share : anyWorkload(random).divide(policy).shares()) {
                var quota = share.quota().split("/", -1);
                var whole = new BigInteger(quota.length == 1 ? "1" : quota[1]);
                var off =
                        BigInteger.valueOf(share.replicas())
                                .multiply(whole)
                                .subtract(new BigInteger(quota[0]));
                assertThat(off.abs()).isLessThan(whole);
            }
        });
    }

    /// No clamp of one λ gives more where it is bound from above, or less where from below.
    @Test
    void boundsHoldOneLambda() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random);
            var shares = workload.divide(OneWorkload.FRESH).shares();
            double least = 0;
            double most = Double.MAX_VALUE;
            for (int i = 0; i < workload.size(); i++) {
                if (workload.isWeighed(i)) {
                    double weight = Math.max(1, workload.weight(i));
                    double lambda = value(shares.get(i).quota()) / weight;
                    boolean atMost = value(shares.get(i).quota()) == workload.most(i);
                    boolean atLeast = value(shares.get(i).quota()) <= workload.min(i);
                    least = atLeast ? least : Math.max(least, lambda);
                    most = atMost ? most : Math.min(most, lambda);
                }
            }

            assertThat(least).isLessThanOrEqualTo(most * (1 + 1e-9));
        });
    }

    /// Above and below the line may be numbers that no `double` holds.
    private static double value(String quota) {
        var parts = quota.split("/", -1);
        var over = new BigDecimal(parts[0]);
        var under = parts.length == 1 ? BigDecimal.ONE : new BigDecimal(parts[1]);
        return over.divide(under, MathContext.DECIMAL64).doubleValue();
    }

    @Test
    void answersItselfWhenAskedAgain() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random).withoutRooms();
            var policy = new Policy(Mode.STICKY, anyDraw(random).draw(), anyFactor(random));
            var once = workload.by(Strategy.STATIC).replicas(policy);

            assertThat(workload.by(Strategy.STATIC).after(once).replicas(policy)).isEqualTo(once);
        });
    }

    @Test
    void answersItselfInTheRoomThatIsLeft() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random).by(Strategy.STATIC);
            var once = workload.replicas(OneWorkload.STICKY);
            var rooms = new Room[workload.size()];
            Arrays.setAll(rooms, i -> new Room.Of(workload.most(i) - once[i]));
            var again = workload.after(once).with(rooms);

            assertThat(again.replicas(OneWorkload.STICKY)).isEqualTo(once);
        });
    }

    @Test
    void doesNotLookAtTheScaleOfWeights() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random);
            var policy = anyPolicy(random);

            assertThat(workload.times(random.nextInt(2, 1_000)).replicas(policy))
                    .isEqualTo(workload.replicas(policy));
        });
    }

    /// Among all ways to give floors and odd replicas none removes fewer.
    @Test
    void movesAsFewAsPossible() {
        Seeds.forAll(random -> {
            var workload = anyWorkload(random).small(random).by(Strategy.STATIC);
            var shares = workload.divide(OneWorkload.STICKY).shares();

            assertThat(removed(shares)).isEqualTo(fewestRemoved(shares));
        });
    }

    private static int removed(Iterable<Share> shares) {
        int removed = 0;
        for (var share : shares) {
            removed += Math.max(0, share.before() - share.replicas());
        }
        return removed;
    }

    private static int fewestRemoved(List<Share> shares) {
        int odd = shares.stream().mapToInt(share -> share.replicas() - share.floor()).sum();
        int fewest = Integer.MAX_VALUE;
        for (int choice = 0; choice < 1 << shares.size(); choice++) {
            if (Integer.bitCount(choice) == odd) {
                fewest = Math.min(fewest, removed(shares, choice));
            }
        }
        return fewest;
    }

    private static int removed(List<Share> shares, int choice) {
        int removed = 0;
        for (int i = 0; i < shares.size(); i++) {
            var share = shares.get(i);
            boolean odd = ((choice >> i) & 1) == 1;
            if (odd && !share.quota().contains("/")) {
                return Integer.MAX_VALUE;
            }
            removed += Math.max(0, share.before() - share.floor() - (odd ? 1 : 0));
        }
        return removed;
    }

    /// From a first result on, a walk up and down takes nothing away on its way up and adds nothing
    /// on its way down, and never leaves the order of the period.
    @Test
    void movesNothingWhileReplicasChange() {
        Seeds.forAll(random -> {
            var weights = random.longs(random.nextInt(1, 6), 1, 12).toArray();
            int replicas = random.nextInt(0, 60);
            var uid = "workload-" + random.nextInt();
            var before = OneWorkload.of(replicas, weights).uid(uid).replicas(OneWorkload.STICKY);
            for (int step = 0; step < 8; step++) {
                int next = Math.max(0, replicas + random.nextInt(-9, 10));
                var workload = OneWorkload.of(next, weights).uid(uid);
                var after = workload.after(before).replicas(OneWorkload.STICKY);
                for (int i = 0; i < weights.length; i++) {
                    int more = after[i] - before[i];
                    assertThat(next >= replicas ? more : -more).isNotNegative();
                }
                assertThat(after).isEqualTo(workload.replicas(OneWorkload.FRESH));
                before = after;
                replicas = next;
            }
        });
    }

    @Test
    void doesNotLookAtTheOrderOfTheList() {
        Seeds.forAll(random -> {
            var seen = anyWorkload(random).seen();
            var policy = anyPolicy(random);
            var reversed = Seen.of(seen.workload(), seen.members().reversed(), seen.previous());

            assertThat(OneWorkload.decide(reversed, policy))
                    .isEqualTo(OneWorkload.decide(seen, policy));
        });
    }

    @Test
    void everyReasonReadsAsAWholeSentence() {
        Seeds.forAll(random ->
                assertThat(anyWorkload(random).decide(anyPolicy(random)).reasons())
                        .extracting(Reason::sentence)
                        .allSatisfy(sentence -> assertThat(sentence).doesNotContain("{")));
    }

    /// Chi-square of who gets the odd replica over many workloads, against the exact remainders, at
    /// a level of one in a million: ladder, hashed order and systematic draw.
    @Test
    void drawsByTheExactRemainders() {
        assertThat(chiSquare("2:1:1:1", 6, 20_000)).isLessThan(30.7);
        assertThat(chiSquare("17:11:6", 1, 20_000)).isLessThan(27.7);
        assertThat(chiSquare("1:1:1:1:1", 6, 20_000)).isLessThan(33.4);
        assertThat(chiSquare("1009:503:251:127:61", 1, 20_000)).isLessThan(33.4);
    }

    /// Names say nothing about chances: clusters that change their names change their shares.
    @Test
    void permutesTheSharesOfRenamedClusters() {
        var one = new TreeMap<String, Integer>();
        var other = new TreeMap<String, Integer>();
        for (int uid = 0; uid < 20_000; uid++) {
            var workload = OneWorkload.of(7, "3:1:2").uid(uid);
            var renamed = OneWorkload.of(7, "2:1:3").uid(uid);
            one.merge(workload.result(OneWorkload.FRESH), 1, Integer::sum);
            var reversed = new StringBuilder(renamed.result(OneWorkload.FRESH)).reverse();
            other.merge(reversed.toString(), 1, Integer::sum);
        }

        assertThat(one.keySet()).isEqualTo(other.keySet());
        one.forEach((result, count) ->
                assertThat(Math.abs(count - other.getOrDefault(result, 0)))
                        .as(result)
                        .isLessThan(500));
    }

    /// For one odd replica: Σ (seen − expected)² ÷ expected.
    static double chiSquare(String weights, int replicas, int workloads) {
        var workload = OneWorkload.of(replicas, weights);
        var counts = new int[workload.size()];
        var expected = new double[workload.size()];
        for (int uid = 0; uid < workloads; uid++) {
            for (var share : workload.uid(uid).divide(OneWorkload.FRESH).shares()) {
                int i = Integer.parseInt(share.cluster(), 6, 8, 10) - 1;
                counts[i] += share.replicas() - share.floor();
                expected[i] = (value(share.quota()) - share.floor()) * workloads;
            }
        }
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
        }
        return sum;
    }

    static Policy anyPolicy(SplittableRandom random) {
        return new Policy(any(random, Mode.values()), anyDraw(random).draw(), anyFactor(random));
    }

    private static Policy anyDraw(SplittableRandom random) {
        return new Policy(
                random.nextBoolean() ? Mode.STICKY : Mode.FRESH,
                any(random, Draw.values()),
                anyFactor(random));
    }

    private static <T> T any(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static Percent anyFactor(SplittableRandom random) {
        return Percent.of(Math.max(0, random.nextInt(-50, 51)));
    }

    static OneWorkload anyWorkload(SplittableRandom random) {
        int clusters = random.nextInt(1, 8);
        long most = random.nextInt(4) == 0 ? Weight.MOST : random.nextInt(1, 30);
        var weights = random.longs(clusters, random.nextInt(2), most + 1).toArray();
        int replicas = random.nextInt(10) == 0 ? Integer.MAX_VALUE : random.nextInt(0, 40);
        var previous = random.ints(random.nextInt(clusters + 2), 0, 12).toArray();
        var rooms = new Room[random.nextBoolean() ? 0 : clusters];
        Arrays.setAll(rooms, _ -> anyRoom(random));
        var mins = new int[random.nextBoolean() ? 0 : clusters];
        Arrays.setAll(mins, _ -> random.nextInt(random.nextInt(1, 9)));
        return OneWorkload.of(replicas, weights)
                .uid(random.nextInt())
                .after(previous)
                .by(any(random, Strategy.values()))
                .with(rooms)
                .atLeast(mins);
    }

    private static Room anyRoom(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Room.Unlimited();
            case 1 -> new Room.Unknown();
            default -> new Room.Of(random.nextInt(12));
        };
    }
}
