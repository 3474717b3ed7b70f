package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.formats.BadInput;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    WRITTEN,        ADDRESS,         PORT
                    127.0.0.1:8085, 127.0.0.1,       8085
                    localhost:0,    127.0.0.1,       0
                    0.0.0.0:9090,   0.0.0.0,         9090
                    [::]:65535,     0:0:0:0:0:0:0:0, 65535
                    """)
    void readsAnAddressAndAPort(String written, String address, int port) {
        var read = address("--listen", written).orElseThrow();

        assertThat(read.getAddress().getHostAddress()).isEqualTo(address);
        assertThat(read.getPort()).isEqualTo(port);
    }

    @Test
    void isOnLoopbackUnlessToldOtherwise() {
        assertThat(address().orElseThrow().getAddress().isLoopbackAddress()).isTrue();
        assertThat(address("--listen", "off")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8085", ":8085", "127.0.0.1", "127.0.0.1:65536", "1.2.3.4.5:1", "on"})
    void refusesAnythingElse(String written) {
        assertThatThrownBy(() -> address("--listen", written))
                .isInstanceOf(BadInput.class)
                .hasMessage(
                        "--listen: '"
                                + written
                                + "' is not an address and a port; write 127.0.0.1:8085,"
                                + " 0.0.0.0:8085 or [::]:8085 for all addresses of this machine,"
                                + " or off");
    }

    private static Optional<InetSocketAddress> address(String... words) {
        return ListenAddress.of(new Arguments(new Run(), List.of(words)));
    }
}
