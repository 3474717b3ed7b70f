package dev.plimsoll.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The files of the project as they lie on disk, without what a build, Git or an editor adds.
final class Checkout {

    static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));

    private static final Set<String> NOT_OURS = Set.of(".git", ".idea", ".vscode", "target");

    static String text(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Every text file, by its path from the root.
    static Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        try {
            Files.walkFileTree(
                    ROOT,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            return isOurs(folder)
                                    ? FileVisitResult.CONTINUE
                                    : FileVisitResult.SKIP_SUBTREE;
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            if (!isOurs(file)) {
                                return FileVisitResult.CONTINUE;
                            }
                            try {
                                texts.put(ROOT.relativize(file).toString(), Files.readString(file));
                            } catch (MalformedInputException notText) {
                                // Pictures and archives may hold what they like.
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return texts;
    }

    private static boolean isOurs(Path path) {
        return !NOT_OURS.contains(path.getFileName().toString());
    }

    private Checkout() {}
}
