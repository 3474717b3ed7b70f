package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.document.MapPart;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DifferencesTest {

    @Test
    void makeEveryClusterOfASequenceAgain() {
        var changes = new LinkedHashSet<String>();
        Seeds.forOneIn(
                Seeds.few(1, 2),
                random -> {
                    var world = new AnyCluster(random);
                    var differences = new Differences();
                    var assembly = new Assembly();

                    for (int turn = 0; turn < 12; turn++) {
                        world.change();
                        var difference = differences.to(world.cluster());

                        assertThat(read(difference, assembly)).isEqualTo(world.cluster());
                        changes.addAll(changes(difference));
                    }
                });
        assertThat(changes)
                .describedAs("the law is about every part that comes, changes and goes")
                .contains("name", "shapes", "nodes", "gone", "put", "drop");
        for (var part : MapPart.ALL) {
            assertThat(changes).contains(part.key() + ".put", part.key() + ".gone");
        }
    }

    /// The keys of a difference, and of the differences of its maps.
    private static Set<String> changes(Map<String, Object> difference) {
        var changes = new LinkedHashSet<>(difference.keySet());
        difference.forEach((key, value) -> {
            if (value instanceof Map<?, ?> map) {
                map.keySet().forEach(change -> changes.add(key + "." + change));
            }
        });
        return changes;
    }

    /// What is shared saves work, and never changes what is written.
    @Test
    void doNotDependOnWhatClustersShare() {
        Seeds.forOneIn(
                10,
                random -> {
                    var world = new AnyCluster(random);
                    var shared = new Differences();
                    var copied = new Differences();

                    for (int turn = 0; turn < 12; turn++) {
                        world.change();

                        assertThat(shared.to(world.cluster()))
                                .isEqualTo(copied.to(copy(world.cluster())));
                    }
                });
    }

    @Test
    void areNothingWhereNothingChanged() {
        Seeds.forAll(random -> {
            var world = new AnyCluster(random);
            world.change();
            var differences = new Differences();

            differences.to(world.cluster());

            assertThat(differences.to(world.cluster())).isEmpty();
            assertThat(differences.to(copy(world.cluster()))).isEmpty();
        });
    }

    private static Cluster copy(Cluster cluster) {
        return read(new Differences().to(cluster), new Assembly());
    }

    private static Cluster read(Map<String, Object> difference, Assembly assembly) {
        var mistakes = new Mistakes();
        try (var documents = Values.read(Source.text("f", Json.text(difference)), mistakes)) {
            var cluster = assembly.apply(Fields.of(documents.next(), "", mistakes));
            mistakes.throwIfAny();
            return cluster;
        }
    }
}
