package dev.plimsoll.formats;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// An input that can be read once, with its label for error messages.
public final class Source {

    /// Opens the bytes.
    @FunctionalInterface
    private interface Opener {
        InputStream open() throws IOException;
    }

    private final String label;
    private final Opener opener;

    private Source(String label, Opener opener) {
        this.label = label;
        this.opener = opener;
    }

    /// A path as a person wrote it.
    ///
    /// @throws BadInput if it is empty, which would name the working directory, or malformed
    public static Path path(String written) {
        if (written.isEmpty()) {
            throw new BadInput(Place.whole("''"), "", "the path is empty; name a file or a folder");
        }
        try {
            return Path.of(written);
        } catch (InvalidPathException malformed) {
            throw new BadInput(
                    Place.whole("'" + written + "'"),
                    "",
                    "this is not a path (" + malformed.getReason() + "); check the spelling");
        }
    }

    public static Source file(Path path) {
        return new Source(path.toString(), () -> Files.newInputStream(path));
    }

    public static Source stream(String label, InputStream stream) {
        return new Source(label, () -> stream);
    }

    public static Source text(String label, String text) {
        return bytes(label, text.getBytes(StandardCharsets.UTF_8));
    }

    public static Source bytes(String label, byte[] bytes) {
        return stream(label, new ByteArrayInputStream(bytes));
    }

    public String label() {
        return label;
    }

    /// The place of all of it.
    public Place place() {
        return Place.whole(label);
    }

    /// @throws BadInput if it does not exist or cannot be read
    InputStream open() {
        try {
            return opener.open();
        } catch (IOException failure) {
            throw unreadable(label, failure);
        }
    }

    /// The sentence for a file or directory that cannot be read.
    public static BadInput unreadable(String label, IOException failure) {
        var sentence =
                switch (failure) {
                    case NoSuchFileException _ -> "the file does not exist; check the path";
                    case AccessDeniedException _ ->
                            "permission to read it is denied; change"
                                    + " its permissions, or run as its owner";
                    default ->
                            "it cannot be read (" + failure.getMessage() + "); name another file";
                };
        return new BadInput(Place.whole(label), "", sentence);
    }
}
