package dev.plimsoll.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Node;
import java.util.ArrayList;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TallyTest {

    @Test
    void saysWhatCountingAnewWouldSay() {
        Seeds.forAll(random -> {
            var any = new AnyObject(random);
            var topology = new Topology("zone");
            var tally = new Tally(topology, _ -> true, node -> node % 3 != 0);
            var nodes = new ArrayList<Node>();
            var pods = new ArrayList<Integer>();
            for (int moves = 0; moves < 30; moves++) {
                if (nodes.isEmpty() || random.nextInt(3) == 0) {
                    nodes.add(any.node("n" + nodes.size()));
                    pods.add(0);
                    topology.add(nodes.getLast(), nodes.size() - 1);
                    tally.add(nodes.size() - 1);
                }
                int at = random.nextInt(nodes.size());
                int by = random.nextInt(-pods.get(at), 4);
                pods.set(at, pods.get(at) + by);
                tally.change(at, by);
            }

            var byZone = new TreeMap<String, Integer>();
            for (int node = 0; node < nodes.size(); node++) {
                if (node % 3 != 0 && nodes.get(node).labels().has("zone")) {
                    byZone.merge(
                            nodes.get(node).labels().get("zone"), pods.get(node), Integer::sum);
                }
            }
            assertThat(tally.domains()).isEqualTo(byZone.size());
            assertThat(tally.isEmpty())
                    .isEqualTo(byZone.values().stream().allMatch(count -> count == 0));
            if (!byZone.isEmpty()) {
                assertThat(tally.fewest())
                        .isEqualTo(
                                byZone.values().stream().mapToInt(count -> count).min().orElse(0));
            }
            for (int node = 0; node < nodes.size(); node++) {
                var labels = nodes.get(node).labels();
                assertThat(tally.hasDomain(node)).isEqualTo(labels.has("zone"));
                assertThat(tally.near(node))
                        .isEqualTo(
                                labels.has("zone")
                                        ? byZone.getOrDefault(labels.get("zone"), 0)
                                        : 0);
            }
        });
    }
}
