package dev.plimsoll.slack;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.fit.NodeFit;
import dev.plimsoll.fit.NodeFit.ShapeFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Gives placeholders their places among the real pods.
///
/// A placeholder stays on its node while it fits there. The others get a place in one scan of the
/// nodes for each shape, the node with the least room first; the scan ends with the last node, and
/// what is left has no place. Marked placeholders and those of the biggest pods come first, and
/// take the place of standard ones if no other is free.
///
/// Hot: it asks for every placeholder once, and for every shape that needs a place at every node.
final class Seating {

    private static final int NONE = -1;

    /// Placeholders of one shape with their nodes.
    private final class Party {

        private final Placeholders of;
        private final ShapeFit shapeFit;
        private final String[] names;
        private final int[] before;
        private final int[] seats;

        /// The position of the scan in the order of nodes.
        private int next;

        private Party(Placeholders of, SlackPast past, Map<String, Integer> index) {
            this.of = of;
            shapeFit = nodeFit.shapeFit(of.shape());
            names = of.names().toArray(String[]::new);
            before = new int[of.count()];
            seats = new int[of.count()];
            Arrays.fill(seats, NONE);
            for (int i = 0; i < names.length; i++) {
                before[i] = index.getOrDefault(past.seats().getOrDefault(names[i], ""), NONE);
            }
        }

        private boolean fits(int node) {
            questions++;
            return isOpen[node] && shapeFit.fits(node);
        }

        private void sit(int number, int node) {
            shapeFit.change(node, 1);
            seats[number] = node;
            seated += of.kind().isNamed() ? 1 : 0;
        }

        private void leave(int number) {
            shapeFit.change(seats[number], -1);
            seats[number] = NONE;
        }

        /// The first without a place, from a number on; the count if there is none.
        private int firstWithout(int from) {
            int number = from;
            while (number < seats.length && seats[number] != NONE) {
                number++;
            }
            return number;
        }

        private boolean isComplete() {
            return firstWithout(0) == seats.length;
        }

        /// A placed pod can make another node fit.
        private boolean mayReturn() {
            var constraints = of.shape().constraints();
            return !constraints.near().isEmpty() || !constraints.spread().isEmpty();
        }
    }

    private final SlackPast past;
    private final List<Node> nodes;
    private final NodeFit nodeFit;
    private final boolean[] isOpen;
    private final List<Party> parties = new ArrayList<>();
    private final List<Party> named = new ArrayList<>();
    private final List<Party> standard = new ArrayList<>();

    /// Standard placeholders and then fillers, by number.
    private final List<Yielding> inOrder = new ArrayList<>();

    /// The indexes of open nodes, those with the least room first.
    private Integer[] order = new Integer[0];

    private long questions;

    /// The number of marked and biggest ones with a place.
    private int seated;

