package dev.plimsoll.tidy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A small checkout with the real launcher, and the tools that the launcher finds on its PATH.
///
/// Maven and the JDK are shell scripts. Maven copies one jar, or creates an empty file instead. The
/// JDK creates a cache or prints its arguments. Both count their calls.
final class LauncherCheckout implements AutoCloseable {

    private static final List<String> SCRIPTS =
            List.of(
                    "plimsoll",
                    ".mvn/build.sh",
                    ".mvn/jdk.sh",
                    ".mvn/launch.sh",
                    ".mvn/locale.sh",
                    ".mvn/start.sh");

    private static final String MVN =
            """
            echo mvn >>"$TOOLS/calls"
            [ ! -p "$TOOLS/gate" ] || read -r go <"$TOOLS/gate"
            mkdir -p cli/target/lib
            cp "$TOOLS/app.jar" cli/target/lib 2>/dev/null || : >cli/target/lib/app.jar
            """;

    private static final String JAVA =
            """
            for argument; do
                case $argument in
                -XX:AOTCacheOutput=*)
                    echo train >>"$TOOLS/calls"
                    [ ! -e "$TOOLS/no-training" ] || exit 1
                    echo cache >"${argument#*=}"
                    exit
                    ;;
                esac
            done
            printf '%s\\n' "$@"
            """;

    private final Path tools;
    private final Path root;
    private final List<ProcessHandle> started = new ArrayList<>();

    /// A start that has ended.
    record Ended(int code, String out, String err) {}

    LauncherCheckout(Path folder) throws IOException {
        tools = Files.createDirectories(folder.resolve("tools"));
        root = Files.createDirectories(folder.resolve("größe & co"));
        for (var script : SCRIPTS) {
            var copy = root.resolve(script);
            Files.createDirectories(copy.getParent());
            Files.copy(Checkout.ROOT.resolve(script), copy);
        }
        Files.createDirectories(source().getParent());
        Files.writeString(source(), "class Main {}\n");
        Files.writeString(root.resolve("pom.xml"), "<project/>\n");
        Files.writeString(root.resolve("cli/pom.xml"), "<project/>\n");
        tool("mvn", MVN);
        tool("jdk/bin/java", JAVA);
        tool("jdk/bin/javac", "exit 1");
        Files.writeString(tools.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    }

    Path root() {
        return root;
    }

    Path launcher() {
        return root.resolve("plimsoll");
    }

    Path launch() {
        return root.resolve("target/launch");
    }

    Path source() {
        return root.resolve("cli/src/main/java/Main.java");
    }

    /// The place of the jar that Maven copies.
    Path jar() {
        return tools.resolve("app.jar");
    }

    /// Puts a script on the PATH, before the system's tools.
    Path tool(String name, String script) throws IOException {
        var file = tools.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    void breakTraining() throws IOException {
        Files.createFile(tools.resolve("no-training"));
    }

    /// Makes every build wait for a line in the returned pipe. The pipe is opened for reading and
    /// writing, which does not block.
    RandomAccessFile holdMaven() throws IOException, InterruptedException {
        var gate = tools.resolve("gate");
        new ProcessBuilder("mkfifo", gate.toString()).inheritIO().start().waitFor();
        return new RandomAccessFile(gate.toFile(), "rw");
    }

    /// Waits until the script that stands for Maven runs.
    void awaitMaven() throws InterruptedException {
        while (!Files.exists(tools.resolve("calls"))) {
            Thread.sleep(10);
        }
    }

    /// Leaves a lock as a process with the name `holder` does, or without a holder's name.
    void lock(String holder) throws IOException {
        var lock = Files.createDirectories(launch().resolve("lock"));
        if (!holder.isEmpty()) {
            Files.writeString(lock.resolve("holder"), holder + "\n");
        }
    }

    /// Sets the permissions of all directories under `target`.
    void permit(String permissions) throws IOException {
        try (var files = Files.walk(root.resolve("target"))) {
            for (var file : files.filter(Files::isDirectory).toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            }
        }
    }

    Process start(String... arguments) throws IOException {
        return start(launcher(), Map.of(), arguments);
    }

    /// Starts the launcher with no locale and no other variables of this process but the PATH.
    Process start(Path launcher, Map<String, String> environment, String... arguments)
            throws IOException {
        var command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(tools.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", tools.resolve("jdk").toString());
        builder.environment().put("TOOLS", tools.toString());
        builder.environment().putAll(environment);
        var process = builder.start();
        started.add(process.toHandle());
        return process;
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        return end(start(arguments));
    }

    /// Waits for the end of a start. Its output is short, so the pipes take it all.
    Ended end(Process process) throws IOException, InterruptedException {
        var out = process.inputReader(StandardCharsets.UTF_8).readAllAsString();
        var err = process.errorReader(StandardCharsets.UTF_8).readAllAsString();
        return new Ended(process.waitFor(), out, err);
    }

    /// Waits for the first line on standard error.
    String firstError(Process process) throws IOException {
        return process.errorReader(StandardCharsets.UTF_8).readLine();
    }

    /// The number of calls of `mvn`, or of the JVM to `train`.
    long calls(String tool) throws IOException {
        try (var calls = Files.lines(tools.resolve("calls"))) {
            return calls.filter(tool::equals).count();
        }
    }

    /// The folders that hold a build.
    List<Path> builds() throws IOException {
        try (var files = Files.list(launch())) {
            return files.filter(file -> Files.isDirectory(file.resolve("lib"))).toList();
        }
    }

    /// The names of everything beside the builds.
    List<String> leftovers() throws IOException {
        try (var files = Files.list(launch())) {
            return files.filter(file -> !Files.isDirectory(file.resolve("lib")))
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }

    /// The time of the last change of every file and folder.
    Map<Path, FileTime> times() throws IOException {
        var times = new TreeMap<Path, FileTime>();
        try (var files = Files.walk(root)) {
            for (var file : files.toList()) {
                times.put(file, Files.getLastModifiedTime(file));
            }
        }
        return times;
    }

    /// Ends the processes that a failed test has left.
    @Override
    public void close() {
        for (var process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
