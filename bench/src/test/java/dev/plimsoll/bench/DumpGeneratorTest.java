package dev.plimsoll.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.bench.DumpGenerator.Size;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpGeneratorTest {

    private static final Size SIZE = new Size(20, 600, 50);

    @TempDir Path folder;

    @Test
    void writesADumpThatReadsAsAsked() throws IOException {
        var inventory = new Inventory();
        new ClusterReader(inventory).read(Source.file(written("a.json", 1)));

        assertThat(inventory.podCount()).isEqualTo(600);
        assertThat(inventory.shapeCount()).isEqualTo(50);
        assertThat(inventory.cluster().nodes())
                .hasSize(20)
                .allSatisfy(node -> assertThat(node.pods()).hasSize(30));
        assertThat(inventory.cluster().budgets().size()).isEqualTo(5);
    }

    @Test
    void givesEachPodItsSixKilobytes() throws IOException {
        var text = Files.readString(written("a.json", 1));
        var pods = List.of(text.split("\n        \\{\n", -1)).subList(1, 601);

        assertThat(pods).allSatisfy(pod -> assertThat(pod).hasSizeGreaterThan(6_000));
    }

    @Test
    void writesTheSameForTheSameSeed() throws IOException {
        assertThat(written("a.json", 1)).hasSameTextualContentAs(written("b.json", 1));
        assertThat(Files.mismatch(written("a.json", 1), written("c.json", 2))).isPositive();
    }

    private Path written(String name, long seed) throws IOException {
        var file = folder.resolve(name);
        DumpGenerator.write(SIZE, seed, file);
        return file;
    }
}