    /// @param nodes in the order of the node fit
    /// @param nodeFit with all real pods; gets the placeholders
    Seating(WantedSlack wanted, SlackPast past, List<Node> nodes, NodeFit nodeFit) {
        this.past = past;
        this.nodes = nodes;
        this.nodeFit = nodeFit;
        isOpen = new boolean[nodes.size()];
        Map<String, Integer> index = new LinkedHashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            isOpen[i] = nodes.get(i).isActive() && nodes.get(i).ready();
            index.put(nodes.get(i).name(), i);
        }
        for (var of : wanted.placeholders()) {
            var party = new Party(of, past, index);
            parties.add(party);
            (of.kind().isNamed() ? named : standard).add(party);
        }
        for (var party : standard) {
            for (int i = 0; i < party.seats.length; i++) {
                inOrder.add(new Yielding(party, i));
            }
        }
        inOrder.sort(
                Comparator.comparing((Yielding one) -> one.party.of.kind())
                        .thenComparing(one -> one.party.of.name())
                        .thenComparing(one -> one.party.of.numbers().get(one.number)));
    }

    void seat() {
        keepNamed();
        keepStandard();
        placeNamed();
        placeStandard();
        // What was displaced may have left room on its way.
        placeNamed();
    }

    /// Until no more stay: one may be allowed only beside one of another shape.
    private void keepNamed() {
        int before;
        do {
            before = seated;
            named.forEach(this::keep);
        } while (seated > before);
    }

    /// Until no more find a place: one may be allowed only beside another one.
    private void placeNamed() {
        int before;
        do {
            before = seated;
            named.forEach(this::place);
            named.forEach(this::displace);
        } while (seated > before);
    }

    /// Placeholders stay where they were. One may be allowed only beside another one, so those that
    /// are refused are asked again while others are not.
    private void keep(Party party) {
        boolean isAny = party.of.shape().constraints().isAny();
        boolean again = true;
        while (again) {
            again = false;
            boolean isRefused = false;
            for (int i = 0; i < party.seats.length; i++) {
                int node = party.before[i];
                if (node == NONE || party.seats[i] != NONE) {
                    continue;
                }
                if (party.fits(node)) {
                    party.sit(i, node);
                    again = true;
                } else {
                    isRefused = true;
                }
            }
            again &= isRefused && !isAny;
        }
    }

    private void keepStandard() {
        for (var one : inOrder) {
            int node = one.party.before[one.number];
            if (node != NONE && one.party.fits(node)) {
                one.party.sit(one.number, node);
            }
        }
    }

    private void place(Party party) {
        if (party.isComplete()) {
            return;
        }
        sortNodes();
        if (party.mayReturn()) {
            circle(party);
        } else {
            scan(party);
        }
    }

    private void scan(Party party) {
        party.next = 0;
        for (int i = party.firstWithout(0); i < party.seats.length; i = party.firstWithout(i)) {
            if (!sitOnNext(party, i)) {
                return;
            }
        }
    }

    /// By number: if some have no place, they are the last.
    private void placeStandard() {
        for (var party : standard) {
            party.next = 0;
        }
        for (var one : inOrder) {
            if (one.party.seats[one.number] == NONE) {
                sortNodes();
                sitOnNext(one.party, one.number);
            }
        }
    }

    /// Continues the scan of the nodes for a shape.
    private boolean sitOnNext(Party party, int number) {
        while (party.next < order.length && !party.fits(order[party.next])) {
            party.next++;
        }
        if (party.next == order.length) {
            return false;
        }
        party.sit(number, order[party.next]);
        return true;
    }

    /// Each on the next node that takes it, until all nodes in turn have refused one.
    private void circle(Party party) {
        int number = party.firstWithout(0);
        int at = 0;
        for (int refusals = 0; refusals < order.length && number < party.seats.length; ) {
            if (party.fits(order[at])) {
                party.sit(number, order[at]);
                number = party.firstWithout(number);
                refusals = 0;
            } else {
                refusals++;
            }
            at = at + 1 < order.length ? at + 1 : 0;
        }
    }

    /// A standard placeholder, which can make room for others.
    private record Yielding(Party party, int number) {}

    /// Placeholders take the place of standard ones, of as few as possible.
    private void displace(Party party) {
        int number = party.firstWithout(0);
        if (number == party.seats.length) {
            return;
        }
        var yielding = yielding();
        for (int at = 0; at < order.length && number < party.seats.length; ) {
            var here = yielding.getOrDefault(order[at], List.of());
            if (!here.isEmpty() && displace(party, number, order[at], here)) {
                number = party.firstWithout(number);
            } else {
                at++;
            }
        }
    }

    /// Standard placeholders and fillers by node; the first to go is the last of a list.
    private Map<Integer, List<Yielding>> yielding() {
        Map<Integer, List<Yielding>> byNode = new LinkedHashMap<>();
        for (var one : inOrder) {
            int node = one.party.seats[one.number];
            if (node != NONE) {
                byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(one);
            }
        }
        return byNode;
    }

    private boolean displace(Party party, int number, int node, List<Yielding> here) {
        var gone = new ArrayList<Yielding>();
        while (!here.isEmpty() && !party.fits(node)) {
            var last = here.removeLast();
            last.party.leave(last.number);
            gone.addFirst(last);
        }
        boolean hasRoom = party.fits(node);
        if (hasRoom) {
            party.sit(number, node);
        }
        for (var one : gone) {
            if (!hasRoom || one.party.fits(node)) {
                one.party.sit(one.number, node);
                here.add(one);
            }
        }
        return hasRoom;
    }

    /// The node with the least room first: nodes with much room stay free for large pods.
    private void sortNodes() {
        if (order.length > 0) {
            return;
        }
        var room = new long[nodes.size()];
        var open = new ArrayList<Integer>();
        for (int i = 0; i < room.length; i++) {
            if (isOpen[i]) {
                room[i] = nodeFit.room(i);
                open.add(i);
            }
        }
        open.sort(
                Comparator.comparingLong((Integer node) -> room[node])
                        .thenComparing(node -> nodes.get(node).name()));
        order = open.toArray(Integer[]::new);
    }

    /// How often it asked whether a placeholder fits on a node.
    long questions() {
        return questions;
    }

    String nodeName(int node) {
        return nodes.get(node).name();
    }

    /// Whether pods can start on the node.
    boolean isOpen(int node) {
        return isOpen[node];
    }

    /// All placeholders, by kind, name and number.
    List<Placeholder> placeholders() {
        var all = new ArrayList<Placeholder>();
        for (var party : parties) {
            for (int i = 0; i < party.seats.length; i++) {
                int node = party.seats[i];
                all.add(
                        new Placeholder(
                                party.of,
                                party.of.numbers().get(i),
                                node == NONE ? "" : nodes.get(node).name(),
                                past.seats().getOrDefault(party.names[i], "")));
            }
        }
        all.sort(Placeholder.BY_NUMBER);
        return all;
    }
}
