package dev.plimsoll.formats;

/// The encoding and language of a file, by its first bytes.
final class FileStart {

    private static final String WANTED = "; name a YAML or JSON file in UTF-8";

    private FileStart() {}

    /// Where the text starts: behind a byte order mark, if there is one.
    ///
    /// @throws BadInput if this is not text in UTF-8
    static int textStart(String file, byte[] window) {
        if (starts(window, 0xFE, 0xFF) || starts(window, 0xFF, 0xFE)) {
            throw bad(
                    file, "this is text in UTF-16, as PowerShell's > writes it; save it in UTF-8");
        }
        if (starts(window, 0x1F, 0x8B)) {
            throw bad(file, "this is compressed with gzip; decompress it with gunzip first");
        }
        for (int at = 0; at < window.length; at++) {
            if (window[at] == 0) {
                throw bad(file, "this is not text: byte " + at + " is zero" + WANTED);
            }
        }
        return starts(window, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    }

    /// It looks like JSON. A brace can start YAML too, and a file of YAML documents can start with
    /// one in JSON: a line with `---` or a comment tells.
    static boolean isJson(byte[] text) {
        int at = behindBlanks(text, 0);
        while (at < text.length && text[at] == '[') {
            at = behindBlanks(text, at + 1);
        }
        if (at == text.length) {
            return at > 0 && text[0] == '[';
        }
        if (text[at] == '{') {
            at = behindBlanks(text, at + 1);
            return (at == text.length || text[at] == '"' || text[at] == '}') && !hasYamlLine(text);
        }
        boolean inList = behindBlanks(text, 0) < at;
        return inList && "]\"-0123456789tfn".indexOf(text[at]) >= 0 && !hasYamlLine(text);
    }

    /// A string in JSON has no line end, so a line of YAML is not inside one.
    private static boolean hasYamlLine(byte[] text) {
        for (int at = 0; at + 3 < text.length; at++) {
            if (text[at] == '\n'
                    && (text[at + 1] == '#'
                            || (text[at + 1] == '-'
                                    && text[at + 2] == '-'
                                    && text[at + 3] == '-'))) {
                return true;
            }
        }
        return false;
    }

    private static int behindBlanks(byte[] text, int from) {
        int at = from;
        while (at < text.length && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
        return at;
    }

    private static boolean starts(byte[] window, int... bytes) {
        if (window.length < bytes.length) {
            return false;
        }
        for (int at = 0; at < bytes.length; at++) {
            if ((window[at] & 0xFF) != bytes[at]) {
                return false;
            }
        }
        return true;
    }

    private static BadInput bad(String file, String sentence) {
        return new BadInput(Place.whole(file), "", sentence);
    }
}
