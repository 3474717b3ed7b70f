package dev.plimsoll.packing;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.NodeState;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Taint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The offers, by kind of node: nodes of one kind differ only in free resources and price, so no
/// rule about pods treats them differently, and a node can be replaced by a smaller one.
final class Catalogue {

    /// The labels, taints, state and pods that all nodes of a kind have.
    private record Kind(
            Labels labels, List<Taint> taints, NodeState state, SortedMap<Shape, Integer> pods) {}

    /// The rest of a limit that several items share.
    private static final class Store {
        private long left;

        private Store(long left) {
            this.left = left;
        }
    }

    /// The amount of a limit that one node uses; above zero.
    private record Draw(Store of, long each) {}

    /// An offer during packing.
    static final class Item {
        final Offer offer;
        final int kind;

        /// Free amounts of one node, by resource.
        final long[] room;

        /// The hourly price in billionths of a dollar, at least one.
        final double price;

        private final Draw[] draws;
        private int left;

        private Item(Offer offer, int kind, long[] room, Draw[] draws) {
            this.offer = offer;
            this.kind = kind;
            this.room = room;
            this.price = Math.max(1, offer.priceHour().nanos());
            this.draws = draws;
            this.left = offer.most();
        }

        /// How many more nodes the limits allow.
        int left() {
            long can = left;
            for (var draw : draws) {
                can = Math.min(can, draw.of().left / draw.each());
            }
            return (int) can;
        }

        void take() {
            left--;
            for (var draw : draws) {
                draw.of().left -= draw.each();
            }
        }

        void giveBack() {
            left++;
            for (var draw : draws) {
                draw.of().left += draw.each();
            }
        }

        boolean holds(long[] amounts) {
            for (int i = 0; i < amounts.length; i++) {
                if (amounts[i] > room[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Item> items = new ArrayList<>();
    private final List<List<Item>> byKind = new ArrayList<>();

    /// @param asked the keys of labels that some rule looks at
    Catalogue(Supply supply, List<String> resources, SortedSet<String> asked) {
        var kinds = new LinkedHashMap<Kind, Integer>();
        var stores =
                supply.quotas().stream()
                        .map(quota -> new Store(Math.max(0, quota.left())))
                        .toList();
        for (var offer : Supply.byName(supply.offers())) {
            if (offer.most() > 0) {
                int kind = kinds.computeIfAbsent(kind(offer.node(), asked), _ -> kinds.size());
                var draws = draws(offer, supply.quotas(), stores);
                items.add(new Item(offer, kind, room(offer.node(), resources), draws));
            }
        }
        for (int kind = 0; kind < kinds.size(); kind++) {
            int one = kind;
            byKind.add(items.stream().filter(item -> item.kind == one).toList());
        }
    }

    private static Draw[] draws(Offer offer, List<SharedLimit> quotas, List<Store> stores) {
        return IntStream.range(0, quotas.size())
                .filter(i -> quotas.get(i).takes(offer) > 0)
                .mapToObj(i -> new Draw(stores.get(i), quotas.get(i).takes(offer)))
                .toArray(Draw[]::new);
    }

    List<Item> items() {
        return items;
    }

    int kinds() {
        return byKind.size();
    }

    List<Item> ofKind(int kind) {
        return byKind.get(kind);
    }

    /// One node of each kind, without pods.
    List<Node> oneOfEach() {
        return byKind.stream()
                .map(ofKind -> ofKind.getFirst().offer)
                .map(offer -> offer.node(offer.node().name() + "-to-come").with(List.of()))
                .toList();
    }

    private static Kind kind(Node node, SortedSet<String> asked) {
        var labels = node.labels().without(Node.HOSTNAME);
        var pods = new TreeMap<Shape, Integer>();
        node.pods().forEach(some -> pods.merge(some.shape(), some.count(), Integer::sum));
        return new Kind(labels.only(asked), node.taints(), node.state(), pods);
    }

    private static long[] room(Node node, List<String> resources) {
        var asked = node.asked();
        return resources.stream()
                .mapToLong(name -> {
                    long offered = node.allocatable().offered(name);
                    return offered == Resources.UNLIMITED
                            ? offered
                            : Math.max(0, offered - asked.asked(name));
                })
                .toArray();
    }
}
