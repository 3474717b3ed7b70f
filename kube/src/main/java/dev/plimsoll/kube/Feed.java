package dev.plimsoll.kube;

import dev.plimsoll.collection.Hash;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.formats.kubernetes.ServerText;
import dev.plimsoll.formats.kubernetes.ServerText.Notice;
import dev.plimsoll.formats.kubernetes.ServerText.Version;
import dev.plimsoll.selection.ObjectName;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.function.Predicate;

/// Hands the changes of one kind of object to a queue. Objects that are listed again in a known
/// version are not read again.
final class Feed implements ListWatch.Objects {

    private final ApiServer server;
    private final ObjectKind kind;
    private final BlockingQueue<Change> queue;

    /// The version of each object that was read, both as hashes: two pods would have to share 64
    /// bits to be mixed up.
    private Map<Long, Long> known = new HashMap<>();

    private volatile String path;

    Feed(ApiServer server, ObjectKind kind, BlockingQueue<Change> queue) {
        this.path = kind.path();
        this.server = server;
        this.kind = kind;
        this.queue = queue;
    }

    @Override
    public String plural() {
        return kind.plural();
    }

    @Override
    public String path() {
        return path;
    }

    /// Without the kind there are no objects of it. The next list asks for another version.
    @Override
    public boolean absent() {
        if (!kind.isOptional()) {
            return false;
        }
        path = path.equals(kind.path()) ? kind.olderPath() : kind.path();
        known = new HashMap<>();
        hand(new Change.ListBegins(kind));
        hand(new Change.ListEnds(kind));
        return true;
    }

    /// A list that fails half-way is given up by the next one that begins.
    @Override
    public String list(ListWatch by) throws IOException, InterruptedException {
        var versions = new HashMap<Long, Long>();
        queue.put(new Change.ListBegins(kind));
        var next = "";
        var resourceVersion = "";
        do {
            try (var in = server.page(ClusterLists.page(path, next))) {
                by.heard();
                var end = text().page(in, isKnown(versions));
                next = end.next();
                resourceVersion = end.resourceVersion();
            }
        } while (!next.isEmpty());
        known = versions;
        queue.put(new Change.ListEnds(kind));
        return resourceVersion;
    }

    private Predicate<Version> isKnown(Map<Long, Long> versions) {
        return version -> {
            Long now = hash(version);
            long name = hash(version.name());
            versions.put(name, now);
            return now.equals(known.get(name));
        };
    }

    @Override
    public void read(InputStream watch, ListWatch by) throws IOException {
        var broken = new ArrayList<Notice.Broken>();
        text().watch(
                        watch,
                        new Known(),
                        notice -> {
                            switch (notice) {
                                case Notice.Reached(var version) -> by.reached(version);
                                case Notice.Broken end -> broken.add(end);
                            }
                        });
        refuse(broken);
    }

    private final class Known implements ServerText.Versions {

        @Override
        public void present(Version version) {
            known.put(hash(version.name()), hash(version));
        }

        @Override
        public void deleted(ObjectName name) {
            known.remove(hash(name));
        }
    }

    private void refuse(List<Notice.Broken> broken) throws Refused {
        for (var end : broken) {
            throw new Refused(
                    "the watch of " + kind.plural() + " broke: " + end.message(), end.code());
        }
    }

    private ServerText text() {
        return new ServerText(kind, this::hand);
    }

    private void hand(Change change) {
        try {
            queue.put(change);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static long hash(ObjectName name) {
        return Hash.ofUnits(name.toString());
    }

    private static long hash(Version version) {
        return Hash.ofUnits(version.uid() + "/" + version.resourceVersion());
    }
}
