package dev.plimsoll.kube;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What operators see of a controller: metrics, and unless it is a dry run, the status, the status
/// of CapacityBuffers, and Events in the cluster.
public final class Operations implements AutoCloseable {

    private final Metrics metrics = new Metrics();
    private final BackgroundRequests background;
    private final List<Consumer<TurnReport>> receivers;

    /// @param say receives sentences about what cannot be written
    public Operations(ApiServer server, Controller.Options options, Consumer<String> say) {
        background = new BackgroundRequests(say);
        var status = new StatusMap(server, options.namespace(), background);
        var buffers = new BufferStatus(server, background);
        var events =
                new Events(
                        server,
                        new Events.Writer(options.namespace(), options.identity()),
                        background,
                        status::uid,
                        metrics::event);
        receivers =
                options.dryRun()
                        ? List.of(metrics::turned)
                        : List.of(metrics::turned, status::turned, buffers::turned, events::turned);
    }

    public void turned(TurnReport turn) {
        receivers.forEach(receiver -> receiver.accept(turn));
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

    @Override
    public void close() {
        background.close();
    }
}
