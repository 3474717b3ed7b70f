package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.kubernetes.Change;
import dev.plimsoll.formats.kubernetes.ObjectKind;
import dev.plimsoll.formats.kubernetes.ObjectReader;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// A machine waits for its volumes.
class DetachingTest {

    private final Inventory inventory = new Inventory();
    private long nanos;
    private final Detaching detaching = new Detaching(() -> nanos);

    @Test
    void aNodeWithoutVolumesGoesAtOnce() {
        assertThat(detaching.refusal(draining(), cluster())).isEmpty();
    }

    @Test
    void aNodeWaitsUntilItsVolumesAreDetached() {
        attach("one");
        attach("two");

        assertThat(detaching.refusal(draining(), cluster()))
                .contains("it waits until 2 of its volumes are detached");

        detach("one");
        detach("two");
        assertThat(detaching.refusal(draining(), cluster())).isEmpty();
    }

    @Test
    void aNodeWaitsSixMinutesAtMost() {
        attach("one");
        detaching.refusal(draining(), cluster());

        nanos += Duration.ofMinutes(6).toNanos() - 1;
        assertThat(detaching.refusal(draining(), cluster())).isPresent();
        nanos++;
        assertThat(detaching.refusal(draining(), cluster())).isEmpty();
    }

    /// A node that took pods again, or another one of its name, waits from the beginning.
    @Test
    void theWaitBeginsAnewAfterANodeWasTakenBack() {
        attach("one");
        detaching.refusal(draining(), cluster());
        inventory.put(Node.of("a", Resources.NONE));
        detaching.keepThoseOf(cluster());

        nanos += Duration.ofMinutes(6).toNanos();

        assertThat(detaching.refusal(draining(), cluster())).isPresent();
    }

    private Node draining() {
        var node =
                Node.of("a", Resources.NONE).with(new NodeState.Draining(Instant.ofEpochSecond(1)));
        inventory.put(node);
        return node;
    }

    private Cluster cluster() {
        return inventory.cluster();
    }

    private void attach(String name) {
        take(new Change.Put(ObjectKind.ATTACHMENT, attachment(name)));
    }

    private void detach(String name) {
        take(new Change.Deleted(ObjectKind.ATTACHMENT, attachment(name)));
    }

    private void take(Change change) {
        new ObjectReader(inventory, new Mistakes(), _ -> {}).take(change);
    }

    private static Value.Mapping attachment(String name) {
        var text =
                """
                {"kind": "VolumeAttachment", "metadata": {"name": "%s"}, "spec": {"attacher": "csi.example.com",
                "nodeName": "a", "source": {"persistentVolumeName": "pv-%1$s"}}, "status": {"attached": true}}
                """
                        .formatted(name);
        try (var documents = Values.read(Source.text("test", text), new Mistakes())) {
            return (Value.Mapping) documents.next();
        }
    }
}
