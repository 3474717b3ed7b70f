package dev.plimsoll.collection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SharedMapTest {

    /// Few keys, so that changes meet; the last four have one hash code.
    private static final List<String> KEYS =
            List.of("a", "b", "c", "d", "e", "f", "g", "h", "AaAa", "AaBB", "BBAa", "BBBB");

    /// A map and a `TreeMap` with the same changes.
    private static final class Pair {

        private final RandomGenerator random;
        private final TreeMap<String, Integer> tree = new TreeMap<>();
        private SharedMap<String, Integer> map = SharedMap.empty();

        private Pair(RandomGenerator random) {
            this.random = random;
        }

        private void change() {
            var key = KEYS.get(random.nextInt(KEYS.size()));
            if (random.nextInt(3) > 0) {
                int value = random.nextInt(4);
                tree.put(key, value);
                map = map.with(key, value);
            } else {
                tree.remove(key);
                map = map.without(key);
            }
        }

        private void changes(int most) {
            for (int left = random.nextInt(most); left > 0; left--) {
                change();
            }
        }
    }

    /// The changes of a map, as text.
    private static List<String> changes(
            SharedMap<String, Integer> before, SharedMap<String, Integer> after) {
        var changes = new ArrayList<String>();
        after.changes(
                before,
                new SharedMap.Changes<>() {
                    @Override
                    public void put(String key, Integer value) {
                        changes.add(key + "=" + value);
                    }

                    @Override
                    public void removed(String key) {
                        changes.add(key + " removed");
                    }
                });
        return changes;
    }

    @Test
    void equalsATreeMapAfterAnyChanges() {
        Seeds.forAll(random -> {
            var pair = new Pair(random);
            for (int turn = 0; turn < 8; turn++) {
                pair.changes(12);

                var entries = new TreeMap<String, Integer>();
                pair.map.forEach(entries::put);
                assertThat(entries).isEqualTo(pair.tree);
                assertThat(pair.map.keys()).containsExactlyElementsOf(pair.tree.keySet());
                assertThat(pair.map.values()).containsExactlyElementsOf(pair.tree.values());
                assertThat(pair.map.size()).isEqualTo(pair.tree.size());
                assertThat(pair.map.isEmpty()).isEqualTo(pair.tree.isEmpty());
                for (var key : KEYS) {
                    assertThat(pair.map.get(key)).isEqualTo(pair.tree.get(key));
                    assertThat(pair.map.has(key)).isEqualTo(pair.tree.containsKey(key));
                }
            }
        });
    }

    @Test
    void anEarlierMapKeepsItsEntries() {
        Seeds.forAll(random -> {
            var pair = new Pair(random);
            pair.changes(24);
            var map = pair.map;
            var tree = new TreeMap<>(pair.tree);

            pair.changes(24);

            assertThat(map.keys()).containsExactlyElementsOf(tree.keySet());
            assertThat(map.values()).containsExactlyElementsOf(tree.values());
        });
    }

    @Test
    void mapsWithEqualEntriesAreEqualInWhateverOrderTheyChanged() {
        Seeds.forAll(random -> {
            var pair = new Pair(random);
            pair.changes(40);
            var other = SharedMap.<String, Integer>empty();
            for (var entry : pair.tree.descendingMap().entrySet()) {
                other = other.with(entry.getKey(), entry.getValue());
            }

            assertThat(other).isEqualTo(pair.map).hasSameHashCodeAs(pair.map);
            assertThat(other.with("another", 1)).isNotEqualTo(pair.map);
            assertThat(other).hasToString(pair.map.toString());
        });
    }

    @Test
    void reportsExactlyTheEntriesThatDifferInTheOrderOfTheirKeys() {
        Seeds.forAtLeast(
                1_500,
                random -> {
                    var pair = new Pair(random);
                    pair.changes(24);
                    var before = pair.map;
                    var old = new TreeMap<>(pair.tree);
                    pair.changes(12);
                    var expected = new ArrayList<String>();
                    for (var key : KEYS.stream().sorted().toList()) {
                        var now = pair.tree.get(key);
                        if (now == null && old.containsKey(key)) {
                            expected.add(key + " removed");
                        } else if (now != null && !now.equals(old.get(key))) {
                            expected.add(key + "=" + now);
                        }
                    }

                    assertThat(changes(before, pair.map)).isEqualTo(expected);
                    assertThat(changes(before, pair.map).isEmpty())
                            .isEqualTo(before.equals(pair.map));
                    return !expected.isEmpty();
                });
    }

    @Test
    void aChangeThatChangesNothingGivesTheSameMap() {
        Seeds.forAll(random -> {
            var pair = new Pair(random);
            pair.changes(24);

            pair.tree.forEach(
                    (key, value) -> assertThat(pair.map.with(key, value)).isSameAs(pair.map));
            for (var key : KEYS) {
                if (!pair.tree.containsKey(key)) {
                    assertThat(pair.map.without(key)).isSameAs(pair.map);
                }
            }
        });
    }

    /// A list of the same entries would be as tall as there are entries, and overflow the stack.
    @Test
    void holdsManyKeysInAscendingOrder() {
        var map = SharedMap.<String, Integer>empty();
        for (int i = 0; i < 100_000; i++) {
            map = map.with("pod-%06d".formatted(i), i);
        }
        var before = map;

        var after = map.with("pod-050000", -1).without("pod-000007");

        assertThat(after.size()).isEqualTo(99_999);
        assertThat(after.get("pod-050000")).isEqualTo(-1);
        assertThat(changes(before, after)).containsExactly("pod-000007 removed", "pod-050000=-1");
    }
}
