package dev.plimsoll.formats;

/// A step through a text in JSON or YAML.
public enum Token {
    START_MAP,
    END_MAP,
    START_LIST,
    END_LIST,
    /// A key of a mapping; its value follows.
    KEY,
    SCALAR,
    /// A null, or the empty text after a key.
    NULL,
    /// The end of the text. There is no token between documents: each value on the outermost level
    /// is one.
    END
}
