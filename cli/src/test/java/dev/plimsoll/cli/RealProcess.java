package dev.plimsoll.cli;

import com.fasterxml.jackson.core.JsonFactory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.formats.Json;
import dev.plimsoll.simulator.EmbeddedCluster;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;

/// The command line in a process of its own.
final class RealProcess {

    private RealProcess() {}

    static ProcessBuilder plimsoll(List<String> words) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-Dfile.encoding=UTF-8", "-cp", classPath()));
        command.add(Main.class.getName());
        command.addAll(words);
        return new ProcessBuilder(command);
    }

    /// Where a class of each module and library was loaded from.
    private static String classPath() {
        return Stream.of(
                        Main.class,
                        Json.class,
                        Node.class,
                        EmbeddedCluster.class,
                        JsonFactory.class,
                        Load.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }
}
