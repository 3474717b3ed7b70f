package dev.plimsoll.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The launcher `./plimsoll` in a checkout of its own, with a Maven and a JDK that are shell
/// scripts.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherTest {

    private static final String BUILDING = "plimsoll: building from source";

    @TempDir Path folder;

    private LauncherCheckout checkout;

    @BeforeEach
    void copyTheLauncher() throws Exception {
        checkout = new LauncherCheckout(folder.toRealPath());
    }

    @AfterEach
    void endWhatStillRuns() throws Exception {
        checkout.close();
    }

    @Test
    void buildsOnceAndThenRunsFromTheCache() throws Exception {
        var first = checkout.run("decide", "a b.yaml");
        var second = checkout.run("decide", "größe.yaml");

        var build = checkout.builds().getFirst();
        assertThat(first.code()).isZero();
        assertThat(first.err()).isEqualTo(BUILDING + "\n");
        assertThat(first.out()).isEqualTo(jvm(build, "decide", "a b.yaml"));
        assertThat(second.code()).isZero();
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(jvm(build, "decide", "größe.yaml"));
        assertThat(checkout.calls("mvn")).isEqualTo(1);
        assertThat(checkout.calls("train")).isEqualTo(1);
        assertThat(checkout.leftovers()).isEmpty();
    }

    @Test
    void buildsAgainWhenASourceChanges() throws Exception {
        checkout.run("--version");
        Files.writeString(checkout.source(), "class Changed {}\n");

        var changed = checkout.run("--version");

        assertThat(changed.err()).isEqualTo(BUILDING + "\n");
        assertThat(checkout.calls("mvn")).isEqualTo(2);
        assertThat(checkout.builds()).hasSize(2);
    }

    @Test
    void runsThroughASymbolicLink() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("link"), checkout.launcher());

        var run = checkout.end(checkout.start(link, Map.of(), "--version"));

        assertThat(run.out()).isEqualTo(jvm(checkout.builds().getFirst(), "--version"));
    }

    /// As kubectl starts a plug-in: by its name on the PATH, in the caller's folder. The link leads
    /// to another link.
    @Test
    void runsAsAPluginOfKubectl() throws Exception {
        packMain(checkout.jar());
        var links = Files.createDirectories(folder.resolve("links"));
        Files.createSymbolicLink(links.resolve("plimsoll"), checkout.launcher());
        Files.createSymbolicLink(links.resolve("kubectl-plimsoll"), Path.of("plimsoll"));
        var kubectl = checkout.tool("kubectl", "name=kubectl-$1; shift; exec \"$name\" \"$@\"\n");
        Files.writeString(kubectl.resolveSibling("dump.json"), "{}\n");
        var environment =
                Map.of(
                        "JAVA_HOME",
                        System.getProperty("java.home"),
                        "PATH",
                        links + ":" + kubectl.getParent() + ":" + System.getenv("PATH"));

        var run = checkout.end(checkout.start(kubectl, environment, "plimsoll", "dump.json"));

        assertThat(run.out()).isEqualTo("{}\n");
        assertThat(run.code()).isZero();
    }

    @Test
    void buildsOnceWhenTwoStartsMeet() throws Exception {
        try (var gate = checkout.holdMaven()) {
            var first = checkout.start("--version");
            assertThat(checkout.firstError(first)).isEqualTo(BUILDING);
            var second = checkout.start("--help");
            assertThat(checkout.firstError(second))
                    .isEqualTo("plimsoll: waiting for another plimsoll process that is building");

            gate.writeBytes("go\n");

            assertThat(checkout.end(first).out()).endsWith(".cli.Main\n--version\n");
            assertThat(checkout.end(second).out()).endsWith(".cli.Main\n--help\n");
        }
        assertThat(checkout.calls("mvn")).isEqualTo(1);
        assertThat(checkout.calls("train")).isEqualTo(1);
        assertThat(checkout.leftovers()).isEmpty();
    }

    @Test
    void takesOverFromAStartThatWasKilled() throws Exception {
        try (var gate = checkout.holdMaven()) {
            var killed = checkout.start("--version");
            assertThat(checkout.firstError(killed)).isEqualTo(BUILDING);
            checkout.awaitMaven();
            var maven = killed.descendants().toList();
            killed.destroyForcibly().waitFor();
            assertThat(checkout.leftovers()).contains("lock");

            var next = checkout.start("--version");
            assertThat(checkout.firstError(next)).isEqualTo(BUILDING);
            gate.writeBytes("go\ngo\n");

            assertThat(checkout.end(next).code()).isZero();
            maven.forEach(orphan -> orphan.onExit().join());
        }
        assertThat(checkout.leftovers()).isEmpty();
    }

    @Test
    void takesOverALockWhoseProcessIdIsInUseAgain() throws Exception {
        checkout.lock(ProcessHandle.current().pid() + "-1");

        assertThat(checkout.run("--version").code()).isZero();
        assertThat(checkout.leftovers()).isEmpty();
    }

    @Test
    void takesOverALockWithoutAHolder() throws Exception {
        checkout.lock("");
        checkout.tool("sleep", "exit 0");

        assertThat(checkout.run("--version").code()).isZero();
        assertThat(checkout.leftovers()).isEmpty();
    }

    @Test
    void givesUpOnALockThatCannotBeRemoved() throws Exception {
        checkout.lock(ProcessHandle.current().pid() + "-1");
        checkout.tool("mv", "exit 1");

        var run = checkout.run("--version");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .isEqualTo(
                        "plimsoll: cannot take the lock "
                                + checkout.launch().resolve("lock")
                                + "; delete it if no other plimsoll is building\n");
    }

    @Test
    void leavesNothingBehindWhenItIsStopped() throws Exception {
        try (var _ = checkout.holdMaven()) {
            var stopped = checkout.start("--version");
            assertThat(checkout.firstError(stopped)).isEqualTo(BUILDING);
            checkout.awaitMaven();
            var maven = stopped.descendants().toList();

            stopped.toHandle().destroy();

            assertThat(checkout.end(stopped).code()).isEqualTo(143);
            maven.forEach(child -> child.onExit().join());
        }
        assertThat(checkout.builds()).isEmpty();
        assertThat(checkout.leftovers()).isEmpty();
    }

    /// Root may write everywhere, so the test also compares the times of all files and folders.
    @Test
    void writesNothingOnceItIsBuilt() throws Exception {
        checkout.run("--version");
        var before = checkout.times();
        checkout.permit("r-xr-xr-x");

        var run = checkout.run("--version");

        assertThat(checkout.times()).isEqualTo(before);
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        checkout.permit("rwxr-xr-x");
    }

    @Test
    void asksForABuildWhereItCannotWrite() throws Exception {
        Files.createDirectory(checkout.launch().getParent());
        Files.createFile(checkout.launch());

        var run = checkout.run("--version");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo(
                        "plimsoll: "
                                + checkout.root()
                                + " has no build of its current sources and cannot be written to;"
                                + " run ./plimsoll there once as a user who can write to it\n");
    }

    @Test
    void runsWithoutACacheThatTheJvmCannotCreate() throws Exception {
        checkout.breakTraining();

        checkout.run("--version");
        var again = checkout.run("--version");

        assertThat(again.code()).isZero();
        assertThat(again.out()).doesNotContain("AOTCache").endsWith(".cli.Main\n--version\n");
        assertThat(checkout.calls("train")).isEqualTo(1);
    }

    @Test
    void printsTheErrorsOfAFailedBuildWithPathsInTheCheckout() throws Exception {
        checkout.tool(
                "mvn",
                """
                echo "[ERROR] COMPILATION ERROR :"
                echo "[ERROR] $PWD/cli/src/main/java/Main.java:[1,7] ';' expected"
                echo "[ERROR] Failed to execute goal compile"
                exit 1
                """);

        var run = checkout.run("--version");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .isEqualTo(
                        """
                        plimsoll: building from source
                        [ERROR] COMPILATION ERROR :
                        [ERROR] %s:[1,7] ';' expected
                        plimsoll: the build failed, see above
                        """
                                .formatted(checkout.source()));
        assertThat(checkout.leftovers()).isEmpty();
    }

    /// With the JVM of this test: arguments, class path and cache are what a JVM decodes.
    @Test
    void opensFilesWithNonAsciiNamesInEveryLocale() throws Exception {
        packMain(checkout.jar());
        var file = Files.writeString(folder.resolve("größe-大きさ.txt"), "Grüße\n");
        var jdk = Map.of("JAVA_HOME", System.getProperty("java.home"));

        var noLocale = checkout.end(checkout.start(checkout.launcher(), jdk, file.toString()));

        assertThat(noLocale).isEqualTo(new LauncherCheckout.Ended(0, "Grüße\n", BUILDING + "\n"));
        assertThat(checkout.builds().getFirst().resolve("start.aot")).isNotEmptyFile();
        for (var locale : List.of("C", "xx_XX.UTF-8", "C.UTF-8")) {
            var environment = new TreeMap<>(jdk);
            environment.put("LC_ALL", locale);
            var start = checkout.start(checkout.launcher(), environment, file.toString());

            assertThat(checkout.end(start))
                    .as(locale)
                    .isEqualTo(new LauncherCheckout.Ended(0, "Grüße\n", ""));
        }
    }

    /// The lines that the JDK of the test prints: its arguments.
    private static String jvm(Path build, String... arguments) {
        return """
        -Xlog:disable
        -XX:-UsePerfData
        -XX:TieredStopAtLevel=1
        -XX:+UseSerialGC
        -XX:AOTCache=%s
        -cp
        %s
        dev.plimsoll.cli.Main
        %s
        """
                .formatted(
                        build.resolve("start.aot"),
                        build.resolve("lib").resolve("app.jar"),
                        String.join("\n", arguments));
    }

    /// A jar with a main class that prints the file its only argument names, and a trainer.
    private void packMain(Path jar) throws IOException {
        var source =
                Files.writeString(
                        Files.createDirectories(folder.resolve("main")).resolve("Main.java"),
                        """
                        package dev.plimsoll.cli;

                        public class Main {
                            public static void main(String[] arguments) throws Exception {
                                if (arguments.length == 1) {
                                    var file = java.nio.file.Path.of(arguments[0]);
                                    System.out.write(java.nio.file.Files.readAllBytes(file));
                                }
                            }
                        }

                        class Training {
                            public static void main(String[] commands) {}
                        }
                        """);
        var classes = source.resolveSibling("classes");
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString());
        assertThat(failed).isZero();
        try (var packed = new JarOutputStream(Files.newOutputStream(jar))) {
            for (var type : List.of("Main", "Training")) {
                var name = "dev/plimsoll/cli/" + type + ".class";
                packed.putNextEntry(new JarEntry(name));
                Files.copy(classes.resolve(name), packed);
            }
        }
    }
}
