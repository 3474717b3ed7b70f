package dev.plimsoll.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.sharing.Seen.Previous;
import dev.plimsoll.sharing.Seen.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The tables are Karmada's unit tests since 1.16: Test_assignByStaticWeightStrategy,
/// Test_DistributionOfReplicas, Test_AllocateByWeight and those of webstermethod.go.
class WebsterTest {

    private static final String ODD = "d43fdeeb-d750-4e2b-bee3-64eb94534f4c";
    private static final String EVEN = "4858ca61-3ff8-4095-8267-f3d059d8074c";

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    replicas | weights                 | expected
                    12       | 3:2:1                   | 6:4:2
                    12       | 0:0:0                   | 4:4:4
                    13       | 3:2:1                   | 7:4:2
                    14       | 3:2:1                   | 7:5:2
                    0        | 1:1                     | 0:0
                    2        | 1:0                     | 2:0
                    3        | 2:1                     | 2:1
                    3        | 1:1                     | 2:1
                    3        | 1:1:1                   | 1:1:1
                    5        | 1:1:1                   | 2:2:1
                    7        | 2:1:1:1                 | 3:2:1:1
                    8        | 2:1:1:1                 | 3:2:2:1
                    9        | 2:1:1:1                 | 3:2:2:2
                    6        | 1:1:1:1                 | 2:2:1:1
                    6        | 2:1:1:1                 | 3:1:1:1
                    5        | 1:1:1:1                 | 2:1:1:1
                    6        | 1:1:1                   | 2:2:2
                    1        | 2:1                     | 1:0
                    2        | 2:1                     | 1:1
                    5        | 170:110:60              | 2:2:1
                    6        | 170:110:60              | 3:2:1
                    12       | 5:5:5                   | 4:4:4
                    10       | 5:5:5                   | 4:3:3
                    13       | 1:2:3                   | 2:4:7
                    10       | 5                       | 10
                    4        | 1200:900:400            | 2:1:1
                    0        | 100:200                 | 0:0
                    1        | 1:1                     | 1:0
                    3        | 6:1:1:1                 | 3:0:0:0
                    """)
    void dealsAsKarmadaDoes(int replicas, String weights, String expected) {
        assertThat(OneWorkload.of(replicas, weights).result(OneWorkload.WEBSTER))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    weights                 | from one replica on
                    100000:80000:30000:20000 | 1000 1100 2100 2110 2210 2211 3211 3311
                    170:110:60              | 100 110 111 211 221 321 421 431 432 532 542 642
                    """)
    void addsOneAtATime(String weights, String expected) {
        var each = List.of(expected.split(" ", -1));

        for (int replicas = 1; replicas <= each.size(); replicas++) {
            assertThat(OneWorkload.of(replicas, weights).result(OneWorkload.WEBSTER))
                    .isEqualTo(each.get(replicas - 1).replaceAll("(?<=.)(?=.)", ":"));
        }
    }

    /// The result has every cluster in order of names, also those with seats alone.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    new | given   | weights   | uid  | expected
                    6   | 1:2:3   | 1:2:3     |      | 2:4:6
                    3   | 1:2:3   | 1:2:3     |      | 2:3:4
                    2   | 1:2:3   | 1:2:3     |      | 1:3:4
                    1   | 1:0     | 3:1       |      | 1:1
                    2   | 0:1     | 1:1       |      | 2:1
                    2   | 0:0:3   | 1:1:0     |      | 1:1:3
                    5   | 0:0     | 1:1       | odd  | 2:3
                    5   | 0:0     | 1:1       | even | 3:2
                    """)
    void dealsOnTopOfWhatIsGiven(
            int dealt, String given, String weights, @Nullable String uid, String expected) {
        var members = new ArrayList<Member>();
        var initial = new TreeMap<String, Integer>();
        for (int i = 0; i < OneWorkload.longs(weights).length; i++) {
            initial.put("member" + i, OneWorkload.ints(given)[i]);
            if (OneWorkload.longs(weights)[i] > 0) {
                members.add(Member.of("member" + i, OneWorkload.longs(weights)[i]));
            }
        }
        var name = uid == null ? "" : uid.equals("odd") ? ODD : EVEN;
        var seen =
                new Seen(new Workload(name, 0, dealt), members, List.of(), Previous.NONE, initial);

        var shares = Sharing.divide(seen, OneWorkload.WEBSTER).shares();

        assertThat(
                        shares.stream()
                                .map(share -> Integer.toString(share.replicas()))
                                .collect(Collectors.joining(":")))
                .isEqualTo(expected);
    }

    @Test
    void entersTheQueueWhereNothingIsLost() {
        Seeds.forAll(random -> {
            int clusters = random.nextInt(1, 7);
            var weights = random.longs(clusters, 1, 1L << random.nextInt(1, 60)).toArray();
            var given = random.ints(clusters, 0, 1 + random.nextInt(20)).toArray();
            int dealt = random.nextInt(0, 200);

            assertThat(replicas(weights, given, dealt)).isEqualTo(oneByOne(weights, given, dealt));
        });
    }

    @Test
    void dealsAsManyReplicasAsThereCanBe() {
        var replicas = replicas(new long[] {3, 2, 1}, new int[3], Integer.MAX_VALUE);

        assertThat(replicas).containsExactly(1_073_741_824, 715_827_882, 357_913_941);
    }

    private static int[] replicas(long[] weights, int[] given, int dealt) {
        var members = new ArrayList<Member>();
        var initial = new TreeMap<String, Integer>();
        for (int i = 0; i < weights.length; i++) {
            members.add(Member.of("member" + i, weights[i]));
            initial.put("member" + i, given[i]);
        }
        var seen = new Seen(new Workload("", 0, dealt), members, List.of(), Previous.NONE, initial);
        return Sharing.divide(seen, OneWorkload.WEBSTER).shares().stream()
                .mapToInt(Division.Share::replicas)
                .toArray();
    }

    private static int[] oneByOne(long[] weights, int[] given, int dealt) {
        var replicas = given.clone();
        for (; dealt > 0; dealt--) {
            int best = 0;
            for (int i = 1; i < weights.length; i++) {
                double mine = (double) weights[i] / (2 * replicas[i] + 1);
                double its = (double) weights[best] / (2 * replicas[best] + 1);
                best = mine > its || (mine == its && replicas[i] < replicas[best]) ? i : best;
            }
            replicas[best]++;
        }
        return replicas;
    }
}
