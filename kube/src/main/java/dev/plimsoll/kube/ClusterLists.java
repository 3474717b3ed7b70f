package dev.plimsoll.kube;

import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.formats.kubernetes.DumpWriter;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.formats.kubernetes.ServerText;
import dev.plimsoll.formats.kubernetes.Summary;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Reads a running cluster once, by lists. Nothing is watched and nothing is changed.
public final class ClusterLists {

    private static final int PAGE = 500;

    /// Reads one page of a list.
    @FunctionalInterface
    private interface PageReader {
        ServerText.PageEnd page(ObjectKind kind, InputStream in);
    }

    private ClusterLists() {}

    /// @throws IOException if the API server cannot be reached or refuses a list
    public static Summary read(ApiServer server, ClusterReader reader) throws IOException {
        read(server, reader::page);
        return reader.listed();
    }

    /// Writes a dump of the cluster, up to its end.
    ///
    /// @throws IOException if the API server cannot be reached or refuses a list
    public static void copy(ApiServer server, DumpWriter writer) throws IOException {
        read(server, writer::page);
        writer.complete();
    }

    private static void read(ApiServer server, PageReader reader) throws IOException {
        for (var kind : ObjectKind.ofEveryCluster()) {
            read(server, kind, kind.path(), reader);
        }
        for (var kind : ObjectKind.ofKarpenter()) {
            readIfThere(server, kind, kind.path(), reader);
        }
        for (var kind : ObjectKind.ofRoom()) {
            boolean isThere = readIfThere(server, kind, kind.path(), reader);
            if (!isThere && kind.isOptional()) {
                readIfThere(server, kind, kind.olderPath(), reader);
            }
        }
    }

    /// A cluster without the kind answers 403 to users whose role does not name it.
    private static boolean readIfThere(
            ApiServer server, ObjectKind kind, String path, PageReader reader) throws IOException {
        try {
            read(server, kind, path, reader);
            return true;
        } catch (Refused absent) {
            if (absent.status() != 404 && absent.status() != 403) {
                throw absent;
            }
            return false;
        }
    }

    private static void read(ApiServer server, ObjectKind kind, String path, PageReader reader)
            throws IOException {
        var next = "";
        do {
            try (var in = server.page(page(path, next))) {
                next = reader.page(kind, in).next();
            }
        } while (!next.isEmpty());
    }

    /// The path of a page of a list.
    ///
    /// @param path of all objects
    /// @param token of the page; empty for the first
    public static String page(String path, String token) {
        var first = path + "?limit=" + PAGE;
        return token.isEmpty()
                ? first
                : first + "&continue=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }
}
