package dev.plimsoll.formats;

import java.util.Iterator;
import java.util.NoSuchElementException;

/// The documents of one text, read as they are asked for. Empty ones are passed over.
public final class Documents implements Iterator<Value>, AutoCloseable {

    private final Tokens tokens;
    private final Mistakes mistakes;
    private Token next;

    Documents(Tokens tokens, Mistakes mistakes) {
        this.tokens = tokens;
        this.mistakes = mistakes;
        next = Token.NULL;
    }

    @Override
    public boolean hasNext() {
        while (next == Token.NULL) {
            next = tokens.next();
        }
        return next != Token.END;
    }

    @Override
    public Value next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no document is left");
        }
        var value = Values.value(tokens, next, KeyFilter.ALL, mistakes);
        next = Token.NULL;
        return value;
    }

    @Override
    public void close() {
        tokens.close();
    }
}
