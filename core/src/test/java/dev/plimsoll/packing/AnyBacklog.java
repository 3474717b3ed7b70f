package dev.plimsoll.packing;

import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.quantity.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Pods that wait, nodes that are there and nodes that can be had, by chance.
final class AnyBacklog {

    final List<Node> there = new ArrayList<>();
    final List<Offer> offers = new ArrayList<>();
    final List<Pods> pods = new ArrayList<>();

    private final RandomGenerator random;
    private final AnyObject any;

    AnyBacklog(RandomGenerator random) {
        this.random = random;
        this.any = new AnyObject(random);
        for (int i = random.nextInt(3); i > 0; i--) {
            there.add(perhapsWithOne(any.node("there-" + i)));
        }
        int many = random.nextInt(4) == 0 ? 60 : 6;
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            var node = perhapsWithOne(any.node("new-" + i));
            var price = new Money(random.nextInt(9));
            offers.add(new Offer("o" + i, node, price, random.nextInt(many)));
        }
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            pods.add(new Pods(anyShape(), random.nextInt(1, many), "pod-" + i));
        }
    }

    private Node perhapsWithOne(Node node) {
        return random.nextInt(3) == 0
                ? node.with(List.of(new Pods(any.choosyShape(), 1, "there")))
                : node;
    }

    private Shape anyShape() {
        return random.nextInt(3) == 0 ? any.choosyShape() : any.shape();
    }
}
