package dev.plimsoll.formats.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferencesTest {

    @Test
    void makeEveryClusterOfASequenceAgain() {
        Seeds.forAll(random -> {
            var world = new AnyCluster(random);
            var differences = new Differences();
            var assembly = new Assembly();

            for (int turn = 0; turn < 8; turn++) {
                world.change();
                var read = read(differences.to(world.cluster()), assembly);

                assertThat(read).isEqualTo(world.cluster());
            }
        });
    }

    /// What is shared saves work, and never changes what is written.
    @Test
    void doNotDependOnWhatClustersShare() {
        Seeds.forOneIn(
                5,
                random -> {
                    var world = new AnyCluster(random);
                    var shared = new Differences();
                    var copied = new Differences();

                    for (int turn = 0; turn < 8; turn++) {
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
