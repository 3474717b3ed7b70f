package dev.plimsoll.groups;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZoneOrderTest {

    /// Zones are a, b, c with these numbers of nodes.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    nodes | more | settled | unsettled | among
                    3 3 3 | 0    | 0 0 0   | 0         | -
                    3 3 3 | 1    | 0 0 0   | 1         | a b c
                    3 3 3 | 2    | 0 0 0   | 2         | a b c
                    3 3 3 | 3    | 1 1 1   | 0         | -
                    3 3 2 | 1    | 0 0 1   | 0         | -
                    3 3 2 | 6    | 1 1 2   | 2         | a b c
                    3 3 2 | 7    | 2 2 3   | 0         | -
                    5 3 3 | 1    | 0 0 0   | 1         | b c
                    5 3 3 | 4    | 0 2 2   | 0         | -
                    5 3 3 | 6    | 0 2 2   | 2         | a b c
                    5 3 3 | 7    | 1 3 3   | 0         | -
                    0     | 2    | 2       | 0         | -
                    """)
    void levelsTheZones(String nodes, int more, String settled, int unsettled, String among) {
        var order = ZoneOrder.of(zones(nodes), more);

        assertThat(order.settled()).isEqualTo(zones(settled));
        assertThat(order.unsettled()).isEqualTo(unsettled);
        assertThat(String.join(" ", order.among())).isEqualTo(among.replace("-", ""));
    }

    /// Whichever of several zones with the fewest nodes the provider takes.
    @Test
    void whatIsSettledIsCertain() {
        Seeds.forAll(random -> {
            var zones = new TreeMap<String, Integer>();
            for (int zone = random.nextInt(1, 5); zone > 0; zone--) {
                zones.put("z" + zone, random.nextInt(6));
            }
            int more = random.nextInt(20);

            var order = ZoneOrder.of(zones, more);
            var provided = provided(zones, more, random);

            provided.forEach((zone, nodes) -> {
                int settled = order.settled().getOrDefault(zone, 0);
                int possible = settled + (order.among().contains(zone) ? 1 : 0);
                assertThat(nodes).as(zone).isBetween(settled, possible);
            });
            int settled = order.settled().values().stream().mapToInt(Integer::intValue).sum();
            assertThat(settled + order.unsettled()).isEqualTo(more);
        });
    }

    private static SortedMap<String, Integer> provided(
            SortedMap<String, Integer> zones, int more, SplittableRandom random) {
        var level = new TreeMap<>(zones);
        var added = new TreeMap<String, Integer>();
        zones.keySet().forEach(zone -> added.put(zone, 0));
        for (int i = 0; i < more; i++) {
            int lowest = level.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
            var lowestZones =
                    level.entrySet().stream().filter(zone -> zone.getValue() == lowest).toList();
            var zone = lowestZones.get(random.nextInt(lowestZones.size())).getKey();
            level.merge(zone, 1, Integer::sum);
            added.merge(zone, 1, Integer::sum);
        }
        return added;
    }

    private static SortedMap<String, Integer> zones(String counts) {
        var names = List.of("a", "b", "c").iterator();
        return Arrays.stream(counts.split(" ", -1))
                .collect(
                        Collectors.toMap(
                                _ -> names.next(), Integer::valueOf, Integer::sum, TreeMap::new));
    }
}
