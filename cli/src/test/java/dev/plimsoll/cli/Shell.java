package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Look;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Runs the command line as a shell would, and keeps what it says.
///
/// @param code the exit code
record Shell(int code, String out, String err) {

    static Shell plimsoll(Object... words) {
        return plimsollReading("", words);
    }

    static Shell plimsollReading(String input, Object... words) {
        return plimsollOn(Look.PLAIN, input, words);
    }

    /// With another look than that of a pipe.
    static Shell plimsollOn(Look look, String input, Object... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        var console = new Console(in, out, err, () -> look);
        var arguments = List.of(words).stream().map(Object::toString).toList();
        var code = console.finish(Main.run(arguments, console));
        return new Shell(
                code.number(),
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }

    /// A file of the checkout.
    static Path inCheckout(String path) {
        return Path.of(System.getProperty("plimsoll.root", "..")).resolve(path);
    }
}
