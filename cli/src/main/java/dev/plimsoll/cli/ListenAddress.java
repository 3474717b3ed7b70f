package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// The address and port of `--listen`. Names are not looked up.
final class ListenAddress {

    /// Only programs of the same machine reach it.
    static final String USUAL = "127.0.0.1:8085";

    private static final Pattern FORM =
            Pattern.compile("(?:([0-9.]+|localhost)|\\[([0-9A-Fa-f:.]+)]):([0-9]{1,5})");

    private ListenAddress() {}

    /// The address; nothing if it is `off`.
    ///
    /// @throws BadInput if it is no address
    static Optional<InetSocketAddress> of(Arguments arguments) {
        var text = arguments.text(Run.LISTEN, USUAL);
        if (text.equals("off")) {
            return Optional.empty();
        }
        var form = FORM.matcher(text);
        if (!form.matches() || Integer.parseInt(form.group(3)) > 65_535) {
            throw wrong(arguments, text);
        }
        var host = Optional.ofNullable(form.group(1)).orElse(form.group(2));
        try {
            var address =
                    host.equals("localhost")
                            ? InetAddress.getLoopbackAddress()
                            : InetAddress.ofLiteral(host);
            return Optional.of(new InetSocketAddress(address, Integer.parseInt(form.group(3))));
        } catch (IllegalArgumentException noAddress) {
            throw wrong(arguments, text);
        }
    }

    private static BadInput wrong(Arguments arguments, String text) {
        return arguments.wrong(
                Run.LISTEN,
                "'"
                        + text
                        + "' is not an address and a port; write "
                        + USUAL
                        + ", 0.0.0.0:8085 or [::]:8085 for all addresses of this machine, or off");
    }
}
