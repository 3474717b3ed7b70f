package dev.plimsoll.formats;

import dev.plimsoll.formats.YamlTokens.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// The values that the anchors of a YAML document name, and their replay at each alias.
final class Anchors {

    /// The most values that the aliases of one document may expand to. Nine lines can expand to
    /// billions.
    private static final int MOST = 10_000;

    /// The value of an anchor, while it is being read.
    private static final class Recording {

        private final String anchor;
        private final List<Part> parts = new ArrayList<>();
        private int depth;

        private Recording(String anchor) {
            this.anchor = anchor;
        }
    }

    private final Tokens tokens;
    private final Map<String, List<Part>> named = new HashMap<>();
    private final ArrayDeque<Recording> recordings = new ArrayDeque<>();
    private Iterator<Part> replay = List.<Part>of().iterator();
    private int replayed;

    Anchors(Tokens tokens) {
        this.tokens = tokens;
    }

    /// A new document begins: anchors do not reach into it.
    void forget() {
        named.clear();
        recordings.clear();
        replayed = 0;
    }

    /// The next value recorded is the value of `anchor`.
    void open(String anchor) {
        recordings.push(new Recording(anchor));
    }

    void record(Part part) {
        int change =
                switch (part.token()) {
                    case START_MAP, START_LIST -> 1;
                    case END_MAP, END_LIST -> -1;
                    case KEY, SCALAR, NULL, END -> 0;
                };
        for (var recording : recordings) {
            recording.parts.add(part);
            recording.depth += change;
        }
        while (!recordings.isEmpty() && recordings.peek().depth == 0) {
            var done = recordings.pop();
            named.put(done.anchor, done.parts);
        }
    }

    boolean isReplaying() {
        return replay.hasNext();
    }

    /// The first part of the value of `anchor`; [#replayed] gives the others.
    Part replay(String anchor, int line, int column) {
        if (recordings.stream().anyMatch(recording -> recording.anchor.equals(anchor))) {
            throw tokens.bad(
                    line, column, "", "*" + anchor + "refers to itself; write its value out");
        }
        var parts = named.get(anchor);
        if (parts == null) {
            throw tokens.bad(
                    line,
                    column,
                    "",
                    "no &"
                            + anchor
                            + " comes before *"
                            + anchor
                            + "; define it, or put a string that starts with * in quotes");
        }
        replayed += parts.size();
        if (replayed > MOST) {
            throw tokens.bad(
                    line,
                    column,
                    "",
                    "aliases expand to more than " + MOST + " values; write them out");
        }
        replay = parts.iterator();
        return replayed();
    }

    Part replayed() {
        var part = replay.next();
        record(part);
        return part;
    }
}
