package dev.plimsoll.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.regex.Pattern;

/// The directory of one control plane. Its name tells whose it is, so that what a process left
/// behind that was killed is found and removed by the next.
final class Home implements AutoCloseable {

    private static final String PREFIX = "plimsoll-e2e-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "(\\d+)-(\\d+)-.*");
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    private final Path directory;

    private Home(Path directory) {
        this.directory = directory;
    }

    static Home make() {
        sweep();
        var self = ProcessHandle.current();
        var name = PREFIX + self.pid() + "-" + started(self) + "-";
        var ours = PosixFilePermissions.fromString("rwx------");
        try {
            return new Home(
                    Files.createTempDirectory(
                            TEMPORARY, name, PosixFilePermissions.asFileAttribute(ours)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    String write(String name, String text) {
        try {
            return Files.writeString(path(name), text).toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        remove(directory);
    }

    /// Ends what still runs for processes that are gone, and removes their directories.
    private static void sweep() {
        try (var entries = Files.list(TEMPORARY)) {
            entries.filter(Home::isOrphan).filter(Files::isWritable).forEach(Home::clear);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static boolean isOrphan(Path directory) {
        var name = NAME.matcher(directory.getFileName().toString());
        if (!name.matches()) {
            return false;
        }
        long started = Long.parseLong(name.group(2));
        return ProcessHandle.of(Long.parseLong(name.group(1)))
                .filter(owner -> started(owner) == started)
                .isEmpty();
    }

    private static void clear(Path directory) {
        ProcessHandle.allProcesses()
                .filter(process ->
                        process.info().commandLine().orElse("").contains(directory + "/"))
                .forEach(ProcessHandle::destroyForcibly);
        remove(directory);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
    }

    private static void remove(Path directory) {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
