package dev.plimsoll.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/// Runs several commands in one process and prints nothing, so that the launcher's start-up cache
/// learns the classes of all of them.
final class Training {

    private static final String NEXT = "--next";

    private Training() {}

    /// @param words the commands, with `--next` between them
    public static void main(String[] words) {
        var command = new ArrayList<String>();
        for (var word : words) {
            if (word.equals(NEXT)) {
                run(command);
                command.clear();
            } else {
                command.add(word);
            }
        }
        run(command);
    }

    private static void run(List<String> command) {
        var nowhere = OutputStream.nullOutputStream();
        Main.run(
                List.copyOf(command), new Console(InputStream.nullInputStream(), nowhere, nowhere));
    }
}
