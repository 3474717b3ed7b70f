package dev.plimsoll.scaling;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.groups.NodeGroup;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.groups.ZoneOrder;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Share;
import dev.plimsoll.scaling.Proposal.Cost;
import dev.plimsoll.scaling.Proposal.Grown;
import dev.plimsoll.scaling.Proposal.PendingShape;
import dev.plimsoll.scaling.Proposal.Staying;
import dev.plimsoll.slack.Placeholder;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The cluster to which a proposal leads, compared with the cluster that it is about.
public final class EndState {

    /// Why it is the end.
    public enum Finish {
        /// Only the purchase was looked at.
        PURCHASE,
        /// Nothing changes any more.
        SETTLED,
        /// The time of the horizon is over.
        TIME_IS_UP,
        /// The most rounds were decided.
        TOO_MANY_ROUNDS
    }

    /// A group in the end.
    ///
    /// @param group at first
    /// @param members its nodes in the end
    public record GroupEnd(NodeGroup group, List<Member> members) {

        public GroupEnd {
            members = List.copyOf(members);
        }

        public String name() {
            return group.name();
        }

        /// The number of its nodes in the end.
        public int wanted() {
            return members.size();
        }

        /// The nodes that it has in the end and had not at first.
        public List<Member> bought() {
            var old = new LinkedHashSet<>(group.nodes());
            return members.stream().filter(member -> !old.contains(member.node())).toList();
        }

        /// The nodes that it had at first and has not in the end.
        public List<Member> gone() {
            var kept = names(members);
            return group.members().stream()
                    .filter(member -> !kept.contains(member.node()))
                    .toList();
        }

        /// The zones of the new nodes, as far as they are certain.
        public ZoneOrder zones() {
            var members = new ArrayList<>(group.members());
            members.addAll(bought());
            return new Grown(group, members).zones();
        }
    }

    /// Why a node is removed.
    public enum Cause {
        /// Its pods fit on other nodes.
        UNNEEDED,
        /// Other nodes take its pods at a lower cost.
        REPLACED,
        /// It is drained for another cause, or drained already.
        DRAINED
    }

    /// A node that is removed.
    ///
    /// @param after the virtual time until then
    public record Departure(Duration after, Cause cause) {}

    /// How it was reached.
    ///
    /// @param rounds the number of decisions
    /// @param after the virtual time until the last change
    /// @param gone the nodes that are removed, by name
    /// @param reasons of all steps in their order, and of what stays as it is
    public record Course(
            int rounds,
            Duration after,
            Finish finish,
            SortedMap<String, Departure> gone,
            List<Reason> reasons) {

        public Course {
            reasons = List.copyOf(reasons);
        }
    }

    /// The part of a node's price that pays for resources no pod requests.
    public record Waste(String node, String group, Money hour) {}

    private final Proposal first;
    private final Proposal last;
    private final List<GroupEnd> groups;
    private final Course course;

    private EndState(Proposal first, Proposal last, List<GroupEnd> groups, Course course) {
        this.first = first;
        this.last = last;
        this.groups = groups;
        this.course = course;
    }

    /// The cluster when the new nodes have joined and the pending pods run.
    static EndState afterPurchase(Proposal proposal) {
        var groups =
                proposal.groups().stream()
                        .map(grown -> new GroupEnd(grown.group(), grown.members()))
                        .toList();
        var course =
                new Course(
                        1, Duration.ZERO, Finish.PURCHASE, new TreeMap<>(), proposal.allReasons());
        return new EndState(proposal, proposal, groups, course);
    }

    /// @param last about the cluster in the end
    static EndState of(Proposal first, Proposal last, Course course) {
        var members = new LinkedHashMap<String, List<Member>>();
        last.facts().groups().forEach(group -> members.put(group.name(), group.members()));
        var groups =
                first.facts().groups().stream()
                        .map(group ->
                                new GroupEnd(group, members.getOrDefault(group.name(), List.of())))
                        .toList();
        return new EndState(first, last, groups, course);
    }

