package dev.plimsoll.kube;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/// What operators see of a controller: metrics.
public final class Operations {

    private final Metrics metrics = new Metrics();

    public void turned(TurnReport turn) {
        metrics.turned(turn);
    }

    public void skipped(Skipped why) {
        metrics.skipped(why);
    }

    /// Answers requests about health, readiness and metrics.
    ///
    /// @throws IOException if the address is not of this machine, or the port is taken
    public StatusServer listen(InetSocketAddress address, Supplier<Signs> signs)
            throws IOException {
        return StatusServer.start(address, signs, metrics);
    }
}
