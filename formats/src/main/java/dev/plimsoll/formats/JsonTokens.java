package dev.plimsoll.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.InputStream;

/// JSON, by Jackson's streaming parser. Several values may follow one another.
final class JsonTokens extends Tokens {

    /// Numbers such as NaN pass here and are refused where a number is expected, with its path.
    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEEPEST)
                                    .maxStringLength(LONGEST)
                                    .build())
                    .build();

    private final JsonParser parser;

    JsonTokens(String file, InputStream in) {
        super(file);
        try {
            parser = JSON.createParser(in);
        } catch (IOException failure) {
            throw Source.unreadable(file, failure);
        }
    }

    @Override
    public Token next() {
        try {
            var token = parser.nextToken();
            return token == null ? Token.END : translated(token);
        } catch (JsonProcessingException malformed) {
            throw explained(malformed);
        } catch (IOException failure) {
            throw Source.unreadable(file, failure);
        }
    }

    private static Token translated(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> Token.START_MAP;
            case END_OBJECT -> Token.END_MAP;
            case START_ARRAY -> Token.START_LIST;
            case END_ARRAY -> Token.END_LIST;
            case FIELD_NAME -> Token.KEY;
            case VALUE_NULL -> Token.NULL;
            case VALUE_STRING,
                    VALUE_NUMBER_INT,
                    VALUE_NUMBER_FLOAT,
                    VALUE_TRUE,
                    VALUE_FALSE,
                    VALUE_EMBEDDED_OBJECT,
                    NOT_AVAILABLE ->
                    Token.SCALAR;
        };
    }

    @Override
    public String text() {
        try {
            return parser.getText();
        } catch (JsonProcessingException malformed) {
            throw explained(malformed);
        } catch (IOException failure) {
            throw Source.unreadable(file, failure);
        }
    }

    @Override
    public boolean quoted() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    @Override
    public int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    @Override
    public int column() {
        return parser.currentTokenLocation().getColumnNr();
    }

    @Override
    public Place place() {
        var location = parser.currentTokenLocation();
        return new Place(file, location.getLineNr(), location.getColumnNr());
    }

    @Override
    public boolean hidesCuts() {
        return false;
    }

    @Override
    public void skip() {
        try {
            parser.skipChildren();
        } catch (JsonProcessingException malformed) {
            throw explained(malformed);
        } catch (IOException failure) {
            throw Source.unreadable(file, failure);
        }
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException failure) {
            throw Source.unreadable(file, failure);
        }
    }

    private BadInput explained(JsonProcessingException malformed) {
        JsonLocation at =
                malformed.getLocation() == null
                        ? parser.currentLocation()
                        : malformed.getLocation();
        var path = path(parser.getParsingContext());
        return bad(at.getLineNr(), at.getColumnNr(), path, sentence(malformed));
    }

    private String sentence(JsonProcessingException malformed) {
        var problem = malformed.getOriginalMessage();
        if (malformed instanceof JsonEOFException || problem.contains("end-of-input")) {
            return cutOff();
        }
        if (malformed instanceof StreamConstraintsException
                && parser.getParsingContext().getNestingDepth() >= DEEPEST) {
            return tooDeep();
        }
        if (malformed instanceof StreamConstraintsException && problem.startsWith("String")) {
            return tooLong();
        }
        if (problem.startsWith("Invalid UTF-8")) {
            return "this is not text in UTF-8; save the file in UTF-8";
        }
        return "this is not JSON: " + problem + "; fix the syntax, or write YAML";
    }

    private static String path(JsonStreamContext context) {
        var path = new StringBuilder();
        for (var level = context; level != null && !level.inRoot(); level = level.getParent()) {
            if (level.inArray()) {
                path.insert(0, "[" + Math.max(0, level.getCurrentIndex()) + "]");
            } else if (level.getCurrentName() != null) {
                path.insert(0, Paths.step(level.getCurrentName()));
            }
        }
        return Paths.joined(path);
    }
}
