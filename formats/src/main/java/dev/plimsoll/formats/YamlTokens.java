package dev.plimsoll.formats;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// YAML, by snakeyaml-engine's events. Mappings know which of their values are keys.
final class YamlTokens extends Tokens {

    /// A token as the events give it: a key is a scalar still.
    record Part(Token token, String text, boolean quoted, int line, int column) {

        static final Part END = new Part(Token.END, "", false, 0, 0);
    }

    /// The kind of value that is open at a depth.
    private enum Inside {
        LIST,
        /// A key comes next.
        MAP,
        /// A key was read; its value comes next.
        KEY
    }

    /// The parser copies the line so far at each read, so long lines need long reads.
    private static final LoadSettings SETTINGS =
            LoadSettings.builder()
                    .setCodePointLimit(Integer.MAX_VALUE)
                    .setBufferSize(Utf8.BUFFER)
                    .build();

    private final Utf8 reader;
    private final Iterator<Event> events;
    private final Anchors anchors;
    private final ArrayDeque<Inside> open = new ArrayDeque<>();
    private Part part = Part.END;

    YamlTokens(String file, InputStream in) {
        super(file);
        reader = new Utf8(file, in);
        events = new Parse(SETTINGS).parseReader(reader).iterator();
        anchors = new Anchors(this);
    }

    @Override
    public Token next() {
        part = anchors.isReplaying() ? anchors.replayed() : read();
        var token = part.token();
        if (open.peek() == Inside.MAP && token != Token.END_MAP) {
            return key();
        }
        switch (token) {
            case START_MAP -> enter(Inside.MAP);
            case START_LIST -> enter(Inside.LIST);
            case END_MAP, END_LIST -> {
                open.pop();
                valueEnds();
            }
            case SCALAR, NULL -> valueEnds();
            case KEY, END -> {}
        }
        return token;
    }

    private Token key() {
        if (part.token() == Token.START_MAP || part.token() == Token.START_LIST) {
            throw bad(
                    line(),
                    column(),
                    "",
                    "a key must be a string, not a mapping or a list; write a string before the"
                            + " colon");
        }
        if (part.text().equals("<<") && !part.quoted()) {
            throw bad(
                    line(),
                    column(),
                    "",
                    "merge keys (<<) are not supported; write the merged keys out");
        }
        open.pop();
        open.push(Inside.KEY);
        return Token.KEY;
    }

    private void enter(Inside inside) {
        if (open.size() == DEEPEST) {
            throw bad(line(), column(), "", tooDeep());
        }
        open.push(inside);
    }

    private void valueEnds() {
        if (open.peek() == Inside.KEY) {
            open.pop();
            open.push(Inside.MAP);
        }
    }

    /// The next part of the text; an alias gives the first part of its value.
    private Part read() {
        while (true) {
            var event = event();
            if (event == null) {
                return Part.END;
            }
            switch (event.getEventId()) {
                case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
                case DocumentStart -> anchors.forget();
                case Alias -> {
                    var alias = ((AliasEvent) event).getAlias().getValue();
                    return anchors.replay(alias, line(event), column(event));
                }
                case Scalar, SequenceStart, SequenceEnd, MappingStart, MappingEnd -> {
                    return recorded(event);
                }
            }
        }
    }

    private @Nullable Event event() {
        try {
            var event = events.hasNext() ? events.next() : null;
            reader.valueEnds();
            return event;
        } catch (BadInput bad) {
            throw bad;
        } catch (MarkedYamlEngineException malformed) {
            throw explained(malformed);
        } catch (YamlEngineException failed) {
            throw failed.getCause() instanceof IOException failure
                    ? Source.unreadable(file, failure)
                    : notYaml();
        } catch (RuntimeException malformed) {
            // For some malformed escapes the parser throws what its own calls throw.
            throw notYaml();
        }
    }

    private BadInput notYaml() {
        return bad(line(), column(), "", "the text after this is not YAML; fix the syntax");
    }

    private Part recorded(Event event) {
        var read = part(event);
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            anchors.open(node.getAnchor().get().getValue());
        }
        anchors.record(read);
        return read;
    }

    private static Part part(Event event) {
        return switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case MappingStartEvent _ -> part(Token.START_MAP, event);
            case SequenceStartEvent _ -> part(Token.START_LIST, event);
            default ->
                    part(
                            event.getEventId() == Event.ID.MappingEnd
                                    ? Token.END_MAP
                                    : Token.END_LIST,
                            event);
        };
    }

    private static Part part(Token token, Event event) {
        return new Part(token, "", false, line(event), column(event));
    }

    private static Part scalar(ScalarEvent scalar) {
        var tag = scalar.getTag().orElse("");
        boolean quoted = !scalar.isPlain() || tag.equals("!") || tag.endsWith(":str");
        boolean isNull =
                !quoted
                        && switch (scalar.getValue()) {
                            case "", "~", "null", "Null", "NULL" -> true;
                            default -> false;
                        };
        return new Part(
                isNull ? Token.NULL : Token.SCALAR,
                scalar.getValue(),
                quoted,
                line(scalar),
                column(scalar));
    }

    private BadInput explained(MarkedYamlEngineException malformed) {
        var mark = malformed.getProblemMark().or(malformed::getContextMark);
        return bad(
                mark.map(at -> at.getLine() + 1).orElse(0),
                mark.map(at -> at.getColumn() + 1).orElse(0),
                "",
                sentence(malformed));
    }

    private static String sentence(MarkedYamlEngineException malformed) {
        var problem = malformed.getProblem();
        if (problem.contains("<stream end>") || problem.contains("unexpected end of stream")) {
            return cutOff();
        }
        var context = malformed.getContext() == null ? "" : malformed.getContext() + ", ";
        return "this is not YAML: " + context + problem + "; fix the syntax";
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static int column(Event event) {
        return event.getStartMark().map(mark -> mark.getColumn() + 1).orElse(0);
    }

    @Override
    public String text() {
        return part.text();
    }

    @Override
    public boolean quoted() {
        return part.quoted();
    }

    @Override
    public int line() {
        return part.line();
    }

    @Override
    public int column() {
        return part.column();
    }

    @Override
    public boolean hidesCuts() {
        return true;
    }

    @Override
    public void skip() {
        if (part.token() != Token.START_MAP && part.token() != Token.START_LIST) {
            return;
        }
        int outside = open.size() - 1;
        while (open.size() > outside) {
            next();
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException failure) {
            throw Source.unreadable(file, failure);
        }
    }
}
