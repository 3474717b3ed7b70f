package dev.plimsoll.batching;

import static dev.plimsoll.batching.OneSubnet.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.batching.Policy.Patience;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.quantity.Count;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Decisions when nodes, addresses or their figures change.
class ChangesTest {

    /// 28 nodes with 9 pods each on 1,024 addresses, batches of 8, five minutes after the last
    /// change; then this is seen.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    what happens          | capacity | others | nodes | coming | next
                    nothing               |     1024 |      0 |    28 |      0 |    8
                    the subnet grows      |     2048 |      0 |    28 |      0 |   32
                    the subnet shrinks    |      583 |      0 |    28 |      0 |    4
                    the subnet is gone    |        0 |      0 |    28 |      0 |    1
                    others take some      |     1024 |    441 |    28 |      0 |    4
                    nodes joined          |     1024 |      0 |    50 |      0 |    4
                    nodes are on their way|     1024 |      0 |    28 |     58 |    8
                    more are              |     1024 |      0 |    28 |     59 |    4
                    nodes left            |     1024 |      0 |    14 |      0 |   32
                    all nodes left        |     1024 |      0 |     0 |      0 |  128
                    """)
    void lowersInTheSameTurnAndRaisesAfterTheHoldDown(
            String what, int capacity, int others, int count, int coming, int next) {
        var before = OneSubnet.of(1024, 16, nodes(28, 9)).patient(Patience.DEFAULTS);
        var lowered = before.decide();
        var seen =
                new Seen(
                        "pods",
                        Count.of(capacity),
                        others,
                        8,
                        Count.unknown(),
                        Seen.Used.UNKNOWN,
                        count == 0 ? List.of() : List.of(nodes(count, 9)),
                        coming,
                        0,
                        Duration.ZERO);

        assertThat(before.after(lowered, 300).seeing(seen).next()).as(what).isEqualTo(next);
        assertThat(before.after(lowered, 59).seeing(seen).next())
                .as(what + ", soon")
                .isEqualTo(Math.min(8, next));
    }

    @Test
    void waitsTheWholeHoldDownWhereThePastIsLost() {
        var subnet = OneSubnet.of(1024, 4, nodes(28, 9)).patient(Patience.DEFAULTS);
        var lost = Past.begun("pods", OneSubnet.NOON);
        var restarted = new OneSubnet(subnet.seen(), subnet.policy(), lost, OneSubnet.NOON);
        var first = restarted.decide();

        assertThat(first.plan()).isEqualTo(Plan.nothing());
        assertThat(first.wakeAt()).isEqualTo(OneSubnet.NOON.plusSeconds(60));
        assertThat(restarted.after(first, 59).next()).isEqualTo(4);
        assertThat(restarted.after(first, 60).next()).isEqualTo(8);
        assertThat(restarted.nodes(nodes(28, 32)).next()).isEqualTo(2);
    }

    /// At batches of 4 a node with 9 pods asks for 12. One that asks for 16 may have up to 14, and
    /// batches of 8 with their guard need 64 more for each eight of such nodes.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    asked | capacity | next
                        0 |      640 |    8
                       12 |      640 |    8
                       16 |      640 |    4
                       16 |      863 |    4
                       16 |      864 |    8
                    """)
    void countsPodsThatNodesAskForBeforeItRaises(int asked, int capacity, int next) {
        var subnet = OneSubnet.of(capacity, 4, new Nodes(28, 9, Nodes.ANY, asked));

        assertThat(subnet.next()).isEqualTo(next);
    }

    @Test
    void whatNodesAskForNeverKeepsItFromLowering() {
        var subnet = OneSubnet.of(1024, 16, new Nodes(28, 9, Nodes.ANY, 48));

        assertThat(subnet.next()).isEqualTo(8);
    }

    /// Behind what a node asks for there are as many pods as it really has, or more.
    @Test
    void neverCountsFewerPodsThanThereAre() {
        Seeds.forAll(random -> {
            int batch = 1 << random.nextInt(8);
            int pods = random.nextInt(0, 200);
            int ended = random.nextInt(0, pods + 1);
            var alone =
                    OneSubnet.of(4096, batch, nodes(5, pods)).shares(25 * random.nextInt(5), 50);
            var need = new Need(alone.question());
            int asked = (int) need.asked(pods, batch);

            var seen = alone.nodes(new Nodes(5, pods - ended, Nodes.ANY, asked));
            var asAsked = new Need(seen.question()).asAsked();

            assertThat(asAsked.at(batch)).isEqualTo(need.at(batch));
            for (int other = 1; other <= 128; other *= 2) {
                if (need.asked(pods - ended, batch) < asked) {
                    assertThat(asAsked.at(other)).isGreaterThanOrEqualTo(need.at(other));
                }
            }
        });
    }

    /// Three nodes may join, with 8 addresses each.
    @Test
    void saysWhenJoiningNodesWouldHaveToWait() {
        var subnet = OneSubnet.of(1024, 8, nodes(28, 9));
        var sentence = "free addresses of subnet pods: 23; room for 3 nodes to join takes 24";

        assertThat(subnet.used(1_000).decide().reasons()).hasSize(1);
        assertThat(subnet.used(1_001).decide().reasons())
                .extracting(Reason::sentence)
                .hasSize(2)
                .contains(sentence);
        assertThat(subnet.used(1_030).answers().free()).isEqualTo(-6);
    }
}
