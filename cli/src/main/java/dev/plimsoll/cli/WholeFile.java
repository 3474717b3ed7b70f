package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A file that appears only when it is complete: it is written under another name beside its own,
/// and renamed at the end. Only its owner can read it.
///
/// A file of that name is replaced, as by the shell's `>`; until then it stays as it was, and may
/// even be what is read.
final class WholeFile implements AutoCloseable {

    private final Path path;
    private final Path draft;
    private final OutputStream out;

    private WholeFile(Path path, Path draft, OutputStream out) {
        this.path = path;
        this.draft = draft;
        this.out = out;
    }

    /// @throws BadInput if there can be no file of this name
    static WholeFile at(Path named) {
        try {
            var path = Files.isSymbolicLink(named) ? named.toRealPath() : named.toAbsolutePath();
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw wrong(named, "this is not a file; name one");
            }
            // A temporary file is for its owner alone.
            var draft = Files.createTempFile(path.getParent(), "." + path.getFileName(), ".new");
            draft.toFile().deleteOnExit();
            return new WholeFile(
                    path, draft, new BufferedOutputStream(Files.newOutputStream(draft)));
        } catch (NoSuchFileException _) {
            throw wrong(named, "its folder does not exist; create it, or name another");
        } catch (IOException failure) {
            throw unwritten(named, failure);
        }
    }

    OutputStream out() {
        return out;
    }

    /// Gives the file its name.
    void keep() {
        try {
            out.close();
            Files.move(
                    draft,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw unwritten(path, failure);
        }
    }

    /// Removes the file unless it was kept.
    @Override
    public void close() {
        try (out) {
            Files.deleteIfExists(draft);
        } catch (IOException failure) {
            throw unwritten(draft, failure);
        }
    }

    private static BadInput wrong(Path path, String sentence) {
        return new BadInput(Place.whole(path.toString()), "", sentence);
    }

    private static UncheckedIOException unwritten(Path path, IOException failure) {
        return new UncheckedIOException(
                path + " cannot be written (" + failure.getMessage() + ")", failure);
    }
}