    /// How it was reached.
    public Course course() {
        return course;
    }

    /// The decision about the cluster in the end; its own steps are not taken.
    public Proposal last() {
        return last;
    }

    /// The reasons of all steps in their order, then those about what stays as it is.
    public List<Reason> reasons() {
        return course.reasons();
    }

    /// All groups, by name.
    public List<GroupEnd> groups() {
        return groups;
    }

    /// The nodes, new ones last.
    public List<Node> nodes() {
        return course.finish() == Finish.PURCHASE ? last.nodes() : last.facts().nodes();
    }

    /// What the nodes cost at first and in the end.
    public Cost cost() {
        var cost = Cost.NONE;
        for (var group : groups) {
            for (var member : group.group().members()) {
                cost = cost.withExisting(member.price());
            }
            for (var member : group.bought()) {
                cost = cost.withNew(member.price());
            }
            for (var member : group.gone()) {
                cost = cost.withRemoved(member.price());
            }
        }
        return cost;
    }

    /// The number of nodes that are added.
    public int added() {
        return groups.stream().mapToInt(group -> group.bought().size()).sum();
    }

    /// The number of nodes that are removed.
    public int removed() {
        return groups.stream().mapToInt(group -> group.gone().size()).sum();
    }

    /// The pods that are pending at first, by shape, with those that are left in the end.
    public List<PendingShape> pending() {
        return pending(first, last);
    }

    private static List<PendingShape> pending(Proposal first, Proposal last) {
        var counts = new LinkedHashMap<Shape, PendingShape>();
        last.pending().forEach(one -> counts.put(one.pods().shape(), one));
        var pending = new ArrayList<PendingShape>();
        for (var one : first.pending()) {
            var left = counts.remove(one.pods().shape());
            pending.add(new PendingShape(one.pods(), left == null ? 0 : left.left()));
        }
        counts.values().stream().filter(one -> one.left() > 0).forEach(pending::add);
        return pending;
    }

    /// The reasons about pods that stay unschedulable.
    static List<Reason> unschedulable(Proposal first, Proposal last) {
        return pending(first, last).stream()
                .filter(one -> one.left() > 0)
                .map(one ->
                        ProposalReasons.unschedulable(
                                one.pods().example(), one.left(), one.pods().count()))
                .toList();
    }

    /// The number of pods that stay unschedulable.
    public int left() {
        return last.left();
    }

    /// The pods that stay unschedulable.
    public List<Pods> leftPods() {
        return last.packingOfPending().left();
    }

    /// The placeholders of the room that is kept free.
    public List<Placeholder> placeholders() {
        return last.placeholders();
    }

    /// The reasons about the room that is kept free.
    public List<Reason> room() {
        return last.facts().room().reasons();
    }

    /// Nodes that stay although their pods might fit elsewhere, one entry a reason.
    public List<Staying> stays() {
        return last.stays();
    }

    /// The price of each node, less the largest share of any resource that its pods request; by
    /// group, then by node. Nodes without a price are left out.
    public List<Waste> waste() {
        var byName = new LinkedHashMap<String, Node>();
        nodes().forEach(node -> byName.put(node.name(), node));
        var waste = new ArrayList<Waste>();
        for (var group : groups) {
            for (var member : group.members()) {
                if (member.price() instanceof Price.Known(var hour, _)) {
                    var node = Objects.requireNonNull(byName.get(member.node()));
                    waste.add(new Waste(node.name(), group.name(), idle(node, hour)));
                }
            }
        }
        return waste;
    }

    private static Money idle(Node node, Money hour) {
        long whole = Share.WHOLE;
        long used = Math.min(whole, Share.dominant(node.asked(), node.allocatable()));
        var idle = BigInteger.valueOf(hour.nanos()).multiply(BigInteger.valueOf(whole - used));
        return new Money(idle.divide(BigInteger.valueOf(whole)).longValueExact());
    }

    private static Set<String> names(List<Member> members) {
        var names = new LinkedHashSet<String>();
        members.forEach(member -> names.add(member.node()));
        return names;
    }
}
