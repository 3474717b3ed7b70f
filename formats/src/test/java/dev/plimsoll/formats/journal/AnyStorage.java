package dev.plimsoll.formats.journal;

import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.storage.Capacity;
import dev.plimsoll.storage.Claim;
import dev.plimsoll.storage.NodeDrivers;
import dev.plimsoll.storage.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Storage objects of a cluster that come, change and go by chance.
final class AnyStorage {

    private static final List<String> NAMES = List.of("1", "2", "a");
    private static final List<String> OR_NONE = List.of("", "1", "a");

    private final RandomGenerator random;
    private final AnyObject any;

    AnyStorage(RandomGenerator random) {
        this.random = random;
        this.any = new AnyObject(random);
    }

    void change(Inventory inventory) {
        boolean goes = random.nextInt(3) == 0;
        var name = any.of(NAMES);
        var inNamespace = any.name();
        switch (random.nextInt(7)) {
            case 0 ->
                    change(
                            goes,
                            () -> inventory.removeClaim(inNamespace),
                            () -> inventory.put(claim(inNamespace)));
            case 1 ->
                    change(
                            goes,
                            () -> inventory.removeVolume(name),
                            () -> inventory.put(volume(name)));
            case 2 ->
                    change(
                            goes,
                            () -> inventory.removeClass(name),
                            () -> inventory.put(any.volumeClass()));
            case 3 ->
                    change(
                            goes,
                            () -> inventory.removeDriver(name),
                            () -> inventory.put(any.driver()));
            case 4 ->
                    change(
                            goes,
                            () -> inventory.removeNodeDrivers(node()),
                            () -> inventory.put(nodeDrivers()));
            case 5 ->
                    change(
                            goes,
                            () -> inventory.removeAttachment(name),
                            () -> inventory.put(any.attachment()));
            default ->
                    change(
                            goes,
                            () -> inventory.removeCapacity(inNamespace),
                            () -> inventory.put(capacity(inNamespace)));
        }
    }

    private static void change(boolean goes, Runnable remove, Runnable put) {
        (goes ? remove : put).run();
    }

    private Claim claim(ObjectName name) {
        return new Claim(
                name.namespace(),
                name.name(),
                any.of(OR_NONE),
                any.of(OR_NONE),
                any.of(List.of(Claim.State.values())),
                any.of(OR_NONE),
                new Claim.Ask(
                        any.of(OR_NONE),
                        random.nextBoolean() ? Claim.Ask.NO_SIZE : random.nextLong(1L << 50),
                        modes(),
                        any.of(List.of("", "Block")),
                        any.of(OR_NONE),
                        any.selector()),
                random.nextBoolean() ? "" : node());
    }

    private Volume volume(String name) {
        return new Volume(
                name,
                any.labels(),
                random.nextBoolean()
                        ? new Affinity.Anywhere()
                        : new Affinity.AnyOf(some(any::term)),
                random.nextBoolean()
                        ? Volume.Claimed.NOBODY
                        : new Volume.Claimed(any.name(), any.of(OR_NONE)),
                new Volume.Offer(
                        any.of(OR_NONE),
                        random.nextLong(1L << 50),
                        modes(),
                        any.of(List.of("", "Block")),
                        any.of(OR_NONE)),
                new Volume.Source(any.of(OR_NONE), any.of(OR_NONE), any.of(OR_NONE)),
                any.of(List.of(Volume.State.values())));
    }

    private NodeDrivers nodeDrivers() {
        var limits = new TreeMap<String, Integer>();
        some(() -> any.of(NAMES))
                .forEach(driver ->
                        limits.put(
                                driver,
                                random.nextBoolean()
                                        ? NodeDrivers.NO_LIMIT
                                        : random.nextInt(Integer.MAX_VALUE)));
        return new NodeDrivers(node(), limits, some(() -> any.of(NAMES)));
    }

    private Capacity capacity(ObjectName name) {
        return new Capacity(
                name.namespace(),
                name.name(),
                any.of(OR_NONE),
                random.nextBoolean() ? Capacity.NONE : random.nextLong(1L << 50),
                any.selector());
    }

    private List<String> modes() {
        return some(() -> any.of(List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteOncePod")));
    }

    private String node() {
        return "node-" + random.nextInt(6);
    }

    private <T> List<T> some(Supplier<T> one) {
        var some = new ArrayList<T>();
        for (int left = random.nextInt(3); left > 0; left--) {
            some.add(one.get());
        }
        return some;
    }
}
