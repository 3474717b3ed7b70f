package dev.plimsoll.e2e;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A bad network before an API server. Bytes pass unchanged, so TLS is between client and server.
public final class TcpProxy implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final int port;
    private volatile ServerSocket listener;
    private volatile URI target;
    private volatile Duration delay = Duration.ZERO;

    public TcpProxy(URI target) {
        this.target = target;
        listener = listen(0);
        port = listener.getLocalPort();
    }

    /// The address for clients, in place of the API server's.
    public URI server() {
        return URI.create("https://127.0.0.1:" + port);
    }

    /// Leads new connections to another API server.
    public void forwardTo(URI another) {
        target = another;
    }

    /// Ends all connections.
    public void cut() {
        open.forEach(TcpProxy::end);
    }

    /// Refuses new connections until `accept`. Open ones stay.
    public void refuse() {
        end(listener);
    }

    public void accept() {
        if (listener.isClosed()) {
            listener = listen(port);
        }
    }

    /// Holds back everything that is sent from now on, in both directions.
    public void delay(Duration time) {
        delay = time;
    }

    @Override
    public void close() {
        refuse();
        cut();
    }

    private ServerSocket listen(int at) {
        try {
            var socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(LOOPBACK, at));
            Thread.ofVirtual().start(() -> serve(socket));
            return socket;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void serve(ServerSocket socket) {
        try {
            while (true) {
                connect(socket.accept());
            }
        } catch (IOException closed) {
            end(socket);
        }
    }

    /// A client whose server does not answer sees its connection end.
    private void connect(Socket client) {
        open.add(client);
        try {
            var server = new Socket(LOOPBACK, target.getPort());
            open.add(server);
            Thread.ofVirtual().start(() -> pass(client, server));
            Thread.ofVirtual().start(() -> pass(server, client));
        } catch (IOException refused) {
            end(client);
            open.remove(client);
        }
    }

    private void pass(Socket from, Socket to) {
        var bytes = new byte[16 * 1024];
        try {
            for (int count = from.getInputStream().read(bytes);
                    count >= 0;
                    count = from.getInputStream().read(bytes)) {
                Thread.sleep(delay);
                to.getOutputStream().write(bytes, 0, count);
            }
        } catch (IOException cut) {
            // Both ends are closed below.
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            for (var socket : List.of(from, to)) {
                end(socket);
                open.remove(socket);
            }
        }
    }

    private static void end(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
