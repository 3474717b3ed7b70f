package dev.plimsoll.formats;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/// A text in JSON or YAML, token by token, of any length, with any number of documents.
///
/// YAML's aliases are replaced by their values. Only the values of anchors are kept in memory.
public abstract sealed class Tokens implements AutoCloseable permits JsonTokens, YamlTokens {

    /// The deepest nesting of values. Kubernetes objects need about 30 levels.
    static final int DEEPEST = 200;

    /// The most characters of a text without a line end. Kubernetes objects have at most 1.5 MiB.
    static final int LONGEST = 1 << 22;

    /// The number of bytes that decide between JSON and YAML, and between text and binary.
    private static final int WINDOW = 1 << 16;

    final String file;

    Tokens(String file) {
        this.file = file;
    }

    /// The tokens of a source in either language.
    public static Tokens of(Source source) {
        try {
            return of(source.label(), source.open());
        } catch (IOException failure) {
            throw Source.unreadable(source.label(), failure);
        }
    }

    /// The tokens of a stream that is JSON for certain. Nothing is read ahead of what the parser
    /// needs, so it may be a stream that never ends.
    public static Tokens json(String label, InputStream in) {
        return new JsonTokens(label, in);
    }

    private static Tokens of(String label, InputStream in) throws IOException {
        var window = in.readNBytes(WINDOW);
        int start = FileStart.textStart(label, window);
        var rest = new ByteArrayInputStream(window, start, window.length - start);
        var whole = window.length < WINDOW ? closing(rest, in) : new SequenceInputStream(rest, in);
        var text = Arrays.copyOfRange(window, start, window.length);
        return FileStart.isJson(text) ? new JsonTokens(label, whole) : new YamlTokens(label, whole);
    }

    private static InputStream closing(InputStream rest, InputStream original) throws IOException {
        original.close();
        return rest;
    }

    /// Moves on.
    ///
    /// @throws BadInput if the next characters are not JSON or YAML
    public abstract Token next();

    /// The text of the key or scalar moved to.
    public abstract String text();

    /// The scalar moved to is a string for certain.
    public abstract boolean quoted();

    /// The line of the token moved to, from 1.
    public abstract int line();

    public abstract int column();

    /// A text of this language that is cut off between two lines looks whole.
    public abstract boolean hidesCuts();

    /// After the start of a mapping or list: moves to its end. Else stays.
    public abstract void skip();

    public Place place() {
        return new Place(file, line(), column());
    }

    @Override
    public abstract void close();

    BadInput bad(int line, int column, String path, String sentence) {
        return new BadInput(new Place(file, line, column), path, sentence);
    }

    static String cutOff() {
        return "the file is cut off in the middle of a value; save it again, or rerun kubectl";
    }

    static String tooLong() {
        return "a string or comment on this line has more than "
                + LONGEST
                + " characters, more than any Kubernetes object, policy or question has; check that"
                + " this is the right file";
    }

    static String tooDeep() {
        return "values are nested more than "
                + DEEPEST
                + " levels deep, more than in any Kubernetes object,"
                + " policy or question; check that this is the right file";
    }
}
