package dev.plimsoll.scaling;

import dev.plimsoll.packing.EvenSplit;
import dev.plimsoll.packing.EvenSplit.Part;
import dev.plimsoll.packing.Naming;
import dev.plimsoll.packing.Offer;
import dev.plimsoll.packing.Packing;
import dev.plimsoll.packing.Packing.Opened;
import dev.plimsoll.packing.Packing.Placed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Splits new nodes evenly over groups that are equivalent, so that they stay equal in size.
final class BalanceSimilarGroups {

    private static final Part NONE = new Part(0, 0);

    private final Map<String, Part> parts;
    private final Naming naming;
    private final Map<String, Opened> changed = new LinkedHashMap<>();

    /// @param parts the sizes of the groups, by name
    /// @param naming knows all names in use
    BalanceSimilarGroups(Map<String, Part> parts, Naming naming) {
        this.parts = parts;
        this.naming = naming;
    }

    /// The packing with other groups for some of its nodes.
    ///
    /// @param equivalents offers of equivalent groups
    Packing of(Packing packing, List<List<Offer>> equivalents) {
        equivalents.forEach(similar -> share(packing, similar));
        if (changed.isEmpty()) {
            return packing;
        }
        return new Packing(
                packing.opened().stream().map(this::now).toList(),
                packing.placed().stream()
                        .map(one -> new Placed(one.shape(), one.count(), now(one.node())))
                        .toList(),
                packing.left());
    }

    private Opened now(Opened node) {
        return changed.getOrDefault(node.node(), node);
    }

    private String now(String node) {
        var other = changed.get(node);
        return other == null ? node : other.node();
    }

    private void share(Packing packing, List<Offer> similar) {
        var names = similar.stream().map(Offer::name).toList();
        var opened =
                packing.opened().stream()
                        .filter(node -> names.contains(node.offer().name()))
                        .toList();
        var more = more(similar, opened.size());
        int to = 0;
        for (var node : moving(opened, names, more)) {
            while (more[to] == 0) {
                to++;
            }
            more[to]--;
            var offer = similar.get(to);
            changed.put(node.node(), new Opened(naming.next(offer), offer));
        }
    }

    /// The nodes that move to another group. Nodes that stay are subtracted from `more`.
    private static List<Opened> moving(List<Opened> opened, List<String> names, int[] more) {
        var moving = new ArrayList<Opened>();
        for (var node : opened) {
            int own = names.indexOf(node.offer().name());
            if (more[own] > 0) {
                more[own]--;
            } else {
                moving.add(node);
            }
        }
        return moving;
    }

    /// How many of the nodes each group gets.
    private int[] more(List<Offer> similar, int nodes) {
        var sizes = similar.stream().map(offer -> parts.getOrDefault(offer.name(), NONE)).toList();
        var grown = EvenSplit.grown(sizes, nodes);
        var more = new int[sizes.size()];
        for (int i = 0; i < more.length; i++) {
            more[i] = grown.get(i) - sizes.get(i).size();
        }
        return more;
    }
}
