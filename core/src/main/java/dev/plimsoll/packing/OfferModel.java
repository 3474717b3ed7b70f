package dev.plimsoll.packing;

import dev.plimsoll.fit.Fit;
import dev.plimsoll.packing.Catalogue.Item;
import dev.plimsoll.packing.UnplacedPods.Party;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

/// Offers with equal free resources and price whose nodes admit the same pods: for example one
/// instance type in several zones.
final class OfferModel {

    /// The pods that a node admits by the rules about the node alone, by size. Models that admit
    /// the same pods share a door, so doors are compared by identity.
    static final class Door {
        private final List<List<Party>> bySize;

        private Door(List<List<Party>> bySize) {
            this.bySize = bySize;
        }

        List<List<Party>> bySize() {
            return bySize;
        }
    }

    private record Key(Door door, List<Long> room, double price) {}

    final Door door;
    final long[] room;
    final double price;
    final List<Item> items = new ArrayList<>();

    private OfferModel(Door door, Item first) {
        this.door = door;
        this.room = first.room;
        this.price = first.price;
    }

    static List<OfferModel> of(Catalogue catalogue, Sizes sizes, Predicate<Party> who) {
        var doors = new ArrayList<Door>();
        var known = new LinkedHashMap<List<List<Party>>, Door>();
        for (int kind = 0; kind < catalogue.kinds(); kind++) {
            var letIn = letIn(catalogue.ofKind(kind).getFirst(), sizes, who);
            doors.add(known.computeIfAbsent(letIn, Door::new));
        }
        var models = new LinkedHashMap<Key, OfferModel>();
        for (var item : catalogue.items()) {
            var door = doors.get(item.kind);
            var room = Arrays.stream(item.room).boxed().toList();
            models.computeIfAbsent(new Key(door, room, item.price), _ -> new OfferModel(door, item))
                    .items
                    .add(item);
        }
        return List.copyOf(models.values());
    }

    private static List<List<Party>> letIn(Item item, Sizes sizes, Predicate<Party> who) {
        var node = item.offer.node();
        Predicate<Party> isLetIn = party -> Fit.admits(node, party.shape()).fits();
        return sizes.list().stream()
                .map(size -> size.parties().stream().filter(who.and(isLetIn)).toList())
                .toList();
    }

    boolean canBeHad() {
        for (var item : items) {
            if (item.left() > 0) {
                return true;
            }
        }
        return false;
    }
}
